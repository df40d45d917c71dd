import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { migrateRows } from '../../src/cli/migrate/migrate-rows.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { file, folder, palimpsest } from './program.ts'

const rows = Array.from({ length: 30 }, (_, index) => ({
  id: `m${index}`,
  thread_id: index % 2 === 0 ? 'even' : 'odd',
  role: index % 4 < 2 ? 'user' : 'assistant',
  content: index % 3 === 0 ? JSON.stringify([{ type: 'text', text: `text ${index}` }]) : `text ${index}`,
}))
const lines = (some: readonly unknown[]): string =>
  some.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('')

async function textsOf(out: string, thread: string, tenant = 'default'): Promise<readonly string[]> {
  const entries = await openJsonlStore(out).read({ tenant: tenantId(tenant), thread: threadId(thread) }, 0, 999)
  return entries.map((entry) => ('text' in entry ? entry.text : entry.kind))
}
const even = rows.filter((row) => row.thread_id === 'even').map((_, index) => `text ${index * 2}`)

describe('palimpsest migrate', () => {
  it('A16 · turns rows into threads, from lines or from an array', async () => {
    // Also with the mark that some programs put in front.
    for (const input of [file(lines(rows), 'rows.jsonl'), file(`\uFEFF${lines(rows)}`, 'rows.jsonl'), file(rows)]) {
      const out = join(folder(), 'sessions')
      const ended = await palimpsest(['migrate', input, out, '--tenant', 'acme'])
      expect(ended).toMatchObject({
        exit: 0,
        stdout: '30 rows: 30 messages appended to 2 threads, 0 rows could not be read.\n',
        stderr: '',
      })
      expect(await textsOf(out, 'even', 'acme')).toEqual(even)
    }
  })

  it('A16 · puts them into a database where one is named, and can be run again', async () => {
    const out = join(folder(), 'agent.db')
    const first = await palimpsest(['migrate', file(lines(rows.slice(0, 11)), 'rows.jsonl'), out])
    expect(first).toMatchObject({ exit: 0, stderr: '' })
    const second = await palimpsest(['migrate', file(lines(rows), 'rows.jsonl'), out])
    expect(second.stdout).toBe('30 rows: 19 messages appended to 2 threads, 11 were there already, 0 rows could not be read.\n')
    const store = await openSqliteStore(out)
    const entries = await store.read({ tenant: tenantId('default'), thread: threadId('even') }, 0, 999)
    expect(entries.map((entry) => ('text' in entry ? entry.text : entry.kind))).toEqual(even)
    await store.close()
  })

  it('A16, issue 16, D.25 · puts them beside other tables, under a prefix', async () => {
    const out = join(folder(), 'app.db')
    const database = new DatabaseSync(out)
    database.exec('create table threads (name text)')
    database.close()
    const input = file(lines(rows), 'rows.jsonl')
    expect(await palimpsest(['migrate', input, out, '--prefix', 'agent_'])).toMatchObject({ exit: 0, stderr: '' })
    const store = await openSqliteStore(out, { prefix: 'agent_' })
    const entries = await store.read({ tenant: tenantId('default'), thread: threadId('even') }, 0, 999)
    expect(entries.map((entry) => ('text' in entry ? entry.text : entry.kind))).toEqual(even)
    await store.close()
    const sessions = join(folder(), 'sessions')
    expect(await palimpsest(['migrate', input, sessions, '--prefix', 'agent_'])).toMatchObject({ exit: 64, stdout: '' })
    expect(await palimpsest(['migrate', input, out, '--schema', 'app'])).toMatchObject({ exit: 64, stdout: '' })
    expect(existsSync(sessions)).toBe(false)
  })

  it('A16 · goes on where it was cut short, and appends nothing twice', async () => {
    const out = join(folder(), 'sessions')
    await palimpsest(['migrate', file(lines(rows.slice(0, 11)), 'rows.jsonl'), out])
    const second = await palimpsest(['migrate', file(lines(rows), 'rows.jsonl'), out])
    expect(second.stdout).toBe('30 rows: 19 messages appended to 2 threads, 11 were there already, 0 rows could not be read.\n')
    const before = globSync(`${out}/**/*.jsonl`).map((path) => readFileSync(path, 'utf8'))
    const third = await palimpsest(['migrate', file(lines(rows), 'rows.jsonl'), out])
    expect(third.stdout).toContain('0 messages appended')
    expect(globSync(`${out}/**/*.jsonl`).map((path) => readFileSync(path, 'utf8'))).toEqual(before)
    expect(await textsOf(out, 'even')).toEqual(even)
  })

  it('A16 · tells row by row what it could not read, and takes all the rest', async () => {
    const [out, report] = [join(folder(), 'sessions'), join(folder(), 'unread.jsonl')]
    const input = file(
      lines([...rows, 'no json', { role: 'wizard', content: 'x' }, { role: 'user', content: '[{"type":' }]),
      'rows.jsonl',
    )
    const { exit, stdout, stderr } = await palimpsest(['migrate', input, out, '--report', report])
    expect(exit).toBe(2)
    expect(stdout).toContain('30 messages appended to 2 threads, 3 rows could not be read.')
    expect(stderr).toContain('row 31: it is not JSON\nrow 32: its role is "wizard"\nrow 33: its content looks like JSON')
    expect(
      readFileSync(report, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).row),
    ).toEqual([31, 32, 33])
  })

  it('A16 · holds only so much of the threads it writes to, and writes the same', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      number: index + 1,
      bytes: index,
      // Some ids come twice.
      value: { id: `m${index % 150}`, thread_id: `t${index % 7}`, role: 'user', content: `text ${index}` },
    }))
    const written = async (mostHeld: number): Promise<unknown> => {
      const store = memoryStore()
      let looks = 0
      const head: typeof store.head = (key) => {
        looks += 1
        return store.head(key)
      }
      const each = async function* () {
        yield* many
      }
      const done = await migrateRows(each(), {
        store: { ...store, head },
        tenant: 'default',
        thread: 'd',
        tell: () => undefined,
        mostHeld,
      })
      const texts = Array.from({ length: 7 }, (_, index) =>
        store.read({ tenant: tenantId('default'), thread: threadId(`t${index}`) }, 0, 999),
      )
      return {
        done,
        texts: (await Promise.all(texts)).map((entries) => entries.map((each) => [each.message.id, each.kind])),
        isBusy: looks > 100,
      }
    }
    const [little, much] = [await written(20), await written(100_000)]
    expect(little).toEqual({ ...(much as object), isBusy: true })
    expect(much).toMatchObject({ isBusy: false, done: { rows: 200, appended: 200, known: 0, threads: 7 } })
  })

  it('A16 · lists rows whose thread can have no such name, and takes all the rest', async () => {
    const out = join(folder(), 'sessions')
    const strange = ['', 'x'.repeat(600)].map((thread_id) => ({ thread_id, role: 'user', content: 'x' }))
    const { exit, stdout, stderr } = await palimpsest(['migrate', file(lines([...strange, ...rows]), 'rows.jsonl'), out])
    expect(exit).toBe(2)
    expect(stdout).toContain('30 messages appended to 2 threads, 2 rows could not be read.')
    expect(stderr).toContain('row 1: the name of a thread: expected a text of 1 to 512 bytes, found an empty one.')
    expect(stderr).toContain('row 2: the name of a thread: expected a text of 1 to 512 bytes, found 600 bytes.')
  })

  it('A16 · says in words what is wrong with its input or output, and makes nothing', async () => {
    const out = join(folder(), 'sessions')
    expect(await palimpsest(['migrate', join(folder(), 'nowhere'), out])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('no such file'),
    })
    expect(await palimpsest(['migrate', file('[1, 2'), out])).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('found neither'),
    })
    expect(existsSync(out)).toBe(false)
    const blocked = file('', 'a-file')
    const ended = await palimpsest(['migrate', file(lines(rows), 'rows.jsonl'), join(blocked, 'x')])
    expect(ended).toMatchObject({ exit: 73, stderr: expect.stringContaining('ENOTDIR') })
  })
})

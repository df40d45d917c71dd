import { chmodSync, copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, it } from 'vitest'
import { createCompactor, type Json } from '../../src/index.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { compacted, folder, palimpsest, startedWithoutPrivileges } from './program.ts'

const ferry: readonly Json[] = JSON.parse(readFileSync('samples/ferry-timetable.json', 'utf8')).messages

/** Fills a store with two threads, and one of another tenant. */
async function filled(store: Store): Promise<void> {
  const compactor = createCompactor({ store, tokenizer: characterTokenizer() })
  await (await compactor.thread('ferry')).append(ferry)
  await (await compactor.thread('hello')).append([{ role: 'user', content: 'hello there' }])
  await (await compactor.thread('theirs', { tenant: 'acme' })).append([{ role: 'user', content: 'a secret of acme' }])
  await compactor.close()
}

async function sqlite(): Promise<string> {
  const path = join(folder(), 'agent.db')
  await filled(await openSqliteStore(path))
  return path
}

const done = async (...args: readonly string[]): Promise<string> => {
  const { exit, stdout, stderr } = await palimpsest(args)
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return stdout
}

describe('a store on the command line', () => {
  it('is listed, searched and verified, as the document shows', async () => {
    const path = await sqlite()
    const shown = async (...args: readonly string[]): Promise<string> => {
      const line = args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')
      return `$ palimpsest ${line} --store agent.db\n${await done(...args, '--store', path)}`
    }
    const document = readFileSync('docs/stores.md', 'utf8')
    expect(document).toContain(await shown('threads'))
    expect(document).toContain(await shown('search', 'clocks forward', '--limit', '2'))
    expect(document).toContain(await shown('verify'))
  })

  it('has threads that are compacted in their place, and shown with what the model sees', async () => {
    const path = await sqlite()
    const args = ['ferry', '--store', path, '--window', '16k']
    const { request, receipt } = await compacted(args)
    expect(receipt.tokens.after).toBeLessThan(receipt.tokens.before)
    const lines = await done('show', 'ferry', '--store', path)
    expect(lines).toMatch(/^ferry: 118 entries, 1 compaction, last at \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/)
    expect(lines).toContain('clear       e5 (turn 1')
    expect(JSON.parse(await done('threads', '--store', path, '--json'))).toMatchObject([{ compactionCount: 1 }, { entries: 1 }])
    const store = await openSqliteStore(path)
    const thread = await createCompactor({ store }).thread('ferry')
    const sent = (await thread.prepare({ window: 1_000_000 })).request as JsonObject
    expect(sent['messages']).toEqual((request as JsonObject)['messages'])
    await store.close()
  })

  it('has threads that are explained and replayed, which changes nothing', async () => {
    const path = await sqlite()
    const args = ['ferry', '--store', path, '--window', '16k']
    expect(await done('explain', ...args)).toMatch(/^balanced: compact, /)
    expect(await done('replay', ...args, '--preset', 'pi')).toContain('pi ')
    expect(await done('threads', '--store', path)).toMatch(/^ +118 +0 +– +ferry$/m)
  })

  it('has threads that are written out as they came in', async () => {
    const path = await sqlite()
    expect(JSON.parse(await done('export', 'ferry', '--store', path))).toEqual(ferry)
    const out = join(folder(), 'ferry.json')
    expect(await done('export', 'ferry', '--store', path, '--out', out)).toBe('')
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual(ferry)
    const store = await openSqliteStore(path)
    await createCompactor({ store }).erase({ thread: 'hello', entry: 'e0' })
    await store.close()
    expect(await palimpsest(['export', 'hello', '--store', path])).toEqual({
      ...{ exit: 0, stdout: '[]\n' },
      stderr: 'palimpsest: left out: 1 entry, erased.\n',
    })
  })

  it('may be a PostgreSQL or a folder of session files', async () => {
    const url = inject('postgres')
    await filled(await openPostgresStore(url))
    const sessions = join(folder(), 'sessions')
    await filled(openJsonlStore(sessions))
    for (const place of [url, sessions]) {
      await compacted(['ferry', '--store', place, '--window', '16k'])
      expect(await done('threads', '--store', place)).toMatch(/^ +118 +1 .* ferry$/m)
      const [whole, unchecked] = (await done('verify', 'ferry', '--store', place)).split('\n')
      const told = place === sessions ? ' and 118 acknowledged' : ''
      expect(whole).toBe(`ferry: whole: 118 entries against the chain${told}, 1 commit with 22 spans and 0 ledger items, 0 pins`)
      const never = 'artifacts, words of summaries, receipts, records of requests, cached summaries, the search index'
      expect(unchecked).toBe(`not checked: ${place === sessions ? '' : 'what was acknowledged, '}${never}`)
    }
    expect(await done('search', 'clocks forward', '--limit', '1', '--store', sessions)).toMatch(/^ferry e107 /)
  })

  it('L13 · keeps tenants apart', async () => {
    const path = await sqlite()
    expect(await done('search', 'secret', '--store', path)).toBe('Nothing was found.\n')
    expect(await done('search', 'secret', '--store', path, '--tenant', 'acme')).toBe('theirs e0 (text): a secret of acme\n')
    const { exit, stderr } = await palimpsest(['show', 'theirs', '--store', path])
    expect({ exit, stderr }).toEqual({
      exit: 64,
      stderr: `palimpsest: ${path}: there is no thread "theirs"; palimpsest threads --store ${path} lists them.\n`,
    })
    expect(await done('threads', '--store', path, '--tenant', 'nobody')).toBe(`${path} has no threads of tenant nobody.\n`)
  })

  it('case 82 · is refused with what was found where it is none, and nothing is made', async () => {
    const path = join(folder(), 'notes.txt')
    writeFileSync(path, 'These are my notes. '.repeat(50))
    const missing = join(folder(), 'missing.db')
    for (const [place, exit, words] of [
      [path, 2, 'expected a database of Palimpsest, found a file of another kind.'],
      [missing, 2, 'there is no such file or folder.'],
      ['postgres://u:hidden@127.0.0.1:1/x', 73, 'expected a server that answers, found ECONNREFUSED.'],
    ] as const) {
      const ended = await palimpsest(['threads', '--store', place])
      expect(ended).toMatchObject({ exit, stdout: '' })
      expect(ended.stderr).toContain(words)
      expect(ended.stderr).not.toContain('hidden')
    }
    expect(await palimpsest(['threads'])).toMatchObject({ exit: 64 })
  })

  it('case 82 · is read as far as it can be where it was cut off, and says what is missing', async () => {
    const path = await sqlite()
    const cut = statSync(path).size >> 1
    truncateSync(path, cut)
    const { exit, stdout, stderr } = await palimpsest(['export', 'ferry', '--store', path])
    expect(exit).toBe(2)
    const messages = JSON.parse(stdout)
    expect(messages.length).toBeGreaterThan(3)
    expect(messages).toEqual(ferry.slice(0, messages.length))
    expect(stderr).toContain('the file was cut off, and what is left can only be read.')
    expect(stderr).toMatch(/left out: \d+ entries from e\d+ on; everything before it was written\./)
    expect(statSync(path).size).toBe(cut)
  })

  it.each(['with an index beside it', 'without'])(
    'case 82 · never shows a shorter conversation where a line of a session file is damaged, and says where: %s',
    async (beside) => {
      const path = folder()
      const compactor = createCompactor({ store: openJsonlStore(path), tokenizer: characterTokenizer() })
      const thread = await compactor.thread('ferry')
      for (let at = 0; at < ferry.length; at += 5) await thread.append(ferry.slice(at, at + 5))
      await (await compactor.thread('hello')).append([{ role: 'user', content: 'hello there' }])
      await compactor.close()
      const session = join(path, 'default', 'ferry.jsonl')
      if (beside === 'without') rmSync(`${session}.index`)
      const lines = readFileSync(session, 'utf8').split('\n')
      writeFileSync(session, lines.map((line, at) => (at === 40 ? line.replace('{', '#') : line)).join('\n'))
      const words = `Line 41 of ${session} is damaged: it is not `
      for (const command of ['compact', 'explain'])
        expect(await palimpsest([command, 'ferry', '--store', path])).toMatchObject({
          ...{ exit: 2, stdout: '', stderr: expect.stringContaining(words) },
        })
      const verified = await palimpsest(['verify', '--store', path])
      expect(verified).toMatchObject({ exit: 2, stdout: expect.stringMatching(/ferry: broken at e\d+: Line 41 of/) })
      expect(verified.stdout).toContain('hello: whole')
      const listed = await palimpsest(['threads', '--store', path])
      expect(listed).toMatchObject({ exit: 0, stdout: expect.stringContaining('hello') })
      expect(listed.stderr).toContain(beside === 'without' ? words : '')
      const { exit, stdout, stderr } = await palimpsest(['export', 'ferry', '--store', path])
      const messages = JSON.parse(stdout)
      expect(messages.length).toBeGreaterThan(3)
      expect({ exit, messages }).toEqual({ exit: 2, messages: ferry.slice(0, messages.length) })
      expect(stderr).toContain(words)
      expect(stderr).toMatch(/left out: (everything|\d+ entries) from e\d+ on; everything before it was written\./)
    },
  )

  it('case 80 · is read in a folder that cannot be written', async () => {
    const path = await sqlite()
    const before = await done('export', 'ferry', '--store', path)
    chmodSync(dirname(path), 0o555)
    expect(await startedWithoutPrivileges(['export', 'ferry', '--store', path])).toEqual({ exit: 0, stdout: before, stderr: '' })
    expect(await startedWithoutPrivileges(['compact', 'ferry', '--store', path, '--window', '16k'])).toMatchObject({
      exit: 73,
      stderr: expect.stringContaining('attempt to write a readonly database'),
    })
    chmodSync(dirname(path), 0o755)
  })

  it('case 80 · ends with 2 and says what to do if its latest writes stand in a log that cannot be read', async () => {
    const [open, closed] = [folder(), folder()]
    const store = await openSqliteStore(join(open, 'agent.db'))
    await (await createCompactor({ store }).thread('t')).append([{ role: 'user', content: 'hello' }])
    for (const name of ['agent.db', 'agent.db-wal']) copyFileSync(join(open, name), join(closed, name))
    await store.close()
    chmodSync(closed, 0o555)
    for (const command of ['threads', 'verify']) {
      expect(await startedWithoutPrivileges([command, '--store', join(closed, 'agent.db')])).toMatchObject({
        exit: 2,
        stdout: '',
        stderr: expect.stringContaining('copy agent.db and agent.db-wal to one, and open the copy'),
      })
    }
    chmodSync(closed, 0o755)
  })

  it('that was changed behind our back is found out', async () => {
    const path = await sqlite()
    const database = new DatabaseSync(path)
    database.exec(`update entries set body = replace(body, 'hello there', 'hello here') where thread = 'hello'`)
    database.close()
    const { exit, stdout, stderr } = await palimpsest(['verify', '--store', path])
    expect({ exit, stderr }).toEqual({ exit: 2, stderr: 'palimpsest: 1 thread cannot be trusted: hello.\n' })
    expect(stdout).toContain('hello: broken at e0: its content is not what was appended')
  })
})

import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../../src/index.ts'
import type { Capability } from '../../../src/schema/capabilities.ts'
import { commitId, tenantId, threadId } from '../../../src/schema/ids.ts'
import type { Store, ThreadKey } from '../../../src/schema/ports.ts'
import { type JsonlStore, openJsonlStore } from '../../../src/stores/jsonl.ts'
import { fullStoreCases } from '../../../src/testing/full-store-cases.ts'
import { storeCases } from '../../../src/testing/store-cases.ts'
import { capabilitiesOf } from '../../support/capabilities.ts'
import { failureIn, rejection } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'
import { neutralEntries } from '../../support/logs.ts'
import { finishedTurns, messagesFor, user } from '../../support/steps.ts'

const key: ThreadKey = { tenant: tenantId('default'), thread: threadId('t') }
const entries = neutralEntries(
  Array.from({ length: 12 }, (_, index) => ({ role: 'user', content: [{ type: 'text', text: `text ${index}` }] })),
)
const headAt = (length: number) => ({ length, hash: `hash-${length}` })

/** The file of a thread in a folder. */
const fileIn = (folder: string): string => globSync(`${folder}/**/*.jsonl`)[0] ?? ''

describe('the JSONL store', () => {
  const has: readonly Capability[] = ['rows', 'threads', 'links', 'requests', 'learned', 'costs', 'erase', 'search']
  const ours = fullStoreCases.filter(({ needs }) => needs.every((name) => has.includes(name)))

  it('has rows, threads, links, requests, what was learned, searching and erasing, and no keys', () => {
    const store = openJsonlStore(emptyFolder())
    expect([...capabilitiesOf(store)].sort()).toEqual([...has].sort())
    expect(store.secrets).toBe('none')
  })

  it.each([...storeCases, ...ours])('$name', async ({ run }) => {
    const store = openJsonlStore(emptyFolder(), { sync: 'never' })
    await run(store)
    await store.close()
  })

  it.each(storeCases)('with every call in a store of its own: $name', async ({ run }) => {
    const folder = emptyFolder()
    const open = () => openJsonlStore(folder, { sync: 'never' })
    const once = async <Result>(work: (store: JsonlStore) => Promise<Result>): Promise<Result> => {
      const store = open()
      return work(store).finally(() => store.close())
    }
    const fresh: Store = {
      head: (...given) => once((store) => store.head(...given)),
      append: (...given) => once((store) => store.append(...given)),
      read: (...given) => once((store) => store.read(...given)),
      commit: (...given) => once((store) => store.commit(...given)),
      latest: (...given) => once((store) => store.latest(...given)),
      commits: (...given) => once((store) => store.commits(...given)),
      pin: (...given) => once((store) => store.pin(...given)),
      pins: (...given) => once((store) => store.pins(...given)),
      secrets: 'none',
      close: async () => undefined,
    }
    await run(fresh)
  })

  it('B10 · only ever appends: what was in the file stays where it is, and a compaction is a line at the end', async () => {
    const folder = emptyFolder()
    const compactor = createCompactor({ store: openJsonlStore(folder), policy: presets.balanced() })
    const thread = await compactor.thread('t')
    let before = ''
    for (let step = 0; step < 4; step += 1) {
      await thread.append(messagesFor('openai-chat', [...finishedTurns(6, 400), user(`go on ${step}`)]))
      await thread.compact({ window: 4_000, model: 'gpt-4o' })
      const now = readFileSync(fileIn(folder), 'utf8')
      expect(now.startsWith(before)).toBe(true)
      expect(now.trimEnd().split('\n').at(-1)).toMatch(/^\{"commit":/)
      before = now
    }
    for (const line of before.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  it('D14, E10 · keeps the whole log, and the view that rests on the last commit, across a restart', async () => {
    const folder = emptyFolder()
    const open = () =>
      createCompactor({ store: openJsonlStore(folder), policy: presets.balanced(), redactionKey: 'k', clock: () => 0 })
    const first = open()
    const thread = await first.thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(9, 400), user('go on')]))
    const { request, receipt } = await thread.compact({ window: 4_000, model: 'gpt-4o' })
    await thread.pin({ text: 'go on' })
    const length = (await thread.entries()).length
    await first.close()
    const again = await open().thread('t')
    expect(await again.entries()).toHaveLength(length)
    expect((await again.commits()).at(-1)?.receipt).toEqual(receipt)
    const prepared = await again.prepare({ window: 4_000, model: 'gpt-4o' })
    expect(JSON.stringify(prepared.request)).toBe(JSON.stringify(request))
  })

  it('of one file holds one thread, and says so to another', async () => {
    const path = `${emptyFolder()}/agent.jsonl`
    const store = openJsonlStore(path)
    await store.append(key, 0, entries.slice(0, 1), headAt(1))
    expect(await openJsonlStore(path).read(key, 0, 9)).toEqual(entries.slice(0, 1))
    const other = { ...key, thread: threadId('other') }
    expect(failureIn(await rejection(openJsonlStore(path).head(other)))).toEqual({
      ...{
        code: 'store-unusable',
        reason: 'not-ours',
        at: path,
        expected: 'the session file of this thread',
        found: 'that of another',
      },
    })
    expect(await store.threads.of(key.tenant)).toEqual(['t'])
  })

  it('lists the threads of a tenant, and only those', async () => {
    const folder = emptyFolder()
    const store = openJsonlStore(folder)
    const long = 'x'.repeat(3_000)
    for (const thread of ['a', 'A', 'a/b', '../up', '', long])
      await store.append({ ...key, thread: threadId(thread) }, 0, entries.slice(0, 1), headAt(1))
    await store.append({ tenant: tenantId('other'), thread: threadId('theirs') }, 0, entries.slice(0, 1), headAt(1))
    expect([...(await store.threads.of(key.tenant))].sort()).toEqual(['', '../up', 'A', 'a', 'a/b', long])
    expect(await openJsonlStore(folder).head({ ...key, thread: threadId(long) })).toMatchObject(headAt(1))
    expect(await store.threads.of(tenantId('nobody'))).toEqual([])
  })

  it('lets two stores on one folder append in turn, and each sees what the other wrote', async () => {
    const folder = emptyFolder()
    const [left, right] = [openJsonlStore(folder), openJsonlStore(folder)]
    await left.append(key, 0, entries.slice(0, 2), headAt(2))
    await right.append(key, 2, entries.slice(2, 3), headAt(3))
    await left.commit(key, null, { id: commitId('c') } as never)
    expect(await left.read(key, 0, 9)).toEqual(entries.slice(0, 3))
    expect(await right.head(key)).toMatchObject({ length: 3, commit: 'c' })
    const race = await Promise.allSettled([left, right].map((store) => store.append(key, 3, entries.slice(3, 4), headAt(4))))
    expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('the index beside a session file', () => {
  async function written(): Promise<{ readonly folder: string; readonly file: string }> {
    const folder = emptyFolder()
    const store = openJsonlStore(folder)
    for (let at = 0; at < 12; at += 3) await store.append(key, at, entries.slice(at, at + 3), headAt(at + 3))
    await store.close()
    return { folder, file: fileIn(folder) }
  }

  it('B11 · spares looking through the file: what is not asked for is not read', async () => {
    const { folder, file } = await written()
    // A line in the middle is damaged, and a reader that does not ask for it does not notice.
    const text = readFileSync(file, 'utf8')
    const damaged = text.replace('"text 4"', '"text 4 ').replace('"id":"e4"', '"id":"e4"')
    writeFileSync(file, damaged)
    const store = openJsonlStore(folder)
    expect(await store.head(key)).toMatchObject(headAt(12))
    expect(await store.read(key, 6, 12)).toEqual(entries.slice(6, 12))
    expect(await store.read(key, 0, 4)).toEqual(entries.slice(0, 4))
    expect(failureIn(await rejection(store.read(key, 3, 6)))).toMatchObject({ code: 'log-damaged', line: 6 })
  })

  it('is made anew where it is missing, cut short, of another file or nonsense', async () => {
    const { folder, file } = await written()
    const index = readFileSync(`${file}.index`, 'utf8')
    for (const wrong of [
      '',
      '{}',
      index.slice(0, 50),
      index.replace(/"check":"\w/, '"check":"x'),
      index.replace(/"size":\d/, '"size":9'),
      'null',
    ]) {
      writeFileSync(`${file}.index`, wrong)
      const store = openJsonlStore(folder)
      expect(await store.head(key)).toMatchObject(headAt(12))
      expect(await store.read(key, 0, 99)).toEqual(entries)
      await store.close()
    }
  })

  it('of an earlier state is gone on with', async () => {
    const { folder, file } = await written()
    const early = readFileSync(`${file}.index`, 'utf8')
    const store = openJsonlStore(folder)
    await store.append(key, 12, [{ ...entries[0], seq: 12 } as never], headAt(13))
    await store.pin(key, [4, 7])
    await store.close()
    writeFileSync(`${file}.index`, early)
    const again = openJsonlStore(folder)
    expect(await again.head(key)).toEqual({ ...headAt(13), commit: null, pins: 2 })
    await again.close()
    expect(existsSync(`${file}.index`)).toBe(true)
    expect(statSync(`${file}.index`).size).toBeGreaterThan(early.length)
  })
})

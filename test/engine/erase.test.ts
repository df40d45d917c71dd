import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, sha256Hex } from '../../src/index.ts'
import { verifyChain } from '../../src/log/verify-chain.ts'
import { seqOf, tenantId, threadId } from '../../src/schema/ids.ts'
import type { Artifact, ArtifactStore } from '../../src/schema/ports.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { DIALECTS, dirtyTranscripts } from '../../src/testing/transcripts/transcripts.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'
import { PUTS_AWAY } from '../support/store-child.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-erase-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const tenant = tenantId('default')
const key = { tenant, thread: threadId('t') }
const tokenizer = characterTokenizer()
const all = [rangeOf(0, 1_000_000)]
const talk = messagesFor('openai-chat', [user('my number is SECRET-4711'), ...finishedTurns(40, 200), user('go')])

describe('erasing', () => {
  it('F16, case 68 · takes an entry out of log, summaries and receipts, and the chain still holds', async () => {
    const store = memoryStore()
    const compactor = createCompactor({ store, tokenizer })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    const { receipt } = await thread.compact({ window: 6_000 })
    expect(JSON.stringify(await store.commits(key))).toContain('SECRET-4711')
    const { hash } = await store.head(key)
    expect(await compactor.erase({ thread: 't', entry: 'e0' })).toEqual({ threads: 0, entries: 1, commits: 1 })
    const left = JSON.stringify([await store.read(key, 0, 9_999), await store.commits(key), await store.latest(key)])
    expect(left).not.toContain('SECRET-4711')
    const chain = verifyChain(await store.rows(key, all), sha256Hex, await store.secrets.fingerprintKey(tenant))
    expect(chain).toMatchObject({ kind: 'whole', erased: 1, hash })
    expect((await store.latest(key))?.receipt.fates).toEqual(receipt.fates)
    expect(await compactor.verify('t')).toMatchObject(chain)
    const opened = await compactor.thread('t')
    const { request } = await opened.prepare({ window: 6_000 })
    expect(JSON.stringify(request)).not.toContain('SECRET-4711')
  })

  it('is noticed by a process that has the thread open: nothing erased is shown any more', async () => {
    const compactor = createCompactor({ tokenizer })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    await compactor.erase({ thread: 't', entry: 'e0' })
    expect(failureIn(await rejection(thread.prepare()))).toEqual({ code: 'thread-erased', thread: 't' })
    const again = await compactor.thread('t')
    await compactor.erase({ thread: 't' })
    expect(failureIn(await rejection(again.entries()))).toEqual({ code: 'thread-erased', thread: 't' })
    expect(failureIn(await rejection(again.append([{ role: 'user', content: 'x' }])))).toEqual({
      code: 'thread-erased',
      thread: 't',
    })
    expect(await (await compactor.thread('t')).entries()).toEqual([])
    expect(failureIn(await rejection(compactor.erase({ thread: 'none' })))).toEqual({ code: 'thread-unknown', thread: 'none' })
    expect(failureIn(await rejection(compactor.erase({ thread: 't', entry: 'nonsense' })))).toMatchObject({
      code: 'entry-unknown',
    })
  })

  it('reaches what a client handed in as another version of the same', async () => {
    const store = memoryStore()
    const compactor = createCompactor({ store, tokenizer })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    await thread.compact({ window: 6_000 })
    const edited = talk.map((message, index) => (index === 0 ? { role: 'user', content: 'my number is SECRET-4712' } : message))
    await thread.resend(edited)
    expect(JSON.stringify(await store.read({ tenant, thread: threadId('t/revisions') }, 0, 9))).toContain('SECRET-4712')
    await compactor.erase({ thread: 't', entry: 'e0' })
    expect(await store.read({ tenant, thread: threadId('t/revisions') }, 0, 9)).toEqual([])
  })

  it('L2, F16 · of any entry of any transcript leaves a valid request in every dialect', async () => {
    await fc.assert(
      fc.asyncProperty(dirtyTranscripts, fc.nat(), async ({ messages, dialect }, at) => {
        const store = memoryStore()
        const compactor = createCompactor({ store, tokenizer })
        const thread = await compactor.thread('t')
        const length = await thread.append(messages, { dialect })
        fc.pre(length > 0)
        await compactor.erase({ thread: 't', entry: `e${at % length}` })
        const opened = await compactor.thread('t')
        // `prepare` refuses to give a request that its provider's rules refuse.
        for (const target of DIALECTS) expect(await opened.prepare({ dialect: target, window: 1_000_000 })).toBeDefined()
        expect(verifyChain(await store.rows(key, all), sha256Hex, await store.secrets.fingerprintKey(tenant)).kind).toBe('whole')
      }),
      { numRuns: 150 },
    )
  })

  it('F16 · leaves no byte of it in the files of an SQLite store', async () => {
    const path = join(folder, 'a.db')
    const store = await openSqliteStore(path)
    const compactor = createCompactor({ store, tokenizer })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    await thread.compact({ window: 6_000 })
    const found = (): readonly string[] =>
      readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes('SECRET-4711'))
    expect(found().length).toBeGreaterThan(0)
    await compactor.erase({ thread: 't', entry: 'e0' })
    expect(found()).toEqual([])
    const other = await compactor.thread('other')
    await other.append(talk)
    expect(found().length).toBeGreaterThan(0)
    await compactor.erase({ thread: 'other' })
    expect(found()).toEqual([])
    await store.close()
  })
})

describe('erasing what was put away', () => {
  it('C21, case 68 · takes the artifacts of an entry, of a thread, of a tenant', async () => {
    const kept = new Map<string, Artifact>()
    const artifacts: ArtifactStore = {
      put: async (_, artifact) => void kept.set(artifact.id, artifact),
      get: async (_, id) => kept.get(id) ?? null,
      erase: async (_, ids) => ids.forEach((id) => void kept.delete(id)),
      eraseTenant: async () => kept.clear(),
    }
    const compactor = createCompactor({ tokenizer, artifacts, policy: PUTS_AWAY })
    const away = async (): Promise<readonly Artifact[]> => {
      const thread = await compactor.thread('t')
      await thread.append(talk)
      await thread.compact({ window: 12_000 })
      return [...kept.values()]
    }
    const [first, second] = await away()
    await compactor.erase({ thread: 't', entry: first?.entry ?? '' })
    expect([kept.has(first?.id ?? ''), kept.has(second?.id ?? '')]).toEqual([false, true])
    await compactor.erase({ thread: 't' })
    expect(kept.size).toBe(0)
    expect((await away()).length).toBeGreaterThan(0)
    await compactor.erase({ tenant: 'default', everything: true })
    expect(kept.size).toBe(0)
  })
})

describe('erasing everything', () => {
  it('L13 · takes one tenant, and has to be said', async () => {
    const compactor = createCompactor({ tokenizer })
    for (const owner of ['a', 'b']) await (await compactor.thread('t', { tenant: owner })).append(talk)
    const unsaid = compactor.erase({ tenant: 'a', thread: undefined as unknown as string })
    expect(failureIn(await rejection(unsaid))).toMatchObject({ code: 'input-invalid', at: 'erase' })
    expect(await compactor.erase({ tenant: 'a', everything: true })).toMatchObject({ threads: 1 })
    expect(await (await compactor.thread('t', { tenant: 'a' })).entries()).toEqual([])
    expect((await (await compactor.thread('t', { tenant: 'b' })).entries()).length).toBeGreaterThan(0)
  })
})

describe('the chain', () => {
  it('of a thread is verified in any store, and says where the log ends too early', async () => {
    const store = await openSqliteStore(':memory:')
    const compactor = createCompactor({ store, tokenizer })
    await (await compactor.thread('t')).append(talk)
    expect(await compactor.verify('t')).toMatchObject({ kind: 'whole', erased: 0 })
    expect(await compactor.verify('none')).toMatchObject({ kind: 'whole', length: 0 })
    const short: typeof store = { ...store, rows: async (at, ranges) => (await store.rows(at, ranges)).slice(0, -1) }
    const detail = 'the log does not end where the thread says'
    expect(await createCompactor({ store: short, tokenizer }).verify('t')).toMatchObject({ kind: 'broken', detail })
    await store.close()
  })

  it('tells what was changed, taken out or put in behind our back', async () => {
    const store = memoryStore()
    const thread = await createCompactor({ store, tokenizer }).thread('t')
    await thread.append(talk)
    const secret = await store.secrets.fingerprintKey(tenant)
    const rows = await store.rows(key, all)
    expect(verifyChain(rows, sha256Hex, secret)).toMatchObject({ kind: 'whole', erased: 0 })
    const changed = rows.map((row, seq) => (seq === 3 ? { ...row, entry: { ...row.entry, turn: 99 } } : row))
    expect(verifyChain(changed, sha256Hex, secret)).toEqual({
      kind: 'broken',
      at: 3,
      detail: 'its content is not what was appended',
    })
    expect(verifyChain(rows.toSpliced(5, 1), sha256Hex, secret)).toMatchObject({ kind: 'broken', at: 5 })
    const renumbered = rows.toSpliced(5, 1).map((row, seq) => ({ ...row, entry: { ...row.entry, seq: seqOf(seq) } }))
    expect(verifyChain(renumbered, sha256Hex, secret)).toMatchObject({ kind: 'broken', at: 5 })
    expect(verifyChain(rows, sha256Hex, 'another key')).toMatchObject({ kind: 'broken', at: 0 })
  })
})

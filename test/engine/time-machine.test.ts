import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { type Compactor, createCompactor, type Json, presets, type Thread } from '../../src/index.ts'
import type { Store } from '../../src/schema/ports.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptiedSchema } from '../support/emptied-schema.ts'
import { emptyFolder } from '../support/folders.ts'
import { agent, calls, finishedTurns, messagesFor, results, user } from '../support/steps.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

/** Opens the same store again and again, as after a restart. */
const places: Readonly<Record<string, () => () => Promise<Store>>> = {
  memory() {
    const store = memoryStore()
    return async () => store
  },
  SQLite() {
    const path = join(emptyFolder(), 'agent.db')
    return () => openSqliteStore(path)
  },
  PostgreSQL() {
    const schema = emptiedSchema(inject('postgres'))
    return () => openPostgresStore(inject('postgres'), { schema })
  },
  'session files'() {
    const folder = emptyFolder()
    return async () => openJsonlStore(folder, { sync: 'never' })
  },
}

const talk = messagesFor('openai-chat', [user('KEEP this'), ...finishedTurns(12, 200), user('go')])
const later = messagesFor('openai-chat', [agent('went'), ...finishedTurns(6, 200), user('LATER')])
const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object', properties: {} } } }]
const NARROW = { window: 4_000, system: 'Be brief.', tools, model: 'one' }
const FOLDS = presets.balanced({ ladder: [{ rung: 'summarize-oldest' }] })
const WIDE = { ...NARROW, window: 1_000_000 }

/** A thread that is opened anew before every look at it. */
async function restless(place: () => Promise<Store>) {
  let compactor: Compactor | undefined
  const open = async (): Promise<Thread> => {
    await compactor?.close()
    compactor = createCompactor({ store: await place(), tokenizer: characterTokenizer() })
    return compactor.thread('t')
  }
  return { open, close: async () => compactor?.close() }
}

const bytes = (request: Json): string => JSON.stringify(request)

describe.each(Object.entries(places))('the time machine in %s', (_, place) => {
  it('F7 · shows every request as the model saw it, after restarts, compactions and undos', async () => {
    const { open, close } = await restless(place())
    const sent: string[] = []
    const send = async (thread: Thread, options: Parameters<Thread['prepare']>[0]): Promise<void> => {
      sent.push(bytes((await thread.prepare(options)).request))
    }
    const thread = await open()
    await thread.append(talk)
    await send(thread, WIDE)
    sent.push(bytes((await thread.compact(NARROW)).request))
    await thread.append(later)
    await send(thread, { ...WIDE, system: 'Be long.', dialect: anthropic })
    await send(thread, { window: 1_000_000, around: { dialect: 'openai-chat', envelope: { model: 'x', seed: 4, tools }, tools } })
    const again = await open()
    await again.undo(WIDE)
    await again.append(messagesFor('openai-chat', [agent('yes'), user('on')]))
    await send(again, WIDE)
    await again.redo(WIDE)
    await send(again, WIDE)
    const last = await open()
    const steps = (await last.requests()).map(({ step }) => step)
    expect(steps).toEqual([1, 2, 3, 4, 5, 6])
    expect(new Set(sent).size).toBe(6)
    for (const step of steps) expect(bytes((await last.viewAt(step)).request)).toBe(sent[step - 1])
    const { sent: record } = await last.viewAt(3)
    expect(record).toMatchObject({ step: 3, dialect: 'anthropic', model: 'one', head: (await last.entries()).length - 2 })
    await close()
  })

  it('F7, case 83 · redoes what was undone, until something else changes the view', async () => {
    const { open, close } = await restless(place())
    const shown = async (): Promise<string> => bytes((await (await open()).prepare(WIDE)).request)
    const thread = await open()
    expect(failureIn(await rejection(thread.undo()))).toEqual({ code: 'nothing-to-undo', thread: 't' })
    expect(failureIn(await rejection(thread.redo()))).toEqual({ code: 'nothing-to-redo', thread: 't' })
    await thread.append(talk)
    await thread.compact(NARROW)
    const once = await shown()
    await (await open()).append(later)
    await (await open()).compact(NARROW)
    const twice = await shown()
    expect(twice).not.toContain(once.slice(0, -2))
    for (const step of ['undo', 'undo'] as const) await (await open())[step](WIDE)
    expect(await shown()).toContain('LATER')
    const { receipt, changed } = await (await open()).redo(WIDE)
    expect({ changed, strategy: receipt.strategy }).toEqual({ changed: true, strategy: 'redo' })
    expect((await shown()).startsWith(once.slice(0, 1_000))).toBe(true)
    await (await open()).redo(WIDE)
    expect(await shown()).toBe(twice)
    expect(failureIn(await rejection((await open()).redo(WIDE)))).toMatchObject({ code: 'nothing-to-redo' })
    await (await open()).undo(WIDE)
    await (await open()).append(later)
    await (await open()).compact(NARROW)
    // The other future is gone from redo, and still there for restore.
    expect(failureIn(await rejection((await open()).redo(WIDE)))).toMatchObject({ code: 'nothing-to-redo' })
    const session = await (await open()).session()
    expect(session).toMatchObject({ compactionCount: 3, undoCount: 3, redoCount: 2, restoreCount: 0, branchCount: 0 })
    await close()
  })

  it('F7, F2, D8 · restores the view of any commit, with what is pinned and what came since, and counts it apart', async () => {
    const { open, close } = await restless(place())
    const thread = await open()
    await thread.append(talk)
    const { receipt } = await thread.compact(NARROW)
    const once = bytes((await thread.prepare(WIDE)).request)
    const [first] = await thread.commits()
    await thread.append(later)
    await thread.compact(NARROW)
    const restored = await (await open()).restore(first?.id ?? '', WIDE)
    const all = bytes(restored.request)
    // The last message of a chat stands before the brackets that close the list.
    expect(all.slice(0, 2_000)).toBe(once.slice(0, 2_000))
    expect(all).toContain('LATER')
    expect(restored.receipt).toMatchObject({ strategy: 'restore', trigger: 'manual' })
    const [, pinned] = await (await open()).entries()
    await (await open()).pin({ entry: pinned?.id ?? '' })
    const whole = await (await open()).restore(null, WIDE)
    expect(whole.receipt.fates.every(({ fate }) => fate === 'kept' || fate === 'repaired')).toBe(true)
    const back = await (await open()).restore(first?.id ?? '', WIDE)
    expect(JSON.stringify(back.request)).toContain(pinned !== undefined && 'text' in pinned ? pinned.text.slice(0, 80) : '-')
    expect(back.tokens).toBeLessThan(whole.tokens)
    await (await open()).undo(WIDE)
    expect(bytes((await (await open()).prepare(WIDE)).request)).toBe(bytes(whole.request))
    const session = await (await open()).session()
    expect(session).toMatchObject({ compactionCount: 2, undoCount: 1, redoCount: 0, restoreCount: 3 })
    expect(failureIn(await rejection((await open()).restore('deadbeef', WIDE)))).toEqual({
      ...{ code: 'commit-unknown', thread: 't', commit: 'deadbeef' },
    })
    expect(receipt.tokens.after).toBeLessThan(receipt.tokens.before)
    await close()
  })

  it('B4, F2, D8 · edits an earlier message in a branch of its own, which counts no compaction', async () => {
    const { open, close } = await restless(place())
    const thread = await open()
    await thread.append(talk)
    await thread.compact(NARROW)
    await thread.append(later)
    const before = await thread.entries()
    const at = before.findLast(({ role }) => role === 'user')?.id ?? ''
    const parent = await open()
    const edited = await parent.edit({ at, messages: [{ role: 'user', content: 'OTHERWISE' }], id: 'other' })
    const request = bytes((await edited.prepare(WIDE)).request)
    expect(request).toContain('OTHERWISE')
    expect(request).not.toContain('LATER')
    const [copy] = await edited.commits()
    expect(copy?.copies).toBe((await parent.commits())[0]?.id)
    expect(await edited.session()).toMatchObject({ compactionCount: 0, undoCount: 0 })
    expect(await parent.session()).toMatchObject({ compactionCount: 1, branchCount: 1 })
    expect(await (await open()).entries()).toEqual(before)
    const bad = rejection((await open()).edit({ at, messages: [{ role: 'nobody' }], id: 'bad' }))
    expect(failureIn(await bad)).toMatchObject({ code: 'input-invalid' })
    expect(await (await open()).session()).toMatchObject({ branchCount: 1 })
    await close()
  })
})

describe('a request that cannot be shown', () => {
  const open = async (keepRequests: number) => {
    const compactor = createCompactor({ tokenizer: characterTokenizer(), keepRequests })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    return { compactor, thread }
  }
  const reason = async (thread: Thread, step: number): Promise<unknown> => failureIn(await rejection(thread.viewAt(step)))

  it('F7 · is named with the reason: too old, not there yet, never remembered, erased', async () => {
    const { compactor, thread } = await open(2)
    for (const system of ['a', 'b', 'c']) await thread.prepare({ ...WIDE, system })
    const lost = { code: 'request-lost', thread: 't' }
    expect(await reason(thread, 1)).toEqual({ ...lost, step: 1, reason: 'only the latest are remembered, from step 2 on' })
    expect(await reason(thread, 9)).toEqual({ ...lost, step: 9, reason: 'the last step is 3' })
    await compactor.erase({ thread: 't', entry: 'e0' })
    const again = await compactor.thread('t')
    expect(await reason(again, 3)).toEqual({ ...lost, step: 3, reason: 'no request is remembered' })
    const { thread: forgetful } = await open(0)
    await forgetful.prepare(WIDE)
    expect(await reason(forgetful, 1)).toEqual({ ...lost, step: 1, reason: 'no request is remembered' })
  })

  it('F7 · is not shown if something of it is not as it was', async () => {
    const store = memoryStore()
    const thread = await createCompactor({ store, tokenizer: characterTokenizer() }).thread('t')
    await thread.append(talk)
    await thread.prepare(WIDE)
    const meddled: Store = {
      ...store,
      requests: {
        ...store.requests,
        part: async (key, hash) => (await store.requests.part(key, hash))?.replace('brief', 'rude') ?? null,
      },
    }
    const other = await createCompactor({ store: meddled, tokenizer: characterTokenizer() }).thread('t')
    expect(await reason(other, 1)).toMatchObject({ code: 'request-lost', reason: 'it does not come out as it was' })
    expect((await thread.viewAt(1)).sent.step).toBe(1)
  })
})

describe('a difference', () => {
  it('F7 · names the entries that two commits show otherwise', async () => {
    const thread = await createCompactor({ tokenizer: characterTokenizer() }).thread('t')
    await thread.append(talk)
    await thread.compact(NARROW)
    await thread.append(later)
    await thread.compact(NARROW)
    const [first, second] = await thread.commits()
    const all = await thread.diff(null)
    expect(all).toMatchObject({ from: null, to: second?.id, shown: 0 })
    expect(all.runs.every(({ before }) => before === 'include')).toBe(true)
    const { length } = await thread.entries()
    expect(all.hidden).toBeGreaterThan(length / 2)
    expect(all.runs.every(({ from, to }) => from <= to && to < length)).toBe(true)
    expect(await thread.diff(second?.id ?? '', second?.id ?? '')).toMatchObject({ runs: [], shown: 0, hidden: 0 })
    const forth = await thread.diff(first?.id ?? '', second?.id ?? '')
    const back = await thread.diff(second?.id ?? '', first?.id ?? '')
    expect(back.runs).toEqual(forth.runs.map(({ before, after, ...run }) => ({ ...run, before: after, after: before })))
    expect(forth.hidden).toBeGreaterThan(0)
    expect(back.shown).toBe(forth.hidden)
    expect(failureIn(await rejection(thread.diff('x')))).toMatchObject({ code: 'commit-unknown', commit: 'x' })
  })
})

describe('what changes meanwhile', () => {
  const todo = (id: string, ...items: readonly string[]) =>
    [calls([id, 'todo_write', { todos: items }]), results([id, 'ok'])] as const
  const memory = (id: string, text: string) =>
    [calls([id, 'write_file', { path: 'MEMORY.md', content: text }]), results([id, 'written'])] as const

  it('case 84, F7 · a plan or memory that was written later stays, whatever view is gone back to', async () => {
    const thread = await createCompactor({ tokenizer: characterTokenizer() }).thread('t')
    await thread.append(
      messagesFor('openai-chat', [user('plan it'), ...todo('a', 'FIRST step'), ...finishedTurns(10, 200), user('go')]),
    )
    await thread.compact(NARROW)
    const [first] = await thread.commits()
    const edited = [agent('on'), user('more'), ...todo('b', 'SECOND step'), ...memory('c', 'REMEMBER this')]
    await thread.append(messagesFor('openai-chat', [...edited, agent('done'), user('next')]))
    const shown = async (): Promise<string> => JSON.stringify((await thread.prepare(WIDE)).request)
    for (const back of [() => thread.undo(WIDE), () => thread.redo(WIDE), () => thread.restore(first?.id ?? '', WIDE)]) {
      await back()
      for (const later of ['SECOND step', 'REMEMBER this']) expect(await shown()).toContain(later)
    }
    const { text } = await thread.brief({ goal: 'go on with the plan, the second step' })
    expect(text).toContain('SECOND step')
    // A branch from before knows nothing of them, and its own plan stays.
    const before = await thread.branch({ at: 'e5' })
    expect(JSON.stringify(await before.entries())).not.toContain('SECOND step')
    expect(JSON.stringify((await before.prepare(WIDE)).request)).toContain('FIRST step')
  })

  it('case 84, F7 · what is written while a summary is being made is in every view after it', async () => {
    const late = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const summarizer = scripted(async () => {
      asked.resolve()
      await late.promise
      return answerOf([add('fact', 'It is so.', [1])])
    })
    const thread = await createCompactor({ tokenizer: characterTokenizer(), summarizer, policy: FOLDS }).thread('t')
    await thread.append(messagesFor('openai-chat', [user('plan it'), ...finishedTurns(10, 200), user('go')]))
    const compacting = thread.compact(NARROW)
    await asked.promise
    await thread.append(messagesFor('openai-chat', [agent('ok'), ...memory('c', 'REMEMBER this'), agent('done'), user('next')]))
    late.resolve()
    await compacting
    const shown = async (): Promise<string> => JSON.stringify((await thread.prepare(WIDE)).request)
    expect(await shown()).toContain('REMEMBER this')
    await thread.undo(WIDE)
    expect(await shown()).toContain('REMEMBER this')
    await thread.redo(WIDE)
    expect(await shown()).toContain('REMEMBER this')
    const steps = await thread.requests()
    for (const { step } of steps) expect((await thread.viewAt(step)).sent.step).toBe(step)
  })
})

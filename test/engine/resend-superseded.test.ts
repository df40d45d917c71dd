import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store, Summarizer } from '../../src/schema/ports.ts'
import { stringsIn } from '../support/invariants.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

const OLD = 'Use PostgreSQL 14 for the store.'
const NEW = 'Use SQLite for the store.'
const OTHER = 'Never write to the table orders_live.'
const PUT_IN = 'Never log the customer numbers.'
const history = messagesFor('openai-chat', [
  user('Build the importer.'),
  agent('I begin with the parser of the importer.'),
  user(OLD),
  agent('I will do that.'),
  user(OTHER),
  ...finishedTurns(20, 150),
  user('go on'),
])
const edited = history.with(2, { role: 'user', content: NEW })
const deleted = history.toSpliced(2, 1)
const WINDOW = { window: 2_000, reserve: 0 }
const PLENTY = { window: 1_000_000, reserve: 0 }

const byOperations = scripted(() =>
  answerOf([
    add('constraint', OLD, [2], 'user'),
    add('decision', 'The store is PostgreSQL 14.', [2, 3]),
    add('constraint', OTHER, [4], 'user'),
  ]),
)
const unconfirmed = scripted(() =>
  answerOf([
    add('constraint', OLD, [2], 'user'),
    add('decision', 'I begin with the parser of the importer. PostgreSQL 14 was tried and taken back again.', [1, 2]),
  ]),
)
const inProse = scripted(() => ({
  ...answerOf([]),
  content: { kind: 'prose', text: 'The importer is to be built with PostgreSQL 14, and orders_live is not written to.' },
}))
const SUMMARIZERS: readonly (readonly [string, Summarizer | undefined])[] = [
  ['without a model', undefined],
  ['with a ledger', byOperations],
  ['with what nobody bears out', unconfirmed],
  ['in sentences', inProse],
]

async function folded(store: Store, summarizer: Summarizer | undefined): Promise<Thread> {
  const ports = { store, clock: () => 0, policy: presets.balanced(), ...(summarizer === undefined ? {} : { summarizer }) }
  const thread = await createCompactor(ports).thread('t')
  await thread.resend(history)
  await thread.compact(WINDOW)
  expect(await said(thread)).toContain('PostgreSQL 14')
  return thread
}

const said = async (thread: Thread): Promise<string> => stringsIn((await thread.prepare(PLENTY)).request).join('\n')

const more = (messages: readonly Json[], turns: number): readonly Json[] => [
  ...messages,
  { role: 'assistant', content: 'I go on.' },
  ...messagesFor('openai-chat', finishedTurns(turns, 150)).slice(2),
  { role: 'user', content: 'and on' },
]

describe.each(SUMMARIZERS)('a message that is folded, in a summary %s', (_, summarizer) => {
  it('L16 · is said as the client edited it, and not as it was', async () => {
    const thread = await folded(memoryStore(), summarizer)
    const { id, reconciliation } = await thread.resend(edited)
    expect([id, reconciliation.superseded]).toEqual(['t', [{ seq: 2, by: 'edited', text: NEW }]])
    const now = await said(thread)
    expect(now).toContain(NEW)
    expect(now).toContain('orders_live')
    expect(now).not.toMatch(/PostgreSQL 14/)
  })

  it('L16 · that the client put in is said too, until the client takes it out again', async () => {
    const store = memoryStore()
    const thread = await folded(store, summarizer)
    const { id } = await thread.resend(history.toSpliced(3, 0, { role: 'user', content: PUT_IN }))
    expect(id).toBe('t')
    expect(await said(thread)).toContain(PUT_IN)
    expect(await said(thread)).toContain('PostgreSQL 14')
    // Also by a later summary, of a longer history.
    const longer = more(history.toSpliced(3, 0, { role: 'user', content: PUT_IN }), 12)
    expect((await thread.resend(longer)).id).toBe('t')
    await thread.compact(WINDOW)
    expect(await said(thread)).toContain(PUT_IN)
    expect((await thread.resend(more(history, 12))).id).toBe('t')
    expect(await said(thread)).not.toContain(PUT_IN)
  })

  it('L16 · is not said any more if the client deleted it', async () => {
    const thread = await folded(memoryStore(), summarizer)
    expect((await thread.resend(deleted)).id).toBe('t')
    const now = await said(thread)
    expect(now).toContain('orders_live')
    expect(now).not.toMatch(/PostgreSQL 14/)
  })

  it.each([
    ['edited', edited],
    ['deleted', deleted],
  ])('L16 · stays %s through the next compaction, in a new process', async (_kind, version) => {
    const store = memoryStore()
    await (await folded(store, undefined)).resend(version)
    const thread = await createCompactor({ store, clock: () => 0, policy: presets.balanced() }).thread('t')
    await thread.resend(more(version, 12))
    expect((await thread.compact(WINDOW)).changed).toBe(true)
    const now = await said(thread)
    expect(now).not.toMatch(/PostgreSQL 14/)
    if (version === edited) expect(now).toContain('SQLite')
    await thread.append([{ role: 'assistant', content: 'This came later.' }], { dialect: 'openai-chat' })
    expect(await said(thread)).toContain('This came later.')
  })

  it('F16 · leaves nothing in what was stored if it is erased', async () => {
    const store = memoryStore()
    const thread = await folded(store, summarizer)
    await thread.resend(edited)
    expect(JSON.stringify(await thread.commits())).toContain('SQLite')
    await createCompactor({ store, clock: () => 0 }).erase({ thread: 't', entry: 'e2' })
    const commits = await (await createCompactor({ store, clock: () => 0 }).thread('t')).commits()
    expect(JSON.stringify(commits)).not.toContain('SQLite')
  })

  it('L1, L16 · is in the log as it was: found after an undo, in a branch of the thread, and if the client brings it back', async () => {
    const thread = await folded(memoryStore(), summarizer)
    await thread.resend(edited)
    expect((await thread.entries())[2]).toMatchObject({ text: OLD })
    const branch = await thread.branch({ at: 'e5' })
    expect(await said(branch)).toContain(OLD)
    await thread.resend(history)
    expect(await said(thread)).toContain(OLD)
    expect(await said(thread)).not.toContain('SQLite')
    await thread.resend(edited)
    await thread.undo()
    expect(await said(thread)).toContain(OLD)
    const { thread: after } = await thread.resend(edited)
    expect(await said(after)).toContain(NEW)
    expect(await said(after)).not.toContain(OLD)
  })
})

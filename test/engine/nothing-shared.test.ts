import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import type { Store, Summarizer } from '../../src/schema/ports.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'

const QUESTION = { role: 'user', content: [{ type: 'text', text: 'How many lines has a.ts?' }] }
const CALL = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.ts', lines: 12 } }] }
const RESULT = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'one\ntwo' }] }
const ANSWER = { role: 'assistant', content: [{ type: 'text', text: 'Two.' }] }
const HISTORY = [QUESTION, CALL, RESULT, ANSWER]

interface Block {
  cache_control?: unknown
  input?: { lines: number }
}

describe('L1, case 87 · what a host does to a request stays in the request', () => {
  const stores: readonly (readonly [string, () => Store | Promise<Store>])[] = [
    ['memory', memoryStore],
    ['sqlite', () => openSqliteStore(':memory:')],
  ]

  it.each(stores)('%s: adds a cache mark, masks a number, pops a part', async (_, store) => {
    const compactor = createCompactor({ store: await store() })
    const thread = await compactor.thread('one')
    await thread.append(structuredClone(HISTORY), { dialect: 'anthropic' })
    const before = JSON.stringify((await thread.prepare()).request)

    const { request, record } = await thread.prepare({ dialect: 'anthropic' })
    const blocks = request.messages.map(({ content }) => content as unknown as Block[])
    for (const [block] of blocks) if (block !== undefined) block.cache_control = { type: 'ephemeral' }
    const input = blocks[1]?.[0]?.input
    if (input !== undefined) input.lines = 0
    blocks[3]?.pop()

    expect(JSON.stringify((await thread.prepare()).request)).toBe(before)
    expect(await compactor.verify('one')).toMatchObject({ kind: 'whole' })
    expect((await thread.prepare()).record.bytes, 'the hash is that of what we made').toBe(record.bytes)
    await compactor.close()
  })

  it('gives the same request at every read, so that changes are not lost', async () => {
    const thread = await createCompactor().thread('one')
    await thread.append(HISTORY, { dialect: 'anthropic' })
    const prepared = await thread.prepare({ dialect: 'anthropic' })
    expect(prepared.request).toBe(prepared.request)
    expect(Object.isFrozen(prepared.request)).toBe(false)
  })

  it('takes tools as they are at the call, and sees that the same objects have changed by the next', async () => {
    const thread = await createCompactor().thread('one')
    await thread.append(HISTORY, { dialect: 'anthropic' })
    const tools = [{ name: 'read', description: 'Reads.', input_schema: { type: 'object' } }]
    const first = thread.prepare({ dialect: 'anthropic', tools })
    tools[0] = { name: 'write', description: 'Writes.', input_schema: { type: 'object' } }
    expect((await first).request.tools).toMatchObject([{ name: 'read' }])
    for (const tool of tools) tool.description = 'Writes a file.'
    expect((await thread.prepare({ dialect: 'anthropic', tools })).request.tools).toMatchObject([
      { description: 'Writes a file.' },
    ])
  })

  it('keeps drafts as they were handed in', async () => {
    const { anthropic } = await import('../../src/dialects/anthropic/dialect.ts')
    const compactor = createCompactor()
    const thread = await compactor.thread('one')
    const given = structuredClone(HISTORY)
    const appended = thread.appendDrafts(anthropic.readMessages(given))
    for (const message of given) message.content.pop()
    for (const message of given) Object.assign(message, { role: 'system' })
    await appended
    expect((await thread.prepare()).request['messages']).toEqual(HISTORY)
    expect(await compactor.verify('one')).toMatchObject({ kind: 'whole' })
  })

  it('hands out nothing else that can be changed', async () => {
    const thread = await createCompactor({ keepRequests: 2 }).thread('one')
    await thread.append(HISTORY, { dialect: 'anthropic' })
    const { prompt, budget, limits, adjustments } = await thread.prepare()
    const { receipt } = await thread.compact({ window: 200 })
    const read = [thread.entries(), thread.commits(), thread.summaries(), thread.messages(), thread.requests(), thread.session()]
    const told = [thread.check(), thread.explain(), thread.usage()]
    const given = await Promise.all<unknown>([...read, ...told])
    for (const value of [prompt, budget, limits, adjustments, receipt, thread, ...given]) expect(isFrozen(value)).toBe(true)
  })
})

describe('L1, case 98 · code of a host cannot change the log', () => {
  const long = Array.from({ length: 30 }, (_, index) => [
    { role: 'user', content: `Question ${index}: ${'why is that so? '.repeat(20)}` },
    { role: 'assistant', content: `Answer ${index}: ${'because it is. '.repeat(20)}` },
  ]).flat()

  it('a summarizer that writes into its job has failed, and nothing else', async () => {
    const summarizer: Summarizer = {
      name: 'vandal',
      async summarize({ entries }) {
        for (const entry of entries) Object.assign(entry, { text: 'vandalised' })
        throw new Error('it has seen enough')
      },
    }
    const compactor = createCompactor({ summarizer })
    const thread = await compactor.thread('one')
    await thread.append(long, { dialect: 'openai-chat' })
    const { request } = await thread.compact({ window: 3_000 })
    expect(JSON.stringify(request)).not.toContain('vandalised')
    expect(await compactor.verify('one')).toMatchObject({ kind: 'whole' })
  })

  it('a strategy that writes into its scene is passed over', async () => {
    const vandal = {
      name: 'vandal',
      propose({ log }: { readonly log: { readonly entries: readonly object[] } }) {
        for (const entry of log.entries) Object.assign(entry, { text: 'vandalised' })
        return { kind: 'not-enough' as const, reason: 'it only wanted to look' }
      },
    }
    const compactor = createCompactor({ policy: presets.balanced({ ladder: [vandal, { rung: 'drop-oldest' }] }) })
    const thread = await compactor.thread('one')
    await thread.append(long, { dialect: 'openai-chat' })
    const { request } = await thread.compact({ window: 3_000 })
    expect(JSON.stringify(request)).not.toContain('vandalised')
    expect(await compactor.verify('one')).toMatchObject({ kind: 'whole' })
  })
})

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozen)
}

import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import { expectShown, messagesIn } from '../support/invariants.ts'
import { agent, calls, finishedTurns, messagesFor, results, user } from '../support/steps.ts'

const open = (store: Store) => createCompactor({ store, clock: () => 0, policy: presets.balanced() }).thread('t')
const output = 'line of the output '.repeat(20)
const history = messagesFor('openai-chat', [
  user('Read it.'),
  calls(['r', 'read_file', { path: 'a.ts' }]),
  results(['r', output]),
  agent('I have.'),
  user('And now?'),
])
const withResult = (content: string): readonly Json[] => history.with(2, { role: 'tool', tool_call_id: 'r', content })

describe('a result that a client cut down or replaced', () => {
  it.each([
    ['cut by less than a fifth', output.slice(0, -20)],
    ['cut to its head', output.slice(0, 30)],
    ['replaced by a placeholder', '[Old tool result cleared]'],
    ['edited', output.replace('line', 'LINE')],
  ])('L16 · is shown as resent if it was %s: by a commit, never by a branch', async (_, content) => {
    const store = memoryStore()
    await (await open(store)).resend(history)
    const { thread, id } = await (await open(store)).resend(withResult(content))
    expect(id).toBe('t')
    expect(messagesIn((await thread.prepare()).request)).toEqual(withResult(content))
    expect((await thread.commits()).map(({ receipt }) => receipt.strategy)).toEqual(['resent'])
    expect((await thread.entries())[2]).toMatchObject({ text: output })
    await (await open(store)).resend(withResult(content))
    expect(await thread.commits()).toHaveLength(1)
  })

  it('L16 · is whole again if the client brings it back', async () => {
    const thread = await open(memoryStore())
    await thread.resend(history)
    await thread.resend(withResult('[cleared]'))
    await thread.resend(history)
    expect(messagesIn((await thread.prepare()).request)).toEqual(history)
  })

  it('L4 · is shown as the log has it if it is pinned, and reported', async () => {
    const thread = await open(memoryStore())
    await thread.resend(history)
    const [, , result] = await thread.entries()
    await thread.pin({ entry: result?.id ?? '' })
    const { reconciliation } = await thread.resend(withResult('[cleared]'))
    expect(reconciliation.revisions).toMatchObject([{ seq: 2, where: 'visible' }])
    expect(messagesIn((await thread.prepare()).request)).toEqual(history)
  })

  it('L16 · stays so through a compaction and its undo', async () => {
    const thread = await open(memoryStore())
    const long = [...messagesFor('openai-chat', finishedTurns(40, 120)), ...withResult('[cleared by the client]')]
    await thread.resend([...long.slice(0, -history.length), ...history])
    await thread.resend(long)
    const compacted = await thread.compact({ window: 6_000, reserve: 0 })
    expectShown(compacted.request, '[cleared by the client]', 'after the compaction')
    await thread.undo()
    expect(messagesIn((await thread.prepare({ window: 1_000_000, reserve: 0 })).request)).toEqual(long)
  })

  it('L16 · is shown as resent after the undo of a compaction that folded it', async () => {
    const thread = await open(memoryStore())
    const long = [...withResult('[cleared]'), ...messagesFor('openai-chat', [agent('So it is.'), ...finishedTurns(40, 120)])]
    await thread.resend([...history, ...long.slice(history.length)])
    await thread.resend(long)
    await thread.compact({ window: 3_000, reserve: 0 })
    expect((await thread.commits()).at(-1)?.plan.records[0]).toMatchObject({ action: 'summarize', span: { from: 0 } })
    await thread.undo()
    expect(messagesIn((await thread.prepare({ window: 1_000_000, reserve: 0 })).request)).toEqual(long)
  })

  it('L16 · is whole for a second client that has it whole, though the first has cut it down since', async () => {
    const thread = await open(memoryStore())
    await thread.resend(history, { client: 'one' })
    await thread.resend(history, { client: 'two' })
    await thread.resend(withResult('[cleared]'), { client: 'two' })
    await thread.resend(history, { client: 'one' })
    expect(messagesIn((await thread.prepare()).request)).toEqual(history)
  })

  it('L16 · is not taken for that of another call that was cleared in the same words', async () => {
    const store = memoryStore()
    await (await open(store)).resend(history)
    await (await open(store)).resend(withResult('[cleared]'))
    const other = messagesFor('openai-chat', [
      user('First of all.'),
      user('Read it.'),
      calls(['s', 'read_file', { path: 'b.ts' }]),
      results(['s', '[cleared]']),
      agent('I have.'),
      user('And then?'),
    ])
    const { thread } = await (await open(store)).resend(other, { head: 'deleted' })
    expect(messagesIn((await thread.prepare()).request)).toEqual(other)
  })
})

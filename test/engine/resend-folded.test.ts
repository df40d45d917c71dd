import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Store } from '../../src/schema/ports.ts'
import { messagesIn } from '../support/invariants.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

const open = (store: Store) => createCompactor({ store, clock: () => 0, policy: presets.balanced() }).thread('t')
const PLENTY = { window: 1_000_000, reserve: 0 }
/** Forty turns of four messages, all but the last few folded. */
const history = messagesFor('openai-chat', [...finishedTurns(40, 120), user('What is left to do?')])
const asked = (text: string): Json => ({ role: 'user', content: text })

/** A thread that has folded most of the history, and was then handed another version of it. */
async function handed(...versions: readonly (readonly Json[])[]) {
  const store = memoryStore()
  const thread = await open(store)
  await thread.resend(history)
  await thread.compact({ window: 4_000, reserve: 0 })
  for (const version of versions.slice(0, -1)) await (await open(store)).resend(version, { head: 'deleted' })
  const resent = await (await open(store)).resend(versions.at(-1) ?? [], { head: 'deleted' })
  return { ...resent, sent: messagesIn((await resent.thread.prepare(PLENTY)).request), store }
}

describe('a history of which most is folded', () => {
  const edited = history.with(0, asked('Something else altogether'))

  it('L16 · goes on where the client took it back to, though that is folded', async () => {
    const back = [...edited.slice(0, 8), asked('Stop here.')]
    expect((await handed(edited, back)).sent).toEqual(back)
  })

  it('L16 · is shown as it was edited if a branch brings the folded part to light', async () => {
    const other = [...edited.slice(0, 120), asked('And now something else.')]
    expect((await handed(edited, other)).sent).toEqual(other)
  })

  it('L16 · is shown with a message that was put in, and without one that was deleted, if a branch brings them to light', async () => {
    const changed = history.toSpliced(7, 1).toSpliced(4, 0, asked('Put in'))
    const other = [...changed.slice(0, 120), asked('And now something else.')]
    expect((await handed(changed, other)).sent).toEqual(other)
  })

  it('L16 · is shown with the results that the client cut down if a branch brings them to light', async () => {
    const cut = history.with(2, { role: 'tool', tool_call_id: 'call-0', content: 'content of file 0' })
    const other = [...cut.slice(0, 120), asked('And now something else.')]
    expect((await handed(cut, other)).sent).toEqual(other)
  })

  it('L16 · goes to a branch if what was edited is folded, and shown all the same', async () => {
    const thread = await open(memoryStore())
    await thread.resend(history)
    await thread.pin({ text: 'Request 0' })
    await thread.compact({ window: 4_000, reserve: 0 })
    const { thread: branch, unpinned } = await thread.resend(edited)
    expect(messagesIn((await branch.prepare(PLENTY)).request)).toEqual(edited)
    expect(unpinned).toEqual(['e0'])
  })
})

describe('pins of a thread that a history leaves', () => {
  const short = messagesFor('openai-chat', [...finishedTurns(3, 20), user('What is left to do?')])

  it('L16 · stay, behind the branch too, if the history has what is pinned, and are reported if it has not', async () => {
    const store = memoryStore()
    const thread = await open(store)
    await thread.resend(short)
    for (const text of ['Request 0', 'Request 1', 'Request 2']) await thread.pin({ text })
    const { thread: branch, unpinned } = await thread.resend(short.with(4, asked('Something else altogether')))
    expect(unpinned).toEqual(['e4'])
    const { receipt } = await branch.compact({ window: 400, reserve: 0 })
    expect(receipt.inputs.pins).toEqual([0, 8])
    expect((await branch.entries())[8]).toMatchObject({ role: 'user', text: expect.stringContaining('Request 2') })
    const again = await (await open(store)).resend(short.with(4, asked('Something else altogether')))
    expect(again.unpinned).toEqual(['e4'])
    expect((await thread.compact({ window: 400, reserve: 0 })).receipt.inputs.pins).toEqual([0, 4, 8])
  })
})

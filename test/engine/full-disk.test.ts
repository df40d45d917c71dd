import { describe, expect, it } from 'vitest'
import { CompactionError } from '../../src/schema/failures.ts'
import type { ArtifactStore, Store } from '../../src/schema/ports.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { lightEngine } from '../support/light-engine.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'
import { PUTS_AWAY } from '../support/store-child.ts'

const FULL = { code: 'store-unusable', reason: 'full', at: 'a disk', expected: 'room', found: 'none' } as const
const NARROW = { window: 6_000 }
const WIDE = { window: 1_000_000 }

/** Stores that have room for everything, or, of the verbs that are named, for nothing. */
function stores(): { readonly store: Store; readonly artifacts: ArtifactStore; full: readonly string[] } {
  const [kept, shelf] = [memoryStore(), memoryArtifacts()]
  const room =
    <Given extends readonly unknown[]>(verb: string, work: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      if (state.full.includes(verb)) throw new CompactionError<'store-unusable'>(FULL)
      await work(...given)
    }
  const store: Store = {
    ...kept,
    append: room('append', kept.append),
    commit: room('commit', kept.commit),
    pin: room('pin', kept.pin),
  }
  const state = { store, artifacts: { ...shelf, put: room('put', shelf.put) }, full: [] as readonly string[] }
  return state
}

describe('a disk that fills up in the middle', () => {
  it('case 80 · of a step leaves the thread as it was, and the same thread goes on when there is room', async () => {
    const at = stores()
    const thread = await lightEngine({ ...at }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 200), user('go')]))
    const before = [await thread.entries(), (await thread.prepare(WIDE)).request]
    at.full = ['append', 'pin']
    const more = messagesFor('openai-chat', [agent('went'), user('on')])
    expect(failureIn(await rejection(thread.append(more)))).toEqual(FULL)
    expect(failureIn(await rejection(thread.pin({ text: 'go' })))).toEqual(FULL)
    expect([await thread.entries(), (await thread.prepare(WIDE)).request]).toEqual(before)
    at.full = []
    await thread.append(more)
    expect(await thread.entries()).toHaveLength((before[0] as readonly unknown[]).length + 2)
    expect(await lightEngine({ ...at }).verify('t')).toMatchObject({ kind: 'whole' })
  })

  it('case 80 · of a compaction or an undo leaves the view as it was and blocks no other process', async () => {
    const at = stores()
    const thread = await lightEngine({ ...at, policy: PUTS_AWAY }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 400), user('go')]))
    const before = (await thread.prepare(WIDE)).request
    at.full = ['commit']
    expect(failureIn(await rejection(thread.compact(NARROW)))).toEqual(FULL)
    expect((await thread.prepare(WIDE)).request).toEqual(before)
    expect(await thread.session()).toMatchObject({ compactionCount: 0, lastCompactionAt: null, currentlyCompacting: false })
    // Nothing may be put away: the plan does without.
    at.full = ['put']
    const { receipt } = await thread.compact(NARROW)
    expect(receipt.records.map(({ action }) => action)).not.toContain('externalize')
    const folded = (await thread.prepare(WIDE)).request
    at.full = ['commit']
    expect(failureIn(await rejection(thread.undo(WIDE)))).toEqual(FULL)
    expect((await thread.prepare(WIDE)).request).toEqual(folded)
    at.full = []
    await thread.undo(WIDE)
    expect((await thread.prepare(WIDE)).request).toEqual(before)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Thread } from '../../src/index.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { emptiedSchema } from '../support/emptied-schema.ts'
import { emptyFolder } from '../support/folders.ts'
import { lightEngine, openStoreAt, type StoreAt } from '../support/light-engine.ts'
import { newSchema } from '../support/postgres.ts'
import { agent, finishedTurns, messagesFor, user } from '../support/steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-undo-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const places: Readonly<Record<string, () => StoreAt>> = {
  SQLite: () => ({ kind: 'sqlite', path: join(folder, `${newSchema()}.db`) }),
  PostgreSQL: () => ({ kind: 'postgres', url: inject('postgres'), schema: emptiedSchema(inject('postgres')) }),
}
const talk = messagesFor('openai-chat', [user('KEEP this'), ...finishedTurns(20, 200), user('go')])
const later = messagesFor('openai-chat', [agent('went'), ...finishedTurns(10, 200), user('LATER')])
/** Wide enough for everything, and narrow enough to fold. */
const WIDE = { window: 1_000_000 }
const NARROW = { window: 6_000 }

const shown = async (thread: Thread): Promise<string> => JSON.stringify((await thread.prepare(WIDE)).request)

describe.each(Object.entries(places))('undo in %s', (_, place) => {
  it('case 83 · gives back the request of before, byte for byte, once, twice, and after a restart', async () => {
    const at = place()
    let store = await openStoreAt(at)
    let thread = await lightEngine({ store }).thread('t')
    const reopen = async (): Promise<void> => {
      await store.close()
      store = await openStoreAt(at)
      thread = await lightEngine({ store }).thread('t')
    }
    await thread.append(talk)
    const whole = await shown(thread)
    await thread.compact(NARROW)
    const once = await shown(thread)
    await thread.append(later)
    const grown = await shown(thread)
    await thread.compact(NARROW)
    expect(await shown(thread)).not.toBe(grown)
    await reopen()
    const { receipt, changed } = await thread.undo(WIDE)
    expect({ changed, strategy: receipt.strategy }).toEqual({ changed: true, strategy: 'undo' })
    expect(await shown(thread)).toBe(grown)
    await reopen()
    expect(await shown(thread)).toBe(grown)
    expect(grown.startsWith(once.slice(0, 500))).toBe(true)
    await thread.undo(WIDE)
    const restored = await shown(thread)
    expect(restored).toContain('LATER')
    expect(restored.startsWith(whole.slice(0, whole.length - 2))).toBe(true)
    await reopen()
    expect(await shown(thread)).toBe(restored)
    expect(failureIn(await rejection(thread.undo(WIDE)))).toEqual({ code: 'nothing-to-undo', thread: 't' })
    const kept = await thread.commits()
    expect(kept.map(({ undoes }) => undoes)).toEqual([undefined, undefined, kept[1]?.id, kept[0]?.id])
    await store.close()
  })

  it('case 83, L6 · after later turns keeps them, gives every entry its fate, and can be followed by another compaction', async () => {
    const store = await openStoreAt(place())
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(talk)
    const { receipt: first } = await thread.compact(NARROW)
    await thread.append(later)
    const { receipt } = await thread.undo(WIDE)
    const { length } = await thread.entries()
    expect(receipt.fates.map(({ from, to }) => to - from + 1).reduce((sum, each) => sum + each, 0)).toBe(length)
    // Ids that come twice are told apart; nothing is folded any more.
    expect(receipt.fates.every(({ fate }) => fate === 'kept' || fate === 'repaired')).toBe(true)
    expect(receipt.tokens.after).toBeGreaterThan(receipt.tokens.before)
    const again = await thread.compact(NARROW)
    expect(again.changed).toBe(true)
    expect(again.receipt.tokens.after).toBeLessThanOrEqual(first.tokens.budget)
    await thread.undo(WIDE)
    expect(await shown(thread)).toContain('LATER')
    await store.close()
  })

  it('case 83 · is not made good at once by the trigger, but a request that does not fit still is', async () => {
    const store = await openStoreAt(place())
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(talk)
    const { tokens } = await thread.prepare(WIDE)
    // Above the trigger of 85 %, and within the budget.
    const tight = { window: Math.round(tokens / 0.9), reserve: 0 }
    const before = JSON.stringify((await thread.prepare({ ...tight, window: tight.window * 2 })).request)
    await thread.prepare(tight)
    expect(await thread.commits()).toHaveLength(1)
    await thread.undo(tight)
    expect(JSON.stringify((await thread.prepare(tight)).request)).toBe(before)
    await thread.append(messagesFor('openai-chat', [agent('yes'), user('on')]))
    await thread.prepare(tight)
    expect(await thread.commits()).toHaveLength(2)
    const small = { window: Math.round(tokens / 2), reserve: 0 }
    expect((await thread.prepare(small)).tokens).toBeLessThanOrEqual(small.window)
    expect(await thread.commits()).toHaveLength(3)
    await store.close()
  })
})

describe('after a return to an earlier commit', () => {
  it.each(['restore', 'undo'] as const)('case 83, F7 · by %s, the trigger does not make it good at once', async (how) => {
    const store = memoryStore()
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(talk)
    await thread.compact(NARROW)
    await thread.append(later)
    const [first] = await thread.commits()
    const { tokens } = await thread.prepare(WIDE)
    await thread.compact(NARROW)
    // Above the trigger of 85 %, and within the budget.
    const tight = { window: Math.round(tokens / 0.9), reserve: 0 }
    const back = how === 'undo' ? await thread.undo(tight) : await thread.restore(first?.id ?? '', tight)
    expect(back.tokens).toBe(tokens)
    expect(JSON.stringify((await thread.prepare(tight)).request)).toBe(JSON.stringify(back.request))
    expect(await thread.commits()).toHaveLength(3)
  })
})

describe('after an undo', () => {
  const bulk = (turns: number) => messagesFor('openai-chat', [agent('yes'), ...finishedTurns(turns, 200), user('on')])

  it('case 83 · the trigger folds what has come since and no more, then waits; only after that it folds as the policy says', async () => {
    const store = await openStoreAt({ kind: 'sqlite', path: ':memory:' })
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(talk)
    const { tokens } = await thread.prepare(WIDE)
    const tight = { window: Math.round(tokens / 0.92), reserve: 0 }
    await thread.prepare(tight)
    const [undone] = await thread.commits()
    expect(undone?.receipt.tokens.after).toBeLessThan(0.65 * tight.window)
    await thread.undo(tight)
    // Beyond half of what is left.
    await thread.append(bulk(2))
    const grown = (await thread.prepare(WIDE)).tokens
    expect(grown).toBeGreaterThan(0.96 * tight.window)
    const { tokens: left } = await thread.prepare(tight)
    const [, , excess] = await thread.commits()
    expect(excess?.undoes).toBeUndefined()
    expect(excess?.plan.records).not.toEqual(undone?.plan.records)
    expect(left).toBeLessThanOrEqual(tokens)
    expect(left).toBeGreaterThan(0.8 * tokens)
    // It landed above the release mark: the next step is none for it.
    await thread.append(messagesFor('openai-chat', [agent('fine'), user('next')]))
    await thread.prepare(tight)
    expect(await thread.commits()).toHaveLength(3)
    await thread.append(bulk(6))
    expect((await thread.prepare(tight)).tokens).toBeLessThan(0.65 * tight.window)
    expect(await thread.commits()).toHaveLength(4)
    await store.close()
  })

  it('case 83, L3 · a request that does not fit is folded as far as it must, also after a restart', async () => {
    const store = await openStoreAt({ kind: 'sqlite', path: ':memory:' })
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(talk)
    const narrow = { window: 6_000, reserve: 0 }
    await thread.prepare(narrow)
    await thread.undo(narrow)
    const again = await lightEngine({ store }).thread('t')
    const { tokens } = await again.prepare(narrow)
    expect(tokens).toBeLessThanOrEqual(6_000)
    expect(tokens).toBeGreaterThan(0.85 * 6_000)
    await again.undo(narrow)
    // A compaction by hand does what the policy says.
    expect((await again.compact(narrow)).tokens).toBeLessThan(0.65 * 6_000)
    await store.close()
  })

  it('A15 · a session counts compactions, and neither the undo nor its time', async () => {
    for (const store of [memoryStore(), await openStoreAt({ kind: 'sqlite', path: ':memory:' }), openJsonlStore(emptyFolder())]) {
      let now = 1_000
      const thread = await lightEngine({ store, clock: () => now }).thread('t')
      await thread.append(talk)
      await thread.compact(NARROW)
      now = 2_000
      await thread.undo(WIDE)
      const counts = { compactionCount: 1, undoCount: 1, redoCount: 0, restoreCount: 0, branchCount: 0 }
      expect(await thread.session()).toEqual({ ...counts, lastCompactionAt: 1_000, currentlyCompacting: false })
      now = 3_000
      await thread.compact(NARROW)
      expect(await thread.session()).toMatchObject({ compactionCount: 2, lastCompactionAt: 3_000 })
      await store.close()
    }
  })
})

describe('a branch', () => {
  it('B17, case 83 · begins before, at or after the boundary of a fold, with the fold that held there', async () => {
    const store = await openStoreAt({ kind: 'sqlite', path: ':memory:' })
    const engine = lightEngine({ store })
    const thread = await engine.thread('t')
    await thread.append(talk)
    await thread.pin({ text: 'KEEP this' })
    const whole = await shown(thread)
    await thread.compact(NARROW)
    const [commit] = await thread.commits()
    const boundary = commit?.plan.version ?? 0
    await thread.append(later)
    const before = await thread.branch({ at: `e${boundary - 4}` })
    expect(await before.commits()).toEqual([])
    expect(whole.startsWith((await shown(before)).slice(0, -2))).toBe(true)
    const at = await thread.branch({ at: `e${boundary}` })
    expect((await at.commits()).map(({ plan }) => plan.records)).toEqual([commit?.plan.records])
    const after = await thread.branch({ at: `e${boundary + 5}` })
    expect((await after.commits()).map(({ plan }) => plan.records)).toEqual([commit?.plan.records])
    expect(await after.entries()).toEqual((await thread.entries()).slice(0, boundary + 5))
    expect((await shown(thread)).startsWith((await shown(after)).slice(0, -2))).toBe(true)
    await after.undo(WIDE)
    expect((await shown(after)).startsWith(whole.slice(0, -2))).toBe(true)
    for (const branch of [before, at, after]) expect(await shown(branch)).toContain('KEEP this')
    expect(await engine.threads()).toEqual(['t', ...[-4, 0, 5].map((by) => `t/branch-${boundary + by}`)].sort())
    await store.close()
  })

  it('case 83 · after an undo takes along what held then, and can be undone itself', async () => {
    const store = await openStoreAt({ kind: 'sqlite', path: ':memory:' })
    const thread = await lightEngine({ store }).thread('t')
    await thread.append(talk)
    const whole = await shown(thread)
    await thread.compact(NARROW)
    await thread.append(later)
    await thread.compact(NARROW)
    await thread.undo(WIDE)
    const { length } = await thread.entries()
    const once = await thread.branch({ at: `e${length - 1}` })
    expect((await once.commits()).map(({ undoes }) => undoes)).toEqual([undefined])
    expect((await shown(thread)).startsWith((await shown(once)).slice(0, -2))).toBe(true)
    await once.undo(WIDE)
    expect((await shown(once)).startsWith(whole.slice(0, -2))).toBe(true)
    await thread.undo(WIDE)
    const twice = await thread.branch({ at: `e${length - 1}` })
    expect(await twice.commits()).toEqual([])
    expect((await shown(thread)).startsWith((await shown(twice)).slice(0, -2))).toBe(true)
    await store.close()
  })

  it('has a name of its own each time, or the one that it is given; an entry that is not there is said so', async () => {
    const engine = lightEngine({ store: await openStoreAt({ kind: 'sqlite', path: ':memory:' }) })
    const thread = await engine.thread('t')
    await thread.append(talk)
    for (let time = 0; time < 2; time += 1) await thread.branch({ at: 'e5' })
    const mine = await thread.branch({ at: 'e3', id: 'mine' })
    await mine.append(later)
    expect(await (await thread.branch({ at: 'e3', id: 'mine' })).entries()).toEqual(await mine.entries())
    expect(await engine.threads()).toEqual(['mine', 't', 't/branch-5', 't/branch-5-2'])
    expect(failureIn(await rejection(thread.branch({ at: 'e999' })))).toMatchObject({ code: 'entry-unknown', entry: 'e999' })
    await engine.close()
  })
})

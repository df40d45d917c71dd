import { describe, expect, it } from 'vitest'
import { createCompactor, isFailure, presets } from '../../src/index.ts'
import { seqOf } from '../../src/schema/ids.ts'
import { rangeOf } from '../../src/schema/range.ts'
import type { Order, Proposal, Scene, Strategy } from '../../src/schema/strategy.ts'
import { rejection } from '../support/caught.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

/** Clears the largest results first, until it is enough. */
const largestFirst: Strategy = {
  name: 'largest-first',
  propose(scene) {
    const results = scene.log.entries.filter(({ kind, seq }) => kind === 'tool-result' && !scene.protected.has(seq))
    const bySize = results.toSorted((a, b) => sizeOf(scene, b.seq) - sizeOf(scene, a.seq))
    const orders: Order[] = []
    let over = scene.sizes.reduce((sum, size) => sum + size, 0) - scene.allowance
    for (const entry of bySize) {
      if (over <= 0) break
      const tokens = scene.prices.cleared(entry)
      orders.push({ action: 'clear', seq: entry.seq, tokens, preservedFields: {} })
      over -= sizeOf(scene, entry.seq) - tokens
    }
    if (orders.length === 0) return { kind: 'not-enough', reason: 'there is no result to clear' }
    return over > 0 ? { kind: 'partial', orders, reason: 'it clears all results' } : { kind: 'orders', orders }
  },
}

const sizeOf = (scene: Scene, seq: number): number => scene.sizes[seq] ?? 0

function steps(count: number): readonly object[] {
  return Array.from({ length: count }, (_, step) => [
    { role: 'user', content: `Read file ${step}.` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `call_${step}`, type: 'function', function: { name: 'read', arguments: `{"path":"f${step}"}` } }],
    },
    { role: 'tool', tool_call_id: `call_${step}`, content: `line of file ${step}\n`.repeat(20 * (step + 1)) },
    { role: 'assistant', content: `File ${step} is read.` },
  ]).flat()
}

async function threadWith(...ladder: readonly Strategy[]) {
  const thread = await createCompactor({ policy: presets.balanced({ ladder, trigger: 1, release: 1 }) }).thread('own')
  await thread.append(steps(8) as never)
  return thread
}

describe('a strategy of the user’s own', () => {
  it('C26 · sees every unit of the history, also those that are folded already', async () => {
    const first: number[] = []
    const looks: Strategy = {
      name: 'looks',
      propose(scene) {
        first.push(scene.units[0]?.from ?? -1)
        return { kind: 'not-enough', reason: 'it only looks' }
      },
    }
    const thread = await threadWith(looks)
    expect((await thread.compact({ window: 3_000, reserve: 0 })).receipt.strategy).not.toBe('include')
    await thread.append(steps(2) as never)
    await thread.compact({ window: 3_000, reserve: 0 })
    expect(first.length).toBeGreaterThan(1)
    expect(new Set(first)).toEqual(new Set([0]))
  })

  it('C26 · stands on the ladder as ours do: it is asked, its orders are carried out, the receipt names it', async () => {
    const thread = await threadWith(largestFirst)
    const { receipt, changed } = await thread.compact({ window: 4_000, reserve: 0 })
    expect(changed).toBe(true)
    expect(receipt.strategy).toBe('largest-first')
    expect(receipt.lawOverrides).toEqual([])
    expect(receipt.fates.filter(({ fate }) => fate === 'cleared').map(({ from }) => from)).toEqual([30])
    expect(await thread.compact({ window: 4_000, reserve: 0 })).toMatchObject({
      changed: false,
      receipt: { strategy: 'largest-first' },
    })
  })

  it('C26 · says in the report what it proposed, and what that frees', async () => {
    const report = await (await threadWith(largestFirst)).explain({ window: 4_000, reserve: 0 })
    expect(report.rungs[0]).toMatchObject({ strategy: 'largest-first', outcome: 'taken', isFloor: false })
    expect(report.rungs[0]?.proposals[0]?.estimatedTokensFreed).toBeGreaterThan(500)
  })

  it('C26 · is tried where its aggressiveness puts it, before rungs and after them', async () => {
    for (const [aggressiveness, place] of [
      [-1, 0],
      [0, 4],
    ] as const) {
      const ladder = [...presets.balanced().ladder, { ...largestFirst, aggressiveness }]
      const thread = await createCompactor({ policy: presets.balanced({ ladder }) }).thread('t')
      await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 400), user('go on')]))
      const { rungs } = await thread.explain({ window: 4_000, reserve: 0 })
      expect(rungs.map(({ strategy }) => strategy).indexOf('largest-first')).toBe(place)
    }
    const policy = presets.balanced({ ladder: [{ ...largestFirst, aggressiveness: Number.NaN }] })
    expect(() => createCompactor({ policy })).toThrow(/ladder\[0\]\.aggressiveness is NaN/)
  })

  const bad: readonly (readonly [string, (scene: Scene) => Proposal, RegExp])[] = [
    [
      'throws',
      () => {
        throw new Error('out of luck')
      },
      /it threw: out of luck/,
    ],
    ['proposes nothing that can be read', () => ({}) as Proposal, /neither orders nor a reason/],
    ['touches what is protected', (scene) => clearing(scene, scene.frontier.people[0] ?? 0), /it is protected/],
    ['clears what has no placeholder', (scene) => clearing(scene, 0), /not for an entry of kind text/],
    ['orders what is not there', (scene) => clearing(scene, 9_999), /not in the history/],
    ['tears a call from its result', () => dropping(0, 2), /tears a unit apart/],
    ['drops the frontier', (scene) => dropping(0, scene.log.entries.length), /is protected and not carried/],
    [
      'orders an entry twice',
      (scene) => ({ kind: 'orders', orders: [...ordersIn(clearing(scene, 2)), ...ordersIn(clearing(scene, 2))] }),
      /ordered twice/,
    ],
  ]

  it.each(bad)('that %s is passed over with the reason, and the request still fits', async (_, propose, reason) => {
    const thread = await threadWith({ name: 'bad', propose })
    const report = await thread.explain({ window: 4_000, reserve: 0 })
    expect(report.rungs[0]).toMatchObject({ strategy: 'bad', outcome: 'passed-over' })
    expect(report.rungs[0]?.reason).toMatch(reason)
    const { receipt, tokens } = await thread.compact({ window: 4_000, reserve: 0 })
    expect(tokens).toBeLessThanOrEqual(4_000)
    expect(receipt.strategy).not.toContain('bad')
  })

  it('that calls too little enough is taken at what it is worth, and the next rung goes on from there', async () => {
    const lie: Strategy = { name: 'lie', propose: (scene) => clearing(scene, 2) }
    const report = await (await threadWith(lie, largestFirst)).explain({ window: 4_000, reserve: 0 })
    expect(report.rungs[0]?.reason).toMatch(/it called that enough, and \d+ tokens are missing/)
    expect(report.strategy).toBe('lie + largest-first')
  })

  it('must have a name that is not ours, and no unknown members', async () => {
    for (const [step, at] of [
      [{ ...largestFirst, name: '' }, 'ladder[0].name'],
      [{ ...largestFirst, name: 'summarize' }, 'ladder[0].name'],
      [{ ...largestFirst, agressive: 3 } as Strategy, 'ladder[0]'],
    ] as const) {
      const error = await rejection(threadWith(step))
      expect(isFailure(error, 'input-invalid') && error.failure.at).toBe(at)
    }
  })

  it('is reached from compact by seven functions', async () => {
    const seen: string[][] = []
    const spy: Strategy = {
      name: 'spy',
      propose(scene) {
        const { stack = '' } = new Error('where am I')
        seen.push([...stack.matchAll(/^\s+at (?:async )?(?:Object\.)?(\S+) \(/gm)].map(([, name = '']) => name))
        return largestFirst.propose(scene)
      },
    }
    const before = Error.stackTraceLimit
    Error.stackTraceLimit = 30
    try {
      await (await threadWith(spy)).compact({ window: 4_000, reserve: 0 })
    } finally {
      Error.stackTraceLimit = before
    }
    const path = seen[0]?.slice(seen[0].indexOf('climb'), seen[0].indexOf('planCompaction') + 1)
    expect(path).toEqual(['climb', 'choosePlan', 'tryAllowance', 'search', 'fitRequest', 'planCompaction'])
  })
})

function clearing({ prices, log }: Scene, at: number): Proposal {
  const entry = log.entries[at] ?? log.entries[0]
  const tokens = entry === undefined ? 0 : prices.cleared(entry)
  return { kind: 'orders', orders: [{ action: 'clear', seq: seqOf(at), tokens, preservedFields: {} }] }
}

function dropping(from: number, end: number): Proposal {
  return { kind: 'orders', orders: [{ action: 'drop', ...rangeOf(from, end), reason: 'none', carries: [] }] }
}

function ordersIn(proposal: Proposal): readonly Order[] {
  return proposal.kind === 'orders' ? proposal.orders : []
}

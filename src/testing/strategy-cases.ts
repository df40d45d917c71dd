import assert from 'node:assert/strict'
import { fulfil } from '../compact/fulfil.ts'
import { normaliseRecords } from '../plan/build-plan.ts'
import { checkPlan, type PlanFault } from '../plan/check-plan.ts'
import { historyTokens } from '../plan/scene.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { Order, Scene, Strategy } from '../schema/strategy.ts'
import { characterTokenizer } from '../tokenizers/characters.ts'
import { sceneOf } from './scene.ts'

export interface StrategyCase {
  readonly name: string
  /** Throws if the strategy is wrong. */
  run(strategy: Strategy): void
}

/** What is promised of every strategy, at every budget of a few scenes. A strategy is done when all of these pass. */
export const strategyCases: readonly StrategyCase[] = [
  {
    name: 'fits or says why not, touches nothing that is protected and tears nothing apart, at every budget',
    run(strategy) {
      for (const scene of budgets()) assertPromises(strategy, scene)
    },
  },
  {
    name: 'has orders for at least one of the scenes',
    run(strategy) {
      assert.ok(budgets().some((scene) => strategy.propose(scene).kind !== 'not-enough'))
    },
  },
  {
    name: 'proposes the same for the same scene, and changes nothing in it',
    run(strategy) {
      for (const scene of budgets()) {
        const before = structuredClone({ ...scene, prices: null })
        const [once, twice] = [strategy.propose(scene), strategy.propose(scene)]
        assert.deepEqual(twice, once)
        assert.deepEqual({ ...scene, prices: null }, before)
      }
    },
  },
]

const busy = `
  u0 user 10
  a1 assistant 900
  u2 user 10
  c3 call 5
  r4 result 300
`
const finished = `
  u0 user 20
  a1 assistant 100
  u2 user 20
  c3 call 10
  r4 result 200
  a5 assistant 100
  u6 user 20
  a7 assistant 100
  u8 user 20
`
/** Something of everything: reasoning, a picture, the same call twice. */
const mixed = `
  u0 user 20
  p1 file 300
  t2 reasoning 100
  c3 call 10
  r4 result 200
  a5 assistant 50
  u6 user 20
  t7 reasoning 80
  c8 call 10
  r9 result 250
  a10 assistant 100
  u11 user 20
  c12 call 10
  r13 result 150
  a14 assistant 40
  u15 user 20
`

/** Scenes that a strategy may meet: the frontier open and closed, pins, a system text, parallel calls, a notice between. */
export const SCENES: readonly Scene[] = [
  sceneOf(busy),
  sceneOf(busy, { pins: [0] }),
  sceneOf(finished),
  sceneOf(finished, { pins: [1, 4] }),
  sceneOf(`s0 system 30\n${finished.trim()}\nc9 call 10\nr10 result 400`),
  sceneOf('u0 user 10\nc1 call 5\nc2 call 5\nc3 call 5\nr4 result 100\nr5 result 200\na6 assistant 90\nu7 user 5', { pins: [5] }),
  sceneOf('u0 user 10\nc1 call 5\nn2 notice 50\nr3 result 300\na4 assistant 10\nc5 call 200\nu6 user 5'),
  sceneOf(mixed, { circumstances: { idleMs: 5000 }, inputs: { c3: '{"path":"a.ts"}', c8: '{"path":"a.ts"}' } }),
  sceneOf(mixed, { pins: [2, 9], circumstances: { foldedTo: seqOf(5), idleMs: 5000 } }),
]

/** Every scene with every allowance that it does not fit, in steps of 13 tokens. */
function budgets(): readonly Scene[] {
  return SCENES.flatMap((scene) => {
    const steps = Math.ceil(Math.min(1_300, historyTokens(scene)) / 13)
    return Array.from({ length: steps }, (_, step) => ({ ...scene, allowance: step * 13 }))
  })
}

function assertPromises(strategy: Strategy, scene: Scene): void {
  const proposal = strategy.propose(scene)
  if (proposal.kind === 'not-enough') {
    assert.notEqual(proposal.reason, '', 'it says why not')
    return
  }
  const most = proposal.kind === 'orders' ? scene.allowance : historyTokens(scene) - 1
  const cost = costOf(scene, proposal.orders)
  assert.ok(cost <= most, `history costs ${cost} tokens after ${proposal.kind}, and may cost ${most}`)
  assert.deepEqual(faultsOf(scene, proposal.orders), [])
  const touched = proposal.orders.flatMap(touchedBy).filter((seq) => scene.protected.has(seq))
  assert.deepEqual(touched, [], 'nothing that is protected is touched')
}

/** Entries that an order changes or takes out of the prompt. */
function touchedBy(order: Order): readonly Seq[] {
  if ('seq' in order) return [order.seq]
  const carried = new Set(order.carries.map(({ seq }) => seq))
  return Array.from({ length: order.end - order.from }, (_, at) => seqOf(order.from + at)).filter((seq) => !carried.has(seq))
}

/** What history costs once orders are carried out, summaries at their most. */
export function costOf(scene: Scene, orders: readonly Order[]): number {
  let cost = historyTokens(scene)
  const size = (seq: number): number => scene.sizes[seq] ?? 0
  for (const order of orders) {
    if ('seq' in order) {
      cost -= size(order.seq) - order.tokens
      continue
    }
    const carried = new Set(order.carries.map((carry) => carry.seq))
    for (let seq = order.from; seq < order.end; seq = after(seq)) if (!carried.has(seq)) cost -= size(seq)
    for (const { seq, excerpt } of order.carries) if (excerpt !== undefined) cost -= size(seq) - excerpt.head
    if (order.action === 'summarize') cost += order.tokens + (order.splitTurn?.tokens ?? 0) + scene.prices.summaryFrame
  }
  return cost
}

/** What is wrong with the plan that orders make. */
export function faultsOf(scene: Scene, orders: readonly Order[]): readonly PlanFault[] {
  const { records } = normaliseRecords(scene.log, fulfil(scene.log, orders, { tokenizer: characterTokenizer() }))
  return checkPlan({ log: scene.log, records, pins: scene.pins, fixed: scene.fixed })
}

import { leadingSystem } from '../log/rounds.ts'
import { actionFor, carriedBy, cutAround } from '../plan/build-plan.ts'
import { checkPlan, isVerbatim } from '../plan/check-plan.ts'
import { protectedEntries } from '../plan/protect.ts'
import { isOnlyResults } from '../render/view.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import type { Carried, Excerpt, PlanRecord } from '../schema/plan.ts'
import { rangeContains } from '../schema/range.ts'
import type { Log } from '../schema/strategy.ts'
import { type Outcome, outcomeUnder, type Planning } from './plan-compaction.ts'

/** The strategy of a commit that only shows again what was pinned. */
export const PIN_STRATEGY = 'pins'

/** Pins that a plan does not show word for word. */
export function hiddenPins(records: readonly PlanRecord[], pins: Iterable<Seq>): readonly Seq[] {
  const look = { records, carried: carriedBy(records) }
  return [...pins].filter((seq) => !isVerbatim(look, seq))
}

/** The same plan with pins shown, and what they cannot stand without: carried out of folds, and left alone by everything else. */
export function withPins(log: Log, records: readonly PlanRecord[], pins: ReadonlySet<Seq>): readonly PlanRecord[] {
  const fixed = leadingSystem(log.entries)
  const isShown = (seq: Seq): boolean => actionFor(records, seq).action === 'include'
  const kept = [...protectedEntries(log.entries, { people: [], openRound: [] }, pins)]
    .filter((seq) => seq >= fixed && !isShown(seq))
    .sort((a, b) => a - b)
  return records.flatMap((record) => {
    const inside = kept.filter((seq) => rangeContains(record.span, seq))
    if (inside.length === 0) return [record]
    if ((record.action !== 'summarize' && record.action !== 'drop') || isOnlyResults(log.entries, record)) {
      return cutAround(log, record, inside)
    }
    const carries = carrying(record.carries, inside)
    return [{ ...record, carries: isCleared(record) ? carries.map((carry) => companion(log, carry, pins)) : carries }]
  })
}

function isCleared(record: PlanRecord): boolean {
  return record.action === 'drop' && record.cleared === true
}

/** What of a result is shown in a new context because its call is pinned. */
const BESIDE_PIN: Excerpt = { head: 600, tail: 300 }

/** No later plan touches what a new context has left behind: a result that only stands beside a pinned call must never be what does not fit. */
function companion(log: Log, carry: Carried, pins: ReadonlySet<Seq>): Carried {
  const entry = log.entries[carry.seq]
  if (entry?.kind !== 'tool-result' || pins.has(carry.seq) || carry.excerpt !== undefined) return carry
  return entry.text.length > 2 * (BESIDE_PIN.head + BESIDE_PIN.tail) ? { ...carry, excerpt: BESIDE_PIN } : carry
}

function carrying(carries: readonly Carried[], seqs: readonly Seq[]): readonly Carried[] {
  const also = new Set(seqs)
  const others = carries.filter(({ seq, excerpt }) => !also.has(seq) || excerpt === undefined)
  const known = new Set(others.map(({ seq }) => seq))
  return [...others, ...seqs.filter((seq) => !known.has(seq)).map((seq) => ({ seq }))].sort((a, b) => a.seq - b.seq)
}

/** The plan in effect with its pins shown, rendered and accounted for; `undefined` if that breaks the plan. It may not fit. */
export function planPins(planning: Planning, now: number): Outcome | undefined {
  const { log, pins, records: before } = planning
  const records = withPins(log, before, pins)
  if (checkPlan({ log, records, pins, fixed: leadingSystem(log.entries) }).length > 0) return undefined
  const pinned = hiddenPins(before, pins).map(Number)
  // Nothing is compacted: nobody need be told of it.
  const { notice: _, continueWith: __, ...policy } = planning.policy
  // Not the inputs of a plan: a compaction that is asked for afterwards is made.
  const inputs = { ...planning.inputs, circumstances: { pinned } }
  return outcomeUnder({ ...planning, policy, inputs }, { strategy: PIN_STRATEGY, records }, now)
}

/** Pins as ids. */
export function pinIds(log: Log, pins: readonly Seq[]): string {
  return pins.map((seq) => log.entries[seqOf(seq)]?.id ?? `e${seq}`).join(', ')
}

import { lossIn } from '../budget/triggers/check-trigger.ts'
import { grouped } from '../budget/triggers/words.ts'
import { pruneCost } from '../economy/acting-cost.ts'
import { costIn } from '../log/measure-table.ts'
import type { Json } from '../schema/json.ts'
import { rangeOf } from '../schema/range.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { Reading } from '../schema/trigger.ts'
import type { Setting } from '../view/setting.ts'
import { prune } from './prune.ts'
import { FOR_ROOM } from './prune-marks.ts'
import type { Compacted, CompactOptions } from './thread.ts'
import type { ThreadState } from './thread-state.ts'

/** Whether only the window asks for a compaction, and prices would wait. */
export function isForRoom({ ports }: ThreadState, { rent }: Reading): boolean {
  const loss = lossIn(ports.policy.trigger)
  return rent !== undefined && loss !== undefined && ports.policy.whenCold !== undefined && rent.paid < rent.price + loss
}

/**
 * Makes room by clearing old outputs, if a token of room costs less that way than by a compaction. `null` if it does not, or if that is not
 * enough.
 *
 *     32,000 tokens, of which 15,000 are system and tools:   cleared 4,000 for 1.15 × 5,000   ·   folded 8,000 for 80,000 and more
 */
export function pruneForRoom(
  state: ThreadState,
  options: CompactOptions,
  at: Setting,
  reading: Reading,
): Promise<Compacted<Json> | null> {
  const { policy } = state.ports
  const [tokens, limit] = [reading.tokens, at.budget.window - at.budget.reserve]
  const reason = `${grouped(tokens)} tokens are more than the ${grouped(limit)} that fit, and clearing costs less than compacting`
  return prune(state, options, at, {
    ...{ rungs: policy.whenCold ?? [], why: { trigger: 'window', reason }, recorded: FOR_ROOM, isFull: true },
    isWorth: (receipt) => receipt.lawOverrides.length === 0 && isRoomy(receipt, at) && isCheaper(state, at, reading, receipt),
  })
}

/** Of what may be sent, what must be free afterwards: a prune for a single step would be followed by the next. */
const LEAST_ROOM = 0.05

function isRoomy({ tokens, bytes }: Receipt, { budget, byteLimit = Number.POSITIVE_INFINITY }: Setting): boolean {
  return tokens.after <= budget.limit * (1 - LEAST_ROOM) && bytes.after <= byteLimit
}

function isCheaper(
  { log, ports }: ThreadState,
  { priced, marks }: Setting,
  { rent, tokens }: Reading,
  receipt: Receipt,
): boolean {
  const { sheet } = priced
  const loss = lossIn(ports.policy.trigger)
  if (sheet === undefined || rent === undefined || loss === undefined) return false
  const removed = receipt.tokens.before - receipt.tokens.after
  const first = Math.min(...receipt.records.map(({ from }) => from))
  const behind = costIn(log.measures, rangeOf(first, log.length))
  const cost = pruneCost(sheet, { prompt: tokens, removed, rewritten: Math.max(0, behind - removed), isWarm: !rent.isCold })
  const folded = Math.max(1, tokens - Math.max(receipt.tokens.release, marks.system + marks.tools))
  return cost / removed < (rent.price + loss) / folded
}

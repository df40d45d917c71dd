import { isJsonObject, type Json } from '../schema/json.ts'
import type { StepTokens } from '../schema/price-sheet.ts'
import type { StepAccount, ThreadCost } from '../schema/thread-cost.ts'
import { type CallHere, goOn, type OtherWorlds } from './other-worlds.ts'
import { stepCost } from './step-cost.ts'

/** What a thread has cost, and where the sessions that did not happen stand. Plain JSON: it is kept in the thread's row. */
export interface CostState {
  readonly cost: ThreadCost
  readonly worlds: OtherWorlds | undefined
  /** How long the log was at the last settled call, and under which plan. */
  readonly head: number
  readonly commit: string | null
}

/** Something that costs: a call that was settled, or a summary that was paid for. */
export type Spending =
  | { readonly kind: 'call'; readonly call: SettledCall }
  | { readonly kind: 'summary'; readonly calls: number; readonly dollars: number }

export interface SettledCall extends Omit<CallHere, 'isChanged' | 'grown' | 'begins'> {
  readonly model: string
  readonly head: number
  readonly commit: string | null
  /** Tokens of the log from an entry on, by our count, up to `head`. */
  tokensSince(seq: number): number
  /** Where the present context begins: 0, or behind what was cleared. */
  readonly contextFrom: number
  readonly remarks: readonly string[]
}

const NO_TOKENS: StepTokens = { read: 0, written: 0, new: 0, output: 0 }

export const NO_COST: CostState = {
  cost: {
    ...{ calls: 0, reckoned: 0, unpriced: 0, tokens: NO_TOKENS, dollars: 0, summaries: { calls: 0, dollars: 0 } },
    ...{ uncompacted: { tokens: 0, dollars: 0 }, late: { tokens: 0, dollars: 0, compactions: 0 }, last: null },
  },
  ...{ worlds: undefined, head: 0, commit: null },
}

/** The sums with one thing more. */
export function withSpending(before: CostState, spending: Spending): CostState {
  return spending.kind === 'call' ? withCall(before, spending.call) : withSummary(before, spending)
}

function withSummary(before: CostState, { calls, dollars }: { readonly calls: number; readonly dollars: number }): CostState {
  const { summaries } = before.cost
  const sum = { calls: summaries.calls + calls, dollars: summaries.dollars + dollars }
  return { ...before, cost: { ...before.cost, summaries: sum } }
}

function withCall(before: CostState, call: SettledCall): CostState {
  const { cost, head } = before
  const { sheet, tokens, model, remarks, contextFrom } = call
  const isNew = before.worlds === undefined || contextFrom > head
  const here: CallHere = {
    ...call,
    begins: isNew ? call.tokensSince(contextFrom) : undefined,
    grown: isNew ? 0 : call.tokensSince(head),
    isChanged: before.commit !== call.commit,
  }
  const { worlds, uncompacted, late } = goOn(before.worlds, here)
  const dollars = sheet === undefined ? null : stepCost(sheet, tokens).dollars
  const { isCompacted, ...lateStep } = late
  const last: StepAccount = {
    ...{ model, tokens, dollars, uncompacted, late: lateStep },
    ...(remarks.length === 0 ? {} : { remarks }),
  }
  return {
    cost: {
      calls: cost.calls + 1,
      reckoned: cost.reckoned + (remarks.length === 0 ? 0 : 1),
      unpriced: cost.unpriced + (dollars === null ? 1 : 0),
      tokens: sumOf(cost.tokens, tokens),
      dollars: cost.dollars + (dollars ?? 0),
      summaries: cost.summaries,
      uncompacted: {
        tokens: cost.uncompacted.tokens + uncompacted.prompt,
        dollars: cost.uncompacted.dollars + (uncompacted.dollars ?? 0),
      },
      late: {
        tokens: cost.late.tokens + late.prompt,
        dollars: cost.late.dollars + (late.dollars ?? 0),
        compactions: cost.late.compactions + (isCompacted ? 1 : 0),
      },
      last,
    },
    ...{ worlds, head: call.head, commit: call.commit },
  }
}

function sumOf(a: StepTokens, b: StepTokens): StepTokens {
  const hour = (a.hour ?? 0) + (b.hour ?? 0)
  return {
    read: a.read + b.read,
    written: a.written + b.written,
    ...(hour === 0 ? {} : { hour }),
    new: a.new + b.new,
    output: a.output + b.output,
  }
}

/** What a store kept. What is not as we wrote it is as if it had never been: sums are begun anew. */
export function costStateIn(body: string | null): CostState {
  if (body === null) return NO_COST
  try {
    const said: Json = JSON.parse(body)
    const isOurs = isShaped(said, SHAPE) && isJsonObject(said) && (!('worlds' in said) || isShaped(said['worlds'], WORLDS))
    return isOurs ? (said as unknown as CostState) : NO_COST
  } catch {
    return NO_COST
  }
}

/** What must be there: the numbers that sums are made of. */
const SHAPE: Json = JSON.parse(JSON.stringify(NO_COST))
const WORLDS: Json = { whole: 0, late: 0, last: { whole: 0, late: 0, here: 0 }, hit: 0 }

/** Whether every number of a pattern is a number, all the way down. */
function isShaped(said: Json | undefined, pattern: Json): boolean {
  if (typeof pattern === 'number') return typeof said === 'number' && Number.isFinite(said)
  if (!isJsonObject(pattern)) return true
  return isJsonObject(said) && Object.entries(pattern).every(([name, value]) => isShaped(said[name], value))
}

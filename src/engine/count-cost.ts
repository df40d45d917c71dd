import { scaleCount } from '../budget/calibrate.ts'
import { releaseTokens } from '../budget/triggers/check-trigger.ts'
import { promptTokens } from '../budget/usage.ts'
import type { SettledCall } from '../economy/sum-cost.ts'
import type { Receipt } from '../schema/receipt.ts'
import { clearedIn } from '../view/cleared-log.ts'
import type { Setting } from '../view/setting.ts'
import { billedTokens } from './billed-tokens.ts'
import type { Answered } from './exchange.ts'
import { sheetNow } from './sheet-now.ts'
import type { ThreadState } from './thread-state.ts'

/** Above this share of the window, the rule that people compare with compacts. */
const LATE = 0.95
/** Tokens of a summary that a model writes. */
const WRITTEN = 3_000

/** Adds the call that was just answered to what the thread has cost, and tells of it. Each request counts once. */
export async function countCost(state: ThreadState, at: Setting, { sent, usage }: Answered, reported: unknown): Promise<void> {
  if (state.counted === sent) return
  state.counted = sent
  await state.costs.add({ kind: 'call', call: settledCall(state, at, { sent, usage }, reported) })
  const { last } = state.costs.state.cost
  if (last !== null) state.ports.events.tell(state.key, { kind: 'call-settled', ...last })
}

function settledCall(state: ThreadState, at: Setting, { sent, usage }: Answered, reported: unknown): SettledCall {
  const { log, ports, costs, records } = state
  const { budget, marks, model } = at
  const sheet = sheetNow(state, at, sent.idleMs)
  const fixed = budget.system + budget.tools
  const prompt = scaleCount(sent.tokens, budget.scale).expected
  const before = costs.state
  // Between commits a request begins with the whole of the one before it; after one, system and tools are sure.
  const isChanged = before.commit !== sent.commit
  // Another model has a cache of its own.
  const isOther = before.cost.last !== null && before.cost.last.model !== model
  const isCold = isOther || (sent.idleMs ?? 0) > (sheet?.cacheLifeMs ?? Number.POSITIVE_INFINITY)
  const sure = isChanged ? scaleCount(fixed, budget.scale).expected : (before.worlds?.last.here ?? 0)
  const shared = before.worlds === undefined || isOther ? 0 : sure
  const output = tokensBetween(state, sent.head, log.length, 'assistant')
  const { tokens, remarks } = billedTokens({
    ...{ reported, usage, prompt, shared, idleMs: sent.idleMs, sheet },
    output: scaleCount(output, budget.scale).expected,
  })
  const sum = promptTokens({ input: tokens.new, output: 0, cacheRead: tokens.read, cacheWrite: tokens.written })
  const perCount = sent.tokens === 0 ? 1 : sum / sent.tokens
  const kept = releaseTokens(ports.policy.trigger, ports.policy.release, marks) - marks.system - marks.tools
  return {
    ...{ model, tokens, remarks, fixed, perCount, sheet, isCold, head: sent.head, commit: sent.commit },
    most: budget.window * LATE,
    kept: Math.max(1, Math.round(kept / Math.max(perCount, Number.EPSILON))),
    asked: ports.summarizer === undefined ? 0 : WRITTEN,
    contextFrom: clearedIn(records).at(-1)?.span.end ?? 0,
    tokensSince: (seq) => tokensBetween(state, seq, sent.head),
  }
}

/** Tokens of the log by our count. What was not read when the thread was opened is not counted. */
function tokensBetween({ log }: ThreadState, from: number, end: number, role?: 'assistant'): number {
  let sum = 0
  for (let seq = from; seq < end; seq += 1) {
    if (role === undefined || log.read[seq]?.role === role) sum += log.measures.cost(seq)
  }
  return sum
}

/** A receipt with what the calls before it have cost, and with what could not be used of the latest report. */
export async function withCost({ costs }: ThreadState, receipt: Receipt): Promise<Receipt> {
  const { cost } = await costs.now().catch(() => costs.state)
  if (cost.calls === 0) return receipt
  const assumed = [...(receipt.assumed ?? []), ...(cost.last?.remarks ?? [])]
  return { ...receipt, cost, ...(assumed.length === 0 ? {} : { assumed }) }
}

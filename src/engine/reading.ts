import { scaleCount, unscale } from '../budget/calibrate.ts'
import { looksAtRent, releaseTokens } from '../budget/triggers/check-trigger.ts'
import { fires } from '../budget/triggers/fires.ts'
import type { ReadEntries } from '../log/entry-at.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Occasion, Receipt } from '../schema/receipt.ts'
import type { Landing, Reading, Trigger } from '../schema/trigger.ts'
import type { Setting } from '../view/setting.ts'
import { rentNow } from './rent-now.ts'
import type { ThreadState } from './thread-state.ts'
import { viewOf } from './views.ts'

/** What a trigger looks at. Tokens are what the provider may count at most: a trigger's numbers are the provider's. */
export function readingAt(state: ThreadState, at: Setting, occasion: Occasion): Reading {
  const view = viewOf(state, at)
  const tokens = scaleCount(at.outside + view.tokens, at.budget.scale).most
  const provider = state.provider.reading(at.budget.scale)
  return {
    ...at.marks,
    ...provider,
    ...rentNow(state, at, { tokens, idleMs: provider.idleMs }),
    moment: occasion === 'settle' ? 'settle' : 'prepare',
    forced: occasion === 'manual' || occasion === 'overflow' ? occasion : undefined,
    turns: (state.log.read.at(-1)?.turn ?? 0) - state.foldedTurns,
    tokens,
    bytes: at.outsideBytes + view.systemBytes + view.bytes,
    byteLimit: at.byteLimit,
    messages: at.system.length + view.messages,
  }
}

/** An estimate may be a tenth too low on anything people and programs write; on unusual text it may be further off. */
const UNSURE = 1.15
const FAR_OFF = 3

/** Whether a reading is so near to the limit that something may have to be done soon. */
export function isWithinReach({ tokens, window, reserve }: Reading): boolean {
  return tokens * FAR_OFF > window - reserve
}

/** Whether a reading that rests on estimates is too near to acting, or to the limit, to go by them. */
export function isNear(trigger: Trigger, reading: Reading): boolean {
  if (isWithinReach(reading)) return true
  return reading.forced !== undefined || fires(trigger, { ...reading, tokens: Math.ceil(reading.tokens * UNSURE) })
}

/** How many turns a plan has folded away wholly. */
export function turnsIn(entries: ReadEntries, records: readonly PlanRecord[]): number {
  const fold = records.findLast(({ action }) => action === 'summarize' || action === 'drop')
  if (fold === undefined) return 0
  const { end, lastTurn } = fold.span
  return entries[end]?.turn === lastTurn ? Math.max(0, lastTurn - 1) : lastTurn
}

/** Where the policy wants a compaction to come down to, by our count. */
export function releaseOf(policy: Policy, at: Setting): number {
  return Math.min(at.budget.limit, unscale(releaseTokens(policy.trigger, policy.release, at.marks), at.budget.scale))
}

/**
 * Where the compaction of a receipt landed, as its provider counts now. Where prices decide, what could not be removed is no longer paid for:
 * that is hysteresis enough.
 */
export function landingOf({ tokens, bytes, inputs }: Receipt, at: Setting, { trigger }: Policy): Landing {
  const { scale } = at.budget
  const isPriced = at.priced.sheet !== undefined && looksAtRent(trigger)
  const landed = scaleCount(tokens.after, scale).most
  const release = scaleCount(tokens.release, scale).most
  return {
    tokens: {
      landed,
      release: isPriced ? Math.max(release, landed) : release,
      limit: inputs.window - inputs.reserve,
    },
    bytes: inputs.byteLimit === null ? undefined : { landed: bytes.after, release: inputs.byteLimit, limit: inputs.byteLimit },
  }
}

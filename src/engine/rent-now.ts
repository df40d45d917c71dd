import { scaleCount } from '../budget/calibrate.ts'
import { looksAtRent, releaseTokens } from '../budget/triggers/check-trigger.ts'
import type { Growth, Receipt } from '../schema/receipt.ts'
import type { Reading } from '../schema/trigger.ts'
import type { Setting } from '../view/setting.ts'
import { isPrune } from './prune-marks.ts'
import { grownBetween, NOT_GROWN } from './rent-account.ts'
import { sheetNow } from './sheet-now.ts'
import type { ThreadState } from './thread-state.ts'

/** What prices say, if they are known. */
export function rentNow(
  state: ThreadState,
  at: Setting,
  { tokens: prompt, idleMs }: Pick<Reading, 'tokens' | 'idleMs'>,
): Pick<Reading, 'rent'> {
  const sheet = sheetNow(state, at, idleMs)
  const { policy, summarizer } = state.ports
  if (sheet === undefined || !looksAtRent(policy.trigger)) return {}
  const { landed, commit } = state
  const last = landed ?? commit?.receipt
  // A prune beside compactions came down to nothing that the next one could be measured by.
  const isAside = last !== undefined && isPrune(last)
  const rent = state.rent.read({
    ...{ sheet, prompt, idleMs, isAsked: summarizer !== undefined, scale: at.budget.scale },
    fixed: at.marks.system + at.marks.tools,
    ...beginOf(state),
    plan: commit?.id ?? null,
    release: releaseTokens(policy.trigger, policy.release, at.marks),
    landed: last === undefined || isAside ? 0 : scaleCount(last.tokens.after, at.budget.scale).most,
    page: Math.min(policy.summaryTokens, at.marks.window * PAGE_SHARE),
  })
  return { rent }
}

/** What calls had added when the view was last changed, and how long the log was then. */
function beginOf({ commit }: ThreadState): { readonly since: number; readonly grown: Growth } {
  return { since: commit?.receipt.inputs.head ?? 0, grown: commit?.receipt.growth ?? NOT_GROWN }
}

/** What calls have added up to an entry, for the receipt of a compaction there; nothing where prices have no say. */
export function growthUpTo(state: ThreadState, { priced }: Setting, receipt: Receipt): Pick<Receipt, 'growth'> {
  if (priced.sheet === undefined || !looksAtRent(state.ports.policy.trigger)) return {}
  const { grown, since } = beginOf(state)
  return { growth: grownBetween(state.log, grown, since, receipt.inputs.head) }
}

/** Of a window, what a page takes at the most when its place is guessed. */
const PAGE_SHARE = 0.1

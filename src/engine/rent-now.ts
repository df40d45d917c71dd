import { scaleCount } from '../budget/calibrate.ts'
import { looksAtRent, releaseTokens } from '../budget/triggers/check-trigger.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Reading } from '../schema/trigger.ts'
import type { Setting } from '../view/setting.ts'
import { isPrune } from './prune-marks.ts'
import { NOT_GROWN } from './rent-account.ts'
import type { ThreadState } from './thread-state.ts'

/** What prices say, if they are known. */
export function rentNow(
  state: ThreadState,
  at: Setting,
  { tokens: prompt, idleMs }: Pick<Reading, 'tokens' | 'idleMs'>,
): Pick<Reading, 'rent'> {
  const { sheet } = at.priced
  const { policy, summarizer } = state.ports
  if (sheet === undefined || !looksAtRent(policy.trigger)) return {}
  const { landed, commit } = state
  const last = landed ?? commit?.receipt
  // A prune beside compactions leaves the account open: what a compaction would remove is still read.
  const isAside = last !== undefined && isPrune(last)
  const since = isAside ? foldedTo(state.records) : Math.max(commit?.plan.version ?? 0, last?.inputs.head ?? 0)
  const rent = state.rent.read({
    ...{ sheet, prompt, idleMs, isAsked: summarizer !== undefined, scale: at.budget.scale },
    fixed: at.marks.system + at.marks.tools,
    since,
    plan: commit?.id ?? null,
    release: releaseTokens(policy.trigger, policy.release, at.marks),
    landed: last === undefined || isAside ? 0 : scaleCount(last.tokens.after, at.budget.scale).most,
    grown: last?.growth ?? NOT_GROWN,
    page: Math.min(policy.summaryTokens, at.marks.window * PAGE_SHARE),
  })
  return { rent }
}

function foldedTo(records: readonly PlanRecord[]): number {
  return records.findLast(({ action }) => action === 'summarize' || action === 'drop')?.span.end ?? 0
}

/** Of a window, what a page takes at the most when its place is guessed. */
const PAGE_SHARE = 0.1

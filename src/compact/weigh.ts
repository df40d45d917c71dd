import type { RungStep } from '../plan/climb.ts'
import type { OverlapWarning, PlanRecord } from '../schema/plan.ts'
import type { LawOverride } from '../schema/receipt.ts'
import type { LiveView } from '../view/live-view.ts'

export interface Fitted {
  readonly strategy: string
  readonly records: readonly PlanRecord[]
  readonly warnings: readonly OverlapWarning[]
  readonly overrides: readonly LawOverride[]
  /** What each rung of the ladder said. */
  readonly steps: readonly RungStep[]
  /** What the model sees under the records. */
  readonly live: LiveView
  /** The whole request. */
  readonly tokens: number
  /** Of a summary in it, what task and rules may take before anything else (L15). */
  readonly heard: number
}

/** The outcome of one try. */
export interface Weighed extends Fitted {
  /** Of the request, what the summary takes. */
  readonly summaryTokens: number
  /** A person's words that were answered were cut so that a page has room beside them (L15). */
  readonly isCutForPage: boolean
}

/** A cut frontier that leaves more than this unused is cut less. */
export const WELL_USED = 0.88

/**
 * What leaves the frontier whole is better, then what the policy itself wanted; then what shows more; if nothing comes near the target,
 * what shows more of the conversation itself.
 */
export function isBetter(fitted: Weighed, best: Weighed | undefined, target: number): boolean {
  if (best === undefined) return true
  const [cost, bestCost] = [lawsIn(fitted), lawsIn(best)]
  if (cost !== bestCost) return cost < bestCost
  const isNear = Math.max(fitted.tokens, best.tokens) >= target * WELL_USED
  const shown = ({ tokens, summaryTokens }: Weighed): number => tokens - summaryTokens
  return isNear ? fitted.tokens > best.tokens : shown(fitted) > shown(best)
}

/** How far laws had to overrule the policy: not at all, by the floor, or by cutting the frontier; or could not even do so. */
export function lawsIn(fitted: Weighed): number {
  const { overrides } = fitted
  if (isUnheard(fitted)) return 3
  const acted = overrides.filter(({ law }) => law === 'L3')
  return acted.length === 0 ? 0 : acted.every(({ floor }) => floor) ? 1 : 2
}

export function isUnheard({ overrides }: Weighed): boolean {
  return overrides.some(({ unmet }) => unmet === true)
}

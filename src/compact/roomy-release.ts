import type { Policy } from '../schema/policy.ts'

interface Marks {
  readonly fixed: number
  readonly release: number
  readonly limit: number
}

/** What the policy lets a summary have of what history gets. */
type SummaryLimits = Pick<Policy, 'summaryTokens' | 'summaryShare'>

/** Of what history gets, what the newest messages have beside a summary. */
const NEWEST = 0.1

export function newestRoom(history: number): number {
  return Math.max(0, history) * NEWEST
}

/** Of what history gets, what pins and frontier take without being large: then the mark stays where the policy put it. */
const SMALL = 0.05
/** Of the budget, what the mark may become: above that, the next answer would begin another compaction. */
const MOST_OF_BUDGET = 0.9

/**
 * How far down to come beside pins and frontier. A large open round must not starve the page that says what led up to it, nor the newest
 * messages: the mark gives way by as much as they take together beyond it.
 *
 *     budget 5,000, mark 3,000, page at most 80 % of it, frontier 1,200    →   3,000 + 1,200 + 2,400 + 300 − 3,000 = 3,900
 *     budget 200,000, mark 120,000, page at most 8,000, frontier 20,000   →   120,000
 */
export function roomyRelease({ fixed, release, limit }: Marks, frontier: number, limits: SummaryLimits): number {
  const history = Math.max(0, release - fixed)
  if (frontier <= history * SMALL) return release
  const beside = Math.min(history, pageRoom(history, limits) + newestRoom(history))
  const wanted = release + Math.max(0, Math.ceil(frontier + beside - history))
  return Math.max(release, Math.min(wanted, Math.floor(limit * MOST_OF_BUDGET)))
}

/** Of what is left beside what must stay, what a request may take if it cannot come down to the release mark. */
const BESIDE = { byShare: 0.75, byPrice: 0.7 } as const

/** Of what the window leaves for history, what stays free before all of it is used. */
const LEFT_FREE = 0.15

/**
 * How far down to come if what must stay leaves too little below the release mark: what to try first, and what then; if nothing will do, all
 * of the budget is used. If system text and pins alone are above the mark, a quarter of what is left beside them stays free: a request that
 * filled the budget to the last token would be compacted again with every step (case 71). A large open round is answered with the next step
 * and can be folded then: it leaves the page all there is. Where prices decide, every token is read again with every call, and every compaction
 * costs: what must stay gets beside it what it would have had anyway, and the next steps find some room.
 *
 *     limit 28,000, release 21,000 of which 15,000 are fixed, 20,000 must stay   →   25,600, then 26,000, then 26,050
 */
export function besideReleases(
  { fixed, release, limit }: Marks,
  { needed, stays }: { readonly needed: number; readonly stays: number },
  isByPrice: boolean,
): readonly number[] {
  const free = limit - needed
  const beside = (room: number): number => Math.min(limit, Math.ceil(needed + room))
  if (!isByPrice) return fixed + stays <= release ? [] : [beside(free * BESIDE.byShare)]
  const usual = release - fixed
  const marks = [beside(Math.min(usual, free * BESIDE.byPrice)), beside(usual), Math.floor(limit - (limit - fixed) * LEFT_FREE)]
  return [...new Set(marks)].filter((mark) => mark > needed).sort((a, b) => a - b)
}

/**
 * A frontier that must be cut may have the larger part of what there is, so that it can be read; but it leaves the page its room, if that is
 * enough for one.
 */
const FRONTIER_SHARE = { least: 0.5, most: 0.85, leastPage: 256 } as const

/** Of an allowance, what pins and frontier may take if they have to be cut. */
export function frontierShareOf(allowance: number, limits: SummaryLimits): number {
  const { least, most, leastPage } = FRONTIER_SHARE
  const page = Math.min(pageRoom(allowance, limits), allowance * (1 - least))
  return page < leastPage ? most : Math.min(most, 1 - page / allowance)
}

/** What a summary may take of what history gets. */
export function pageRoom(history: number, { summaryTokens, summaryShare }: SummaryLimits): number {
  return Math.min(summaryTokens, history * summaryShare)
}

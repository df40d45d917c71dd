/** Of what the release mark leaves to history, what pins and frontier may take before the mark gives way. */
const FRONTIER_INSIDE = 0.4

/**
 * How far down to come beside pins and frontier. A large open round must not starve what led up to it: what it takes beyond its share is
 * added to the mark, as far as the budget goes.
 *
 *     mark 4,800, frontier 3,100   →   4,800 + 3,100 − 1,920 = 5,980
 */
export function roomyRelease(
  { fixed, release, limit }: { readonly fixed: number; readonly release: number; readonly limit: number },
  frontier: number,
): number {
  const inside = Math.max(0, release - fixed) * FRONTIER_INSIDE
  return Math.min(limit, release + Math.max(0, Math.ceil(frontier - inside)))
}

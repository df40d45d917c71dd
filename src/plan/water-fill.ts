/**
 * Shares `target` among sizes by lowering one common level: the small stay whole, the large are cut to the same size.
 *
 *     sizes 10, 500, 900   target 410   level 200:   10 + 200 + 200
 *
 * Returns the level, or `undefined` if even `least` for each of the larger ones is more than the target.
 */
export function waterLevel(sizes: readonly number[], target: number, least: number): number | undefined {
  const sorted = [...sizes].sort((a, b) => a - b)
  let left = target
  for (const [index, size] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (size > share) return share >= least ? share : undefined
    left -= size
  }
  return sorted.at(-1) ?? 0
}

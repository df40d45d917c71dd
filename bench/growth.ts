/** A size and how long it took. */
export interface Point {
  readonly size: number
  readonly ms: number
}

/**
 * How time grows with size, as a power: 0 is flat, 1 in proportion, 2 quadratic. The slope of the straight line through the logarithms, by
 * least squares. `null` if there are fewer than two sizes.
 *
 *     1,000 → 2 ms, 10,000 → 20 ms, 100,000 → 200 ms:   1
 */
export function growthOf(points: readonly Point[]): number | null {
  const logs = points.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }))
  const mean = (of: (point: { readonly x: number; readonly y: number }) => number): number =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const spread = mean((point) => (point.x - x) ** 2)
  return spread > 0 ? mean((point) => (point.x - x) * (point.y - y)) / spread : null
}

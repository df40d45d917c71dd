const LEVELS = '▁▂▃▄▅▆▇█'

/**
 * Values as a line of bars, `full` being the tallest. More values than columns share one, and the largest of them is shown: what matters
 * about a prompt is how near it came to the window.
 *
 *     sparkline([1, 4, 8, 2], 8, 4)   →   ▁▄█▂
 *     sparkline([1, 4, 8, 2], 8, 2)   →   ▄█
 */
export function sparkline(values: readonly number[], full: number, width: number): string {
  const columns = Math.min(width, values.length)
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * values.length) / columns)
    const to = Math.floor(((column + 1) * values.length) / columns)
    return bar(largest(values, from, to) / full)
  }).join('')
}

export function largest(values: readonly number[], from: number = 0, to: number = values.length): number {
  let most = 0
  for (let index = from; index < to; index += 1) most = Math.max(most, values[index] ?? 0)
  return most
}

function bar(share: number): string {
  const level = Math.ceil(share * LEVELS.length) - 1
  return LEVELS.charAt(Math.min(LEVELS.length - 1, Math.max(0, level)))
}

import { bold, type Canvas } from '../picture/canvas.ts'
import { count, wrap } from '../picture/words.ts'
import type { Replayed } from './replay-preset.ts'
import { largest } from './sparkline.ts'

const HEIGHT = { tokens: 8, money: 4 } as const
const EIGHTHS = ' ▁▂▃▄▅▆▇█'

/** The size of every prompt, and what all of them have cost by then: two charts over the same requests. */
export function replayChart({ sizes, spent: each, window }: Replayed, canvas: Canvas): readonly string[] {
  if (sizes.length === 0) return []
  const spent = each.map((_, index) => sumOf(each.slice(0, index + 1)))
  const total = spent.at(-1) ?? 0
  return [
    '',
    bold(`tokens of each prompt, a full column is the window of ${count(window)}`, canvas),
    ...columns(sizes, window, HEIGHT.tokens, (share) => count(Math.round(window * share)), canvas),
    ...(total === 0
      ? []
      : ['', bold('dollars by then', canvas), ...columns(spent, total, HEIGHT.money, (share) => money(total * share), canvas)]),
  ]
}

/** What the requests would have cost otherwise, if anybody knows. */
export function otherwiseLines(replays: readonly Replayed[], { width }: Canvas): readonly string[] {
  const priced = replays.find(({ spent, stopped }) => spent.length > 0 && stopped === undefined)
  if (priced === undefined) return []
  const { uncompacted, late } = priced.otherwise
  const words = `By sizes alone, without a model for summaries: never compacted ${money(uncompacted)}, above 95 % of the window ${money(late)}.`
  return ['', ...wrap(words, width, '')]
}

function money(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 3 : 2)}`
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Values as columns of bars, with a scale in front; more values than columns share one, and the largest of them is shown. */
function columns(
  values: readonly number[],
  full: number,
  height: number,
  label: (share: number) => string,
  { width }: Canvas,
): readonly string[] {
  const margin = Math.max(label(1).length, label(0).length) + 1
  const room = Math.min(values.length, Math.max(1, width - margin))
  const eighths = Array.from({ length: room }, (_, column) => {
    const [from, to] = [column, column + 1].map((at) => Math.floor((at * values.length) / room))
    return Math.round((largest(values, from, to) / full) * height * 8)
  })
  return Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * 8
    const bars = eighths.map((value) => EIGHTHS.charAt(Math.min(8, Math.max(0, value - below)))).join('')
    const scale = row === 0 ? label(1) : row === height - 1 ? label(0) : row === height >> 1 ? label(0.5) : ''
    return `${scale.padStart(margin - 1)} ${bars}`.trimEnd()
  })
}

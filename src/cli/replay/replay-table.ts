import { bold, type Canvas } from '../picture/canvas.ts'
import { count, counted, percent, wrap } from '../picture/words.ts'
import type { Replayed } from './replay-preset.ts'
import { largest, sparkline } from './sparkline.ts'

const HEADING = ['preset', 'compactions', 'last', 'largest', 'valid', 'recall', 'cost', 'size over time'] as const
const NUMBERS: ReadonlySet<number> = new Set([1, 2, 3, 5, 6])
const GAP = '  '
const NARROWEST_BARS = 8

/** One line a preset. Bars are shares of the window and end where the agent had to stop, so that lines can be compared. */
export function replayTable(replays: readonly Replayed[], calls: number, canvas: Canvas): readonly string[] {
  const cells = replays.map(cellsOf)
  const widths = cellsWidths([HEADING.slice(0, -1), ...cells])
  const room = Math.max(NARROWEST_BARS, canvas.width - widths.reduce((sum, width) => sum + width + GAP.length, 0))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => (NUMBERS.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join(GAP)
      .trimEnd()
  return [
    bold(line(HEADING), canvas),
    ...replays.flatMap((replayed, index) => [
      line([...(cells[index] ?? []), barsOf(replayed, calls, room)]),
      ...stopLines(replayed, calls, canvas),
    ]),
  ]
}

/** `session.json: 226 requests, window 32,000, neutral`. */
export function replayTitle(name: string, calls: number, replays: readonly Replayed[], dialect: string): string {
  const window = largest(replays.map((replayed) => replayed.window))
  return [`${name}: ${counted(calls, 'request')}`, ...(window > 0 ? [`window ${count(window)}`] : []), dialect].join(', ')
}

function cellsOf({ preset, compactions, sizes, faults, recall, dollars }: Replayed): readonly string[] {
  const valid = sizes.length === 0 ? '-' : faults === 0 ? 'yes' : `${count(faults)} not`
  const remembered = recall.asked === 0 ? '–' : percent(recall.found, recall.asked)
  const cost = dollars === undefined ? '–' : `$${dollars.toFixed(2)}`
  return [preset, count(compactions), count(sizes.at(-1) ?? 0), count(largest(sizes)), valid, remembered, cost]
}

function cellsWidths(rows: readonly (readonly string[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) => largest(rows.map((row) => row[column]?.length ?? 0)))
}

function barsOf({ sizes, window }: Replayed, calls: number, room: number): string {
  return sparkline(sizes, window, Math.ceil((room * sizes.length) / calls))
}

function stopLines({ sizes, stopped }: Replayed, calls: number, { width }: Canvas): readonly string[] {
  if (stopped === undefined) return []
  const at = Math.min(sizes.length + 1, calls)
  return wrap(`stops at request ${count(at)} of ${count(calls)}: ${stopped.message}`, width - 2, '').map((line) => `  ${line}`)
}

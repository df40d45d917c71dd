import { bold, type Canvas } from '../picture/canvas.ts'
import { wrap } from '../picture/words.ts'

/** A column of a table: what it is called, and on which side its cells stand. */
export interface Column {
  readonly title: string
  readonly side: 'left' | 'right'
  /** Columns with lower numbers go first if there is not enough room. */
  readonly rank: number
}

const GAP = '  '

/**
 * Rows under titles, as wide as they need. If there is not enough room, the least important columns are left out; if there is not even room for
 * two, every row is a block of lines instead. No line is wider than the canvas, and no word is broken that fits.
 */
export function drawTable(columns: readonly Column[], rows: readonly (readonly string[])[], canvas: Canvas): readonly string[] {
  const widths = columns.map(({ title }, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const shown = fitting(columns, widths, canvas.width)
  if (shown.length < Math.min(2, columns.length)) return blocks(columns, rows, canvas)
  const line = (cells: readonly string[]): string =>
    shown
      .map((at) =>
        columns[at]?.side === 'right' ? (cells[at] ?? '').padStart(widths[at] ?? 0) : (cells[at] ?? '').padEnd(widths[at] ?? 0),
      )
      .join(GAP)
      .trimEnd()
  return [bold(line(columns.map(({ title }) => title)), canvas), ...rows.map(line)]
}

function fitting(columns: readonly Column[], widths: readonly number[], width: number): readonly number[] {
  let shown = columns.map((_, at) => at)
  const needed = (): number => shown.reduce((sum, at) => sum + (widths[at] ?? 0) + GAP.length, -GAP.length)
  while (shown.length > 0 && needed() > width) {
    const least = Math.min(...shown.map((at) => columns[at]?.rank ?? 0))
    shown = shown.filter((at) => columns[at]?.rank !== least)
  }
  return shown
}

function blocks(columns: readonly Column[], rows: readonly (readonly string[])[], canvas: Canvas): readonly string[] {
  return rows.flatMap((row) => [
    ...columns.flatMap(({ title }, at) =>
      row[at] === undefined || row[at] === '' ? [] : wrap(`${title} ${row[at]}`, canvas.width),
    ),
    '',
  ])
}

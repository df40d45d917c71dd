import { type Measured, SIZES, type Size } from './run.ts'
import type { Writing } from './score.ts'

/** Means over sessions of one source, and over sources. */
export interface Row {
  readonly contestant: string
  readonly points: number
  readonly useful: number
  readonly grounded: number
  readonly present: number
  readonly spent: number
  readonly tokens: number
  /** `useful` of each source. */
  readonly sources: ReadonlyMap<string, number>
}

/** One row a contestant: the mean of each source, then the mean of the sources, so that no source outweighs the others. */
export function rowsOf(measured: readonly Measured[], size: Size, writing: Writing): readonly Row[] {
  const own = measured.filter((one) => one.size === size && one.writing === writing)
  return [...Map.groupBy(own, ({ contestant }) => contestant)].map(([contestant, group]) => {
    const sources = [...Map.groupBy(group, ({ source }) => source)]
    const macro = (value: (one: Measured) => number): number => mean(sources.map(([, points]) => mean(points.map(value))))
    return {
      contestant,
      points: group.length,
      useful: macro((one) => one.useful / one.targets),
      grounded: macro((one) => one.grounded / one.targets),
      present: macro((one) => one.present / one.targets),
      spent: macro((one) => one.spent),
      tokens: macro((one) => one.tokens),
      sources: new Map(sources.map(([source, points]) => [source, mean(points.map((one) => one.useful / one.targets))])),
    }
  })
}

/** The tables of a run, as text. */
export function printReport(measured: readonly Measured[]): string {
  const writings: readonly Writing[] = ['words', 'words and calls']
  return SIZES.flatMap((size) => writings.flatMap((writing) => table(measured, size, writing))).join('\n')
}

/** What a table is about. */
export function titleOf(size: Size, writing: Writing, rows: readonly Row[]): string {
  const tokens = size === 'real' ? 'size of the real summary' : `${size} of the tokens`
  return `${tokens} · identifiers in the agent’s ${writing} · ${rows[0]?.points ?? 0} points`
}

function table(measured: readonly Measured[], size: Size, writing: Writing): readonly string[] {
  const rows = rowsOf(measured, size, writing)
  const [first] = rows
  if (first === undefined) return []
  const sources = [...first.sources.keys()].sort()
  return [
    titleOf(size, writing, rows),
    `${'contestant'.padEnd(26)} useful grounded present  names  tokens   useful by source: ${sources.join(', ')}`,
    ...rows.map(({ contestant, useful, grounded, present, spent, tokens, sources: by }) =>
      [
        contestant.padEnd(26),
        three(useful).padStart(6),
        three(grounded).padStart(8),
        three(present).padStart(7),
        String(Math.round(spent)).padStart(6),
        String(Math.round(tokens)).padStart(7),
        `  ${sources.map((source) => three(by.get(source) ?? 0)).join(' ')}`,
      ].join(' '),
    ),
    '',
  ]
}

function three(value: number): string {
  return value.toFixed(3).replace(/^0/, '')
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

import { type Half, halfOf } from './halves.ts'
import { type Measured, SIZES, type Size } from './run.ts'

/** Means over cut points: a point counts once, whatever its source. */
export interface StrictRow {
  readonly contestant: string
  readonly points: number
  readonly useful: number
  readonly grounded: number
  readonly halves: Readonly<Record<Half, { readonly points: number; readonly useful: number; readonly grounded: number }>>
  /** `useful` of each source. */
  readonly sources: ReadonlyMap<string, number>
}

/** One row a contestant, of what the agent itself said after the cut. */
export function strictRowsOf(measured: readonly Measured[], size: Size): readonly StrictRow[] {
  const own = measured.filter((one) => one.size === size && one.writing === 'words')
  return [...Map.groupBy(own, ({ contestant }) => contestant)].map(([contestant, group]) => ({
    contestant,
    ...meansOf(group),
    halves: {
      A: meansOf(group.filter(({ session }) => halfOf(session) === 'A')),
      B: meansOf(group.filter(({ session }) => halfOf(session) === 'B')),
    },
    sources: new Map([...Map.groupBy(group, ({ source }) => source)].map(([source, points]) => [source, meansOf(points).useful])),
  }))
}

/** Sources in which one contestant's prompts are less useful than another's. */
export function behind(rows: readonly StrictRow[], one: string, other: string): readonly string[] {
  const [own, others] = [one, other].map((name) => rows.find(({ contestant }) => contestant === name)?.sources)
  if (own === undefined || others === undefined) return []
  return [...own].filter(([source, useful]) => useful < (others.get(source) ?? 0)).map(([source]) => source)
}

const ENGINE = ['the engine as it is', 'the engine in that window'] as const
const FLOOR = 'masking + tail'

/** The tables of the stricter scorer, as text. */
export function printStrictReport(measured: readonly Measured[]): string {
  return SIZES.flatMap((size) => table(strictRowsOf(measured, size), size)).join('\n')
}

function table(rows: readonly StrictRow[], size: Size): readonly string[] {
  const [first] = rows
  if (first === undefined) return []
  const sources = [...first.sources.keys()].sort()
  const { A, B } = first.halves
  const tokens = size === 'real' ? 'size of the real summary' : `${size} of the tokens`
  return [
    `stricter scorer · ${tokens} · ${first.points} points, half A ${A.points}, half B ${B.points}`,
    `${'contestant'.padEnd(26)} useful grounded   A: useful grounded   B: useful grounded   useful by source: ${sources.join(', ')}`,
    ...rows.map((row) =>
      [
        row.contestant.padEnd(26),
        pair(row, 6),
        pair(row.halves.A, 11),
        pair(row.halves.B, 11),
        `  ${sources.map((source) => two(row.sources.get(source) ?? 0)).join(' ')}`,
      ].join(' '),
    ),
    ...ENGINE.map((name) => `${name}: behind ${FLOOR} in ${behind(rows, name, FLOOR).join(', ') || 'no source'}`),
    '',
  ]
}

function meansOf(group: readonly Measured[]): { readonly points: number; readonly useful: number; readonly grounded: number } {
  const mean = (value: (one: Measured) => number): number =>
    group.reduce((sum, one) => sum + value(one) / one.targets, 0) / Math.max(1, group.length)
  return { points: group.length, useful: mean(({ strict }) => strict.useful), grounded: mean(({ strict }) => strict.grounded) }
}

function pair({ useful, grounded }: { readonly useful: number; readonly grounded: number }, width: number): string {
  return `${two(useful).padStart(width)} ${two(grounded).padStart(8)}`
}

function two(value: number): string {
  return value.toFixed(2).replace(/^0/, '')
}

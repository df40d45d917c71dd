import { FAULTS, type Fault } from './judge.ts'
import type { Found } from './run.ts'

const LONGEST = 240

/** Each false statement with where it stands and what the log says, then the table of counts. */
export function printFacts(found: readonly Found[], mostOfEach: number): string {
  return [...FAULTS.flatMap((fault) => falseLines(found, fault, mostOfEach)), ...table(found)].join('\n')
}

/** A statement that stands in several summaries of a session is printed once, with all of them. */
function falseLines(found: readonly Found[], fault: Fault, most: number): readonly string[] {
  const places = found.flatMap(({ session, size, view, judged }) =>
    judged.falses.filter((one) => one.fault === fault).map((one) => ({ ...one, session, at: `${size} ${view}` })),
  )
  const once = [...Map.groupBy(places, ({ session, claim }) => `${session} ${claim.seq} ${claim.line}`).values()]
  if (once.length === 0) return []
  const shown = once.slice(0, most).flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const sizes = [...new Set(group.map(({ at }) => at))].join(', ')
    const { session, claim, evidence } = first
    return [`  ${session} [${sizes}]`, `    says: ${cut(claim.line)}`, `    log:  e${evidence.seq}: ${cut(evidence.words)}`]
  })
  return [`${fault}: ${once.length} different statements`, ...shown, '']
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`
}

function table(found: readonly Found[]): readonly string[] {
  const columns = [...new Set(found.map(({ size, view }) => `${size} ${view}`))].sort()
  const of = (column: string): readonly Found[] => found.filter(({ size, view }) => `${size} ${view}` === column)
  const row = (name: string, value: (own: readonly Found[]) => number): string =>
    [name.padEnd(36), ...columns.map((column) => String(value(of(column))).padStart(13))].join(' ')
  const sum = (own: readonly Found[], value: (one: Found) => number): number => own.reduce((total, one) => total + value(one), 0)
  const kinds = ['command', 'quote', 'file', 'answer', 'words', 'edit', 'put', 'repository'] as const
  return [
    [''.padEnd(36), ...columns.map((column) => column.padStart(13))].join(' '),
    row('sessions', (own) => new Set(own.map(({ session }) => session)).size),
    ...kinds.map((kind) => row(`stated: ${kind}`, (own) => sum(own, ({ judged }) => judged.claims[kind]))),
    row('of these, the log does not say', (own) => sum(own, ({ judged }) => judged.unclear)),
    ...FAULTS.map((fault) =>
      row(fault, (own) => sum(own, ({ judged }) => judged.falses.filter((one) => one.fault === fault).length)),
    ),
    row('all false', (own) => sum(own, ({ judged }) => judged.falses.length)),
    row('answers to tools, not said', (own) => sum(own, ({ unsaid }) => unsaid)),
  ]
}

import type { Operation, Timing } from './contestant.ts'
import { growthOf } from './growth.ts'
import type { AgentLife, MemoryUse, Report, Row, Tokenizers } from './report.ts'
import { targetsOf } from './targets.ts'

const TITLES: Readonly<Record<Operation, string>> = {
  load: 'load: take over a whole history, once',
  check: 'check: must anything be done? Nothing is new, and nothing must',
  request: 'request: the same, and read the list of messages to send',
  compact: 'compact: bring the history down to about a quarter',
  unread: 'unread: compact what was just loaded, and never read',
  first: 'first: load and compact, nothing known',
  open: 'open: open from SQLite and compact',
  step: 'step: append one message, and check',
}

/** The whole report as people read it. */
export function printReport(report: Report): string {
  const { machine } = report
  const operations = [...new Set(report.rows.map((row) => row.operation))]
  return [
    `Node ${machine.node}, ${machine.cores} × ${machine.cpu}, load ${machine.load.toFixed(1)}`,
    'Ratios are times of the others divided by ours in the same run: 10× means that we take a tenth, 0.1× ten times as long.',
    'Times are medians, and a hint at most; above 20 ms they are the time of this thread, so that a busy machine does not show.',
    'Growth n^1 is in proportion to the number of messages.',
    `A run of more than ${report.limit} s is stopped and shown as > ${report.limit} s; a growth then rests on the sizes before.`,
    ...operations.map((operation) => `\n${printOperation(report, operation)}`),
    ...(operations.length === 0 ? [] : ['', ...report.contestants.map(({ name, about }) => wrap(`${name}: ${about}`))]),
    ...(report.agent === null ? [] : ['', printLife(report.agent)]),
    ...(report.memory === null ? [] : ['', printMemory(report.memory)]),
    ...(report.tokenizers === null ? [] : ['', printTokenizers(report.tokenizers)]),
    '',
    printTargets(report),
  ].join('\n')
}

/** One operation: a row a session and size, a column a contestant, and how each grows. */
export function printOperation(report: Report, operation: Operation): string {
  const rows = report.rows.filter((row) => row.operation === operation)
  const names = report.contestants.map(({ name }) => name).filter((name) => rows.some((row) => row.times[name] !== undefined))
  const [ours = '', ...others] = names
  // The ratio stands under the name, the time in a column of its own before it.
  const header = ['session', 'messages', 'tokens', ours, ...others.flatMap((name) => ['', name])]
  const body = [...Map.groupBy(rows, (row) => row.session)].flatMap(([session, group]) => [
    ...group.map((row) => [
      session,
      whole(row.messages),
      whole(row.tokens),
      formatTiming(row.times[ours]),
      ...others.flatMap((name) => [formatTiming(row.times[name]), formatRatio(row.times[name], row.times[ours])]),
    ]),
    ['', 'growth', '', growthCell(group, ours), ...others.flatMap((name) => ['', growthCell(group, name)])],
  ])
  return `${TITLES[operation]}\n${alignColumns([header, ...body])}`
}

function growthCell(rows: readonly Row[], name: string): string {
  const power = growthOf(
    rows.flatMap((row) => {
      const time = row.times[name]
      return time?.kind === 'time' ? [{ size: row.messages, ms: time.ms }] : []
    }),
  )
  return power === null ? '' : `n^${power.toFixed(2)}`
}

/** `> 20 s` if it was stopped. */
export function formatTiming(time: Timing | undefined): string {
  if (time === undefined) return '–'
  return time.kind === 'over' ? `> ${time.seconds} s` : formatTime(time.ms)
}

/** Three digits and a unit. */
export function formatTime(ms: number): string {
  if (ms < 1) return `${digits(ms * 1000)} µs`
  return ms < 1000 ? `${digits(ms)} ms` : `${digits(ms / 1000)} s`
}

/** How many times as long as ours; at least that many if it was stopped. */
export function formatRatio(time: Timing | undefined, ours: Timing | undefined): string {
  if (time === undefined || ours === undefined || ours.kind === 'over') return ''
  return time.kind === 'over' ? `> ${digits((time.seconds * 1000) / ours.ms)}×` : `${digits(time.ms / ours.ms)}×`
}

/** Three digits: more would be noise. */
function digits(value: number): string {
  if (value >= 100) return whole(Number(value.toPrecision(3)))
  return value >= 0.1 ? value.toPrecision(3) : value.toPrecision(2)
}

function whole(value: number): string {
  return value.toLocaleString('en')
}

const WIDTH = 130

/** Breaks a long line between words. */
export function wrap(text: string): string {
  let line = ''
  const lines: string[] = []
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line)
      line = '  '
    }
    line += line.trim() === '' ? word : ` ${word}`
  }
  return [...lines, line].join('\n')
}

/** Columns as wide as they must be: the first to the left, numbers to the right. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((text, column) => (column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function printLife({ steps, median, slow, compactions, slowest }: AgentLife): string {
  return [
    `an agent on SQLite, ${whole(steps)} steps of about 1,200 tokens: what it waits for besides its model (prepare and settle)`,
    `  half of the steps at most ${formatTime(median)}, 99 of 100 at most ${formatTime(slow)}`,
    `  ${whole(compactions)} compactions without a model, the slowest ${formatTime(slowest)}`,
  ].join('\n')
}

function printMemory({ messages, uses }: { readonly messages: number; readonly uses: readonly MemoryUse[] }): string {
  const rows = uses.map(({ what, start, peak }) => [what, ...[start, peak, peak - start].map((size) => whole(Math.round(size)))])
  return [
    `memory: ${whole(messages)} messages of about 80 tokens; the largest resident set of a process, in MiB`,
    alignColumns([['', 'at its start', 'at its peak', 'between'], ...rows]),
  ].join('\n')
}

function printTokenizers({ texts, runs }: Tokenizers): string {
  const speed = (characters: number, ms: number): string => `${digits(characters / 1000 / ms)} M/s`
  const speeds = texts.map(({ kind, characters, ours, library }) => [
    kind,
    speed(characters, ours),
    speed(characters, library),
    `${digits(library / ours)}×`,
  ])
  const times = runs.map(({ characters, ours, library }) => [
    whole(characters),
    formatTime(ours),
    library === null ? 'not run' : formatTime(library),
    library === null ? '' : `${digits(library / ours)}×`,
  ])
  const measured = runs.flatMap(({ characters, library }) => (library === null ? [] : [{ size: characters, ms: library }]))
  return [
    'tokenizer: text that neither has seen, millions of characters a second',
    alignColumns([['text', 'ours', 'gpt-tokenizer', 'ratio'], ...speeds]),
    '',
    'tokenizer: one letter, many times',
    alignColumns([['characters', 'ours', 'gpt-tokenizer', 'ratio'], ...times]),
    `The library’s time grows as n^${growthOf(measured)?.toFixed(2) ?? '?'}; it is not waited for if it takes long.`,
  ].join('\n')
}

function printTargets(report: Report): string {
  const rows = targetsOf(report).map(({ what, wanted, found, isMet }) => [what, wanted, found, isMet ? 'met' : 'MISSED'])
  return `What we want of ourselves\n${alignColumns([['', 'wanted', 'found', ''], ...rows])}`
}

import type { LedgerOperation } from '../../src/schema/ledger.ts'
import type { Finding } from '../../src/schema/summary.ts'
import { sayMaterial } from './material.ts'
import type { MeasuredAnswer, Page } from './run.ts'

/** The tables and the picture of answers that were measured, as text. */
export function printAnswers(measured: readonly MeasuredAnswer[]): string {
  const findings = measured.flatMap(({ account }) => account.rejected)
  return [...measured.flatMap(rowsOf), ...totals(measured, findings), ...tableOfRules(findings), '', ...picture(measured)].join(
    '\n',
  )
}

/** Findings of operations of which nothing was kept. */
export function refusedIn(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ lighter }) => lighter !== true)
}

function rowsOf({ file, account, pages, material }: MeasuredAnswer): readonly string[] {
  const refused = refusedIn(account.rejected).length
  const lighter = account.rejected.length - refused
  const { present, required, score } = account.coverage
  return [
    `${file.name} (${file.session})${account.fault === undefined ? '' : `: not used, ${account.fault.reason}, ${account.fault.detail}`}`,
    `  ${file.operations.length} operations, ${refused} refused, ${lighter} in a lighter form, coverage ${two(score)} (${present} of ${required})${file.remarks.length === 0 ? '' : `, ${file.remarks.length} unreadable`}`,
    `  material           ${sayMaterial([material])} of the entries by head and tail`,
    ...pages.map(
      ({ name, tokens, score: worth }) => `  ${name.padEnd(18)} ${String(tokens).padStart(5)} tokens  ${sayWorth(worth)}`,
    ),
  ]
}

function sayWorth(worth: Page['score']): string {
  return worth === undefined
    ? 'too little was needed later to say'
    : `useful ${two(worth.useful)}  grounded ${two(worth.grounded)}`
}

function totals(measured: readonly MeasuredAnswer[], findings: readonly Finding[]): readonly string[] {
  const operations = measured.reduce((sum, { file }) => sum + file.operations.length, 0)
  const refused = refusedIn(findings).length
  const lighter = findings.length - refused
  const share = (count: number): string => `${((100 * count) / Math.max(1, operations)).toFixed(1)} %`
  return [
    '',
    `${operations} operations: ${refused} refused (${share(refused)}), ${lighter} in a lighter form (${share(lighter)})`,
    `material: ${sayMaterial(measured.map(({ material }) => material))} of the entries by head and tail`,
  ]
}

function tableOfRules(findings: readonly Finding[]): readonly string[] {
  const rows = [...Map.groupBy(findings, ({ reason }) => reason)]
    .map(([reason, group]) => ({ reason, refused: refusedIn(group).length, all: group.length }))
    .toSorted((one, other) => other.all - one.all)
  return [
    `${'rule'.padEnd(20)} refused lighter`,
    ...rows.map(
      ({ reason, refused, all }) => `${reason.padEnd(20)} ${String(refused).padStart(7)} ${String(all - refused).padStart(7)}`,
    ),
  ]
}

const WIDTH = 40

/** Bars of the means over the answers that can be scored; a page that only some of them have is held against the same ones. */
function picture(measured: readonly MeasuredAnswer[]): readonly string[] {
  const scored = measured.filter(({ pages }) => pages.every(({ score }) => score !== undefined))
  const own = scored.filter(({ pages }) => pages.length === 3)
  return [
    ...bars(`all that can be scored (${scored.length})`, scored, ['deterministic', 'with the answer']),
    ...bars(`those that the product summed up itself (${own.length})`, own, [
      'deterministic',
      'with the answer',
      'the product’s own',
    ]),
  ]
}

function bars(title: string, measured: readonly MeasuredAnswer[], names: readonly Page['name'][]): readonly string[] {
  if (measured.length === 0) return []
  const rows = names.flatMap((name) =>
    (['useful', 'grounded'] as const).map((what) => {
      const values = measured.map(({ pages }) => pages.find((page) => page.name === name)?.score?.[what] ?? 0)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return `  ${name.padEnd(18)} ${what.padEnd(8)} ${'█'.repeat(Math.round(mean * WIDTH)).padEnd(WIDTH, '·')} ${two(mean)}`
    }),
  )
  return [title, ...rows]
}

/** Every operation of which nothing or not all was kept, with the rule and the whole of what it says. */
export function printRefused(measured: readonly MeasuredAnswer[]): string {
  return measured
    .flatMap(({ file, account }) => [
      '',
      `${file.name} (${file.session})`,
      ...account.rejected.map((finding) => sayFinding(finding, file.operations)),
    ])
    .join('\n')
}

function sayFinding({ reason, text, lighter }: Finding, operations: readonly LedgerOperation[]): string {
  const operation = operations.find((candidate) => lineOf(candidate).startsWith(text.split(' · ')[0] ?? text))
  const whole = operation === undefined ? text : lineOf(operation)
  const detail = text.split(' · ').slice(1).join(' · ')
  const about =
    operation?.op === 'add' ? ` ${operation.item.kind} of ${operation.item.authority}, e${operation.item.sources.join(' e')}` : ''
  return `  ${lighter === true ? 'lighter' : 'refused'} ${reason}${detail === '' ? '' : ` (${detail})`}${about}\n    ${whole}`
}

function lineOf(operation: LedgerOperation): string {
  const text =
    operation.op === 'add'
      ? operation.item.text
      : operation.op === 'supersede'
        ? operation.by.text
        : operation.op === 'update'
          ? operation.text
          : operation.id
  return `${operation.op}: ${text}`.replaceAll(/\s+/g, ' ')
}

function two(value: number): string {
  return value.toFixed(2).replace(/^0/, '')
}

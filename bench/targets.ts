import { growthOf } from './growth.ts'
import type { AgentLife, MemoryUse, Report, Row } from './report.ts'

/** Something we want to be true of our own numbers. */
export interface Target {
  readonly what: string
  readonly wanted: string
  readonly found: string
  readonly isMet: boolean
}

const OURS = 'Palimpsest'

/** What we promised, and what a run found. A target that the run did not look at is left out. */
export function targetsOf(report: Report): readonly Target[] {
  const { rows, tokenizers, agent, memory } = report
  return [
    ...rowsOf(rows, 'check').map((row) => most(`check, ${nameOf(row)}`, oursIn(row) * 1000, { limit: 5, unit: 'µs' })),
    ...growth(rows, 'check', 0.1),
    ...rowsOf(rows, 'compact')
      .filter((row) => row.session === 'real' && row.messages === 1_000)
      .map((row) => most(`compact, ${nameOf(row)}`, oursIn(row), { limit: 10, unit: 'ms' })),
    ...growth(rows, 'compact', 1.1),
    ...rowsOf(rows, 'unread')
      .filter((row) => row.session === 'real' && row.messages === 1_000)
      .flatMap((row) => recounts('compact what was just loaded', row, 0.6, rows)),
    ...rowsOf(rows, 'first').flatMap((row) => recounts('load and compact', row, 1.5, rows)),
    ...(agent === null ? [] : lifeTargets(agent)),
    ...(memory?.uses ?? []).flatMap(memoryTargets),
    ...(tokenizers?.runs ?? [])
      .filter((run) => run.characters === 64_000)
      .map((run) => most('64,000 times the letter a', run.ours, { limit: 500, unit: 'ms' })),
    ...(tokenizers?.texts ?? []).map(({ kind, ours, library }) => {
      const speed = library / ours
      return { what: `speed on new text, ${kind}`, wanted: 'at least 1×', found: `${speed.toFixed(2)}×`, isMet: speed >= 1 }
    }),
  ]
}

function most(what: string, found: number, { limit, unit }: { readonly limit: number; readonly unit: string }): Target {
  return { what, wanted: `at most ${limit} ${unit}`, found: `${found.toPrecision(3)} ${unit}`, isMet: found <= limit }
}

function lifeTargets({ median, slow, slowest }: AgentLife): readonly Target[] {
  return [
    most('half of the steps of an agent', median, { limit: 0.5, unit: 'ms' }),
    most('99 of 100 steps of an agent', slow, { limit: 3, unit: 'ms' }),
    most('compactions of an agent', slowest, { limit: 50, unit: 'ms' }),
  ]
}

function memoryTargets({ what, start, peak, most: limit, mostOver }: MemoryUse): readonly Target[] {
  return [
    ...(limit === undefined ? [] : [most(`memory, ${what}`, peak, { limit, unit: 'MiB' })]),
    ...(mostOver === undefined ? [] : [most(`memory over start, ${what}`, peak - start, { limit: mostOver, unit: 'MiB' })]),
  ]
}

/**
 * In recounts of everything: what somebody else would have done by then, of texts that are as new to them. Where it was measured, too, in those
 * of texts that they have counted before, which their tokenizer remembers.
 */
function recounts(what: string, row: Row, limit: number, rows: readonly Row[]): readonly Target[] {
  const naive = naiveMs(row)
  if (naive === undefined) return []
  const times = oursIn(row) / naive
  const known = rowsOf(rows, 'compact').find(({ session, messages }) => session === row.session && messages === row.messages)
  const again = known === undefined ? undefined : naiveMs(known)
  const found = `${times.toPrecision(3)}${again === undefined ? '' : ` (${(oursIn(row) / again).toPrecision(3)} of known texts)`}`
  return [{ what: `${what}, ${nameOf(row)}`, wanted: `at most ${limit} recounts`, found, isMet: times <= limit }]
}

function naiveMs({ times }: Row): number | undefined {
  const naive = times['naive recount']
  return naive?.kind === 'time' ? naive.ms : undefined
}

function growth(rows: readonly Row[], operation: Row['operation'], limit: number): readonly Target[] {
  return (['lean', 'real'] as const).flatMap((session) => {
    const power = ourGrowth(rowsOf(rows, operation).filter((row) => row.session === session))
    if (power === null) return []
    const found = `n^${power.toFixed(2)}`
    return [{ what: `growth of ${operation}, ${session}`, wanted: `at most n^${limit}`, found, isMet: power <= limit }]
  })
}

function ourGrowth(rows: readonly Row[]): number | null {
  return growthOf(rows.map((row) => ({ size: row.messages, ms: oursIn(row) })))
}

function rowsOf(rows: readonly Row[], operation: Row['operation']): readonly Row[] {
  return rows.filter((row) => row.operation === operation && row.times[OURS] !== undefined)
}

/** Infinite if even we were stopped. */
function oursIn(row: Row): number {
  const time = row.times[OURS]
  return time?.kind === 'time' ? time.ms : Number.POSITIVE_INFINITY
}

function nameOf(row: Row): string {
  return `${row.session}, ${row.messages.toLocaleString('en')} messages`
}

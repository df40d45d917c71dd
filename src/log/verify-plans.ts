import type { Commit } from '../schema/commit.ts'
import type { LogRow } from '../schema/ports.ts'
import type { StoredRecord } from '../schema/stored-plan.ts'
import type { ThreadCheck } from '../schema/thread-check.ts'

type Broken = Extract<ThreadCheck, { kind: 'broken' }>

/** How much of plans was held against a log, and what was wrong, if anything. */
interface PlansCheck {
  readonly spans: number
  readonly ledgerItems: number
  readonly fault: Broken | null
}

/** Holds the plans of commits against the log that they are about: each span by its hash, each item of a ledger by what it rests on. */
export function verifyPlans(commits: readonly Commit[], rows: readonly LogRow[]): PlansCheck {
  const records = commits.flatMap(({ plan }) => plan.records)
  const items = records.flatMap((record) => (record.action === 'summarize' ? (record.ledger?.items ?? []) : []))
  const source = items.flatMap(({ sources }) => sources).find((seq) => !(seq < rows.length))
  const fault =
    records.map((record) => spanFault(record, rows)).find((found) => found !== null) ??
    (source === undefined ? null : broken(source, 'an item of a ledger rests on it, and it is not there'))
  return { spans: records.length, ledgerItems: items.length, fault }
}

function spanFault({ span }: StoredRecord, rows: readonly LogRow[]): Broken | null {
  const last = rows[span.to]?.measure
  if (last === undefined) return broken(span.from, 'a plan is about entries that are not there')
  // A store that keeps no hashes of entries was checked by the hash at their end.
  return last === null || last.hash === span.hash ? null : broken(span.from, 'a plan is about other entries than these')
}

function broken(at: number, detail: string): Broken {
  return { kind: 'broken', at, detail }
}

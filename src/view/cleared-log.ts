import { type ReadLog, readLog } from '../ledger/read-log.ts'
import type { Entry } from '../schema/entry.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { MeasuredLog } from './measured-log.ts'

/** Of a plan's records, those that say where a new context was begun. */
export function clearedIn(records: readonly PlanRecord[]): readonly PlanRecord[] {
  return records.filter((record) => record.action === 'drop' && record.cleared === true)
}

/**
 * The same log as plans and summaries may know it: what was said before a new context was begun says nothing, and stands in front like system
 * text, so that history begins behind it. Views show the log itself, under the record that leaves it out.
 */
export function clearedLog<Log extends MeasuredLog>(log: Log, cleared: readonly PlanRecord[]): Log {
  const end = cleared.at(-1)?.span.end
  if (end === undefined) return log
  const silenced = (entries: readonly Entry[]): readonly Entry[] =>
    entries.map((entry) => (entry.seq < end && entry.role !== 'system' ? silent(entry) : entry))
  const reading = (clean: () => ReadLog): (() => ReadLog) => {
    let said: ReadLog | undefined
    return () => {
      const { entries } = clean()
      if (said?.entries.length !== entries.length) said = readLog(silenced(entries))
      return said
    }
  }
  let entries: readonly Entry[] = []
  return {
    ...{ ...log, cleaned: reading(log.cleaned), cleanedWhole: reading(log.cleanedWhole) },
    get length() {
      return log.length
    },
    get entries() {
      if (entries.length !== log.length) entries = silenced(log.entries)
      return entries
    },
  }
}

/** An entry that says nothing, as system text in front. */
function silent({ seq, id, turn, message }: Entry): Entry {
  return { seq, id, turn, message, role: 'system', author: 'harness', raw: null, kind: 'turn-start' }
}

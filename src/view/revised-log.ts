import { type ReadLog, readLog } from '../ledger/read-log.ts'
import type { Entry } from '../schema/entry.ts'
import type { PlanRecord, Revised } from '../schema/plan.ts'
import type { MeasuredLog } from './measured-log.ts'

/** A log of which summaries quote what clients made of it since. */
export interface RevisedLog extends MeasuredLog {
  readonly revised?: readonly Revised[]
}

/** What clients edited or deleted of what a plan has folded. */
export function revisedIn(records: readonly PlanRecord[]): readonly Revised[] {
  return records.flatMap((record) => ('revised' in record ? (record.revised ?? []) : []))
}

/** The same log; but what it says to a summary of entries that clients edited or deleted is what they say now. */
export function revisedLog(log: MeasuredLog, revised: readonly Revised[]): RevisedLog {
  if (revised.length === 0) return log
  const texts = new Map(revised.map(({ seq, text }) => [seq, text]))
  const say = (entry: Entry): Entry => {
    const text = texts.get(entry.seq)
    return text === undefined ? entry : asSaidNow(entry, text === null ? null : log.redact.text(text))
  }
  const reading = (clean: () => ReadLog): (() => ReadLog) => {
    let said: ReadLog | undefined
    return () => {
      const { entries } = clean()
      if (said?.entries.length !== entries.length) said = readLog(entries.map(say))
      return said
    }
  }
  return {
    ...{ ...log, revised, cleaned: reading(log.cleaned), cleanedWhole: reading(log.cleanedWhole) },
    // Views outlive the plan that they were made for: they grow with the log.
    get length() {
      return log.length
    },
    get entries() {
      return log.entries
    },
  }
}

function asSaidNow(entry: Entry, text: string | null): Entry {
  if (text !== null && entry.kind === 'text') return { ...entry, text, raw: null }
  const { seq, id, turn, role, author, message, time } = entry
  return { ...{ seq, id, turn, role, author, message }, raw: null, kind: 'turn-start', ...(time === undefined ? {} : { time }) }
}

import { itemAt } from '../schema/at.ts'
import type { Entry } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import type { ReadEntries } from './entry-at.ts'

/**
 * A run of entries that is folded whole or not at all: a message, or a call's message with everything up to its last result. An
 * answer in several pieces is one message.
 */
export type Unit = SeqRange

/** How many entries at the front are system text: the fixed part of every request. */
export function leadingSystem(entries: ReadEntries): Seq {
  const first = entries.findIndex((entry) => entry?.role !== 'system')
  return seqOf(first === -1 ? entries.length : first)
}

/**
 * Cuts entries `from` … into units. Between two units nothing is torn: no message, no call from its results.
 *
 *     u1 · a2 [call] · r3 · a4          units: u1 | a2 r3 | a4
 *
 * Of a long log those that end at `folded` or before it may be left out: nobody cuts there again.
 */
export function splitUnits(entries: readonly Entry[], from: Seq, folded: Seq = from): readonly Unit[] {
  const units: Unit[] = []
  let start = from
  let reached: number = from
  const reach = lastResults(entries)
  for (let seq = from; seq < entries.length; seq = after(seq)) {
    const entry = entries[seq] as Entry
    if (entry.message.block === 0 && entry.message.piece !== 'later' && seq > reached && seq > start) {
      if (seq > folded) units.push({ from: start, end: seq })
      start = seq
    }
    reached = Math.max(reached, seq + entry.message.blocks - 1 - entry.message.block, reach[seq] ?? 0)
  }
  if (start < entries.length) units.push({ from: start, end: seqOf(entries.length) })
  return units
}

/**
 * The last entry of the message that answers each call, or the approval it waits for, by the call's number; 0 of all others. A tool's message of a kind that we
 * do not know, OpenAI's `function` of old, answers what the agent said last.
 */
function lastResults(entries: readonly Entry[]): Int32Array {
  const reach = new Int32Array(entries.length)
  const approvals = new Map<string, Seq>()
  let spoken: Seq | undefined
  let before: Entry | undefined
  for (let at = 0; at < entries.length; at += 1) {
    const entry = itemAt(entries, at)
    if (entry.role === 'assistant') spoken = entry.seq
    // Once the agent speaks again, an approval that still arrives is late, like a result.
    if (entry.role === 'assistant' && before?.role !== 'assistant') approvals.clear()
    before = entry
    if (entry.kind === 'tool-call' && entry.approval !== undefined) approvals.set(entry.approval, entry.seq)
    const call = isUnknownResult(entry) ? spoken : answeredCall(entry, approvals)
    if (call !== undefined) reach[call] = entry.seq + entry.message.blocks - 1 - entry.message.block
  }
  return reach
}

/** OpenAI's messages of role `function`, and whatever else a tool may say. */
export function isUnknownResult(entry: Entry): boolean {
  return entry.kind === 'opaque' && entry.role === 'tool' && entry.approval === undefined
}

function answeredCall(entry: Entry, approvals: ReadonlyMap<string, Seq>): Seq | undefined {
  if (entry.kind === 'opaque' && entry.approval !== undefined) return approvals.get(entry.approval)
  return entry.kind === 'tool-result' && entry.answers.kind === 'call' ? entry.answers.seq : undefined
}

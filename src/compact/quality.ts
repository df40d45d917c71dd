import { actionFor, carriedBy } from '../plan/build-plan.ts'
import type { Entry, ToolCallEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Found } from '../schema/quality.ts'

/** How agents ask for what they were told before: a request or a question, and something that says that it was said; or that it is gone. */
const ASKED_AGAIN: readonly RegExp[] = [
  /\bremind me\b|\b(?:could|can|would|will) you (?:please )?(?:re-?share|re-?send|re-?paste|repeat)\b/i,
  /\b(?:(?:could|can|would|will) you|please) (?:\w+ ){0,2}(?:tell|share|send|paste|give|provide|show|state|say)\b[^.?!\n]{0,80}\b(?:again|once more)\b/i,
  /\b(?:what|which|where|who|how)\b[^.?!\n]{0,80}\b(?:again|did you (?:say|tell|mention)|you (?:said|told me|mentioned))\b[^.?!\n]{0,60}\?/i,
  /\bI no longer (?:have|see|recall|remember|know)\b/i,
  /\bI (?:don['’]t|do not|can['’]t|cannot) (?:have|see|recall|remember|find)\b[^.?!\n]{0,80}\b(?:earlier|previous|above|before|any ?more)\b/i,
  /\bI(?: have|['’]ve)? lost (?:that|the|this|track|sight|our|your|my)\b[^.?!\n]{0,40}\b(?:context|conversation|message|output|track|details?|instructions?)\b/i,
]
const LOOKED_AT = 4_000

/**
 * What a log tells of how good a compaction was (C24): the agent asks for what it was told, or calls a tool once more for what it no longer
 * sees. Both are signs, not proofs.
 *
 *     read a.ts · its output, folded since │ compacted │ read a.ts   →   reread 1
 */
export function qualityIn(entries: readonly Entry[], records: readonly PlanRecord[], since: number): Found {
  const carried = carriedBy(records)
  const isHidden = (seq: Seq): boolean => actionFor(records, seq).action !== 'include' && !carried.has(seq)
  const put = new Set<string>()
  for (const entry of entries.slice(0, since)) {
    if (entry.kind !== 'tool-result' || entry.answers.kind !== 'call' || !isHidden(entry.seq)) continue
    const call = entries[entry.answers.seq]
    if (call?.kind === 'tool-call') put.add(keyOf(call))
  }
  const later = entries.slice(since)
  const asked = later.filter((entry) => entry.kind === 'text' && entry.author === 'agent' && asksAgain(entry.text))
  const reread = later.filter((entry) => entry.kind === 'tool-call' && put.has(keyOf(entry)))
  const turns = (entries.at(-1)?.turn ?? 0) - (entries[since - 1]?.turn ?? 0)
  return { turnsSinceCompaction: turns, askedForMissing: asked.length, reread: reread.length }
}

function asksAgain(text: string): boolean {
  const end = text.slice(-LOOKED_AT)
  return ASKED_AGAIN.some((way) => way.test(end))
}

function keyOf({ tool, input }: ToolCallEntry): string {
  return JSON.stringify([tool, input])
}

/** Tools whose calls a plan still shows: what an agent found out about others may be forgotten with them (A17). */
export function toolsShown(entries: readonly Entry[], records: readonly PlanRecord[]): readonly string[] {
  const carried = carriedBy(records)
  const isShown = ({ seq }: Entry): boolean => {
    const { action } = actionFor(records, seq)
    return carried.has(seq) || (action !== 'summarize' && action !== 'drop')
  }
  const shown = entries.filter((entry) => entry.kind === 'tool-call' && isShown(entry))
  return [...new Set(shown.flatMap((entry) => (entry.kind === 'tool-call' ? [entry.tool] : [])))].sort()
}

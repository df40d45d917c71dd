import { actionFor, carriedBy } from '../plan/build-plan.ts'
import type { Entry, ToolCallEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Found } from '../schema/quality.ts'

/** How agents ask for what they were told before: short words, and something that says that it was said. */
const ASKED_AGAIN =
  /\b(?:remind me|could you (?:please )?(?:remind|repeat|re-?share|resend|paste|provide)[^.?!\n]{0,80}\bagain\b|what (?:was|were) (?:the|your|that)[^.?!\n]{0,80}\bagain\b|I (?:no longer|don['’]t|do not) (?:have|see|recall|remember)[^.?!\n]{0,80}\b(?:earlier|previous|above|before|anymore|any more)\b)/i
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
  return ASKED_AGAIN.test(text.slice(-LOOKED_AT))
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

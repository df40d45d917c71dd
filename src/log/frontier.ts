import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { rangeContains, rangeOf, type SeqRange } from '../schema/range.ts'
import type { Frontier } from '../schema/strategy.ts'
import { isUnknownResult } from './rounds.ts'

export function findFrontier(entries: readonly Entry[]): Frontier {
  const lastAssistant = entries.findLastIndex((entry) => entry.role === 'assistant')
  const since = entries.slice(lastAssistant + 1).filter(isPersons)
  const lastWord = entries.findLast(isPersons)
  const lastMessage = lastWord === undefined ? [] : entriesOfMessage(entries, lastWord).filter(isPersons)
  const people = new Set([...lastMessage, ...since].map((entry) => entry.seq))
  return { people: [...people].sort((a, b) => a - b), openRound: openRound(entries, lastAssistant) }
}

/** What a person wrote for a model to read: not blank, and nothing that is only for a page or was erased. */
function isPersons(entry: Entry): boolean {
  if (entry.author !== 'person' || (entry.kind === 'opaque' && entry.unsent === true)) return false
  return entry.kind !== 'text' || entry.text.trim() !== ''
}

function entriesOfMessage(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const first = entry.seq - entry.message.block
  return entries.slice(first, first + entry.message.blocks)
}

/**
 * The run is open when it has a call: answered or not, the model has not yet replied to what came back. OpenAI's `function_call` of old is
 * one, and what a tool of no known kind says then is its result. It is open, too, if it ends with what the provider's own tools did: an answer
 * that was paused (Anthropic's `pause_turn`) goes on from there.
 */
function openRound(entries: readonly Entry[], lastAssistant: number): readonly Seq[] {
  let start = lastAssistant
  while (start > 0 && entries[start - 1]?.role === 'assistant') start -= 1
  const run = lastAssistant === -1 ? [] : entries.slice(start, lastAssistant + 1)
  const isOld = run.some((entry) => entry.kind === 'opaque' && entry.type === 'function_call')
  if (!isOld && !isServed(run) && !run.some((entry) => entry.kind === 'tool-call')) return []
  const approvals = new Set(run.flatMap((entry) => (entry.kind === 'tool-call' ? [entry.approval] : [])))
  const results = entries
    .slice(lastAssistant + 1)
    .filter(
      (entry) =>
        answersWithin(entry, rangeOf(start, lastAssistant + 1)) ||
        isApproval(entry, approvals) ||
        (isOld && isUnknownResult(entry)),
    )
  return [...run, ...results].map((entry) => entry.seq)
}

/** True if a run ends with a block that only its provider knows: the model has not spoken since. */
function isServed(run: readonly Entry[]): boolean {
  const last = run.findLast((entry) => entry.kind !== 'opaque' || entry.unsent !== true)
  return last?.kind === 'opaque' && last.approval === undefined
}

function answersWithin(entry: Entry, range: SeqRange): entry is ToolResultEntry {
  return entry.kind === 'tool-result' && entry.answers.kind === 'call' && rangeContains(range, entry.answers.seq)
}

function isApproval(entry: Entry, approvals: ReadonlySet<string | undefined>): boolean {
  return entry.kind === 'opaque' && entry.approval !== undefined && approvals.has(entry.approval)
}

import type { Seq } from '../schema/ids.ts'
import type { DialectTraits, PromptPart } from '../schema/prompt.ts'
import { isNative } from './adapt-parts.ts'
import { approvedLast, withoutLateApprovals, withoutLostApprovals } from './approvals.ts'
import { type Notes, noteRepair } from './notes.ts'
import { type CallPart, isApproval, isCall, isResult, type ResultPart } from './part-kinds.ts'
import { missingResultText, strayResultText } from './placeholders.ts'
import type { ViewMessage } from './view.ts'
import { isWellPaired } from './well-paired.ts'

/**
 * Makes calls and results a legal sequence: every call is followed by its result before anything else is said.
 *
 * - A result in a message of the agent gets one of its own.
 * - A result whose call is not shown becomes quoted text where it stands.
 * - A result that stands too far from its call is brought to it.
 * - A call without a result gets a placeholder for one, unless its dialect lets it wait, or it was approved just now and is about
 *   to be carried out.
 * - An approval of a call that is not shown, or that was answered before, is left out.
 *
 * What is already legal keeps its messages untouched. Only calls from `openFrom` on can be about to be carried out: after those before it,
 * the agent has spoken again, even if its words are not shown.
 */
export function pairResults(
  messages: readonly ViewMessage[],
  { traits, notes, openFrom }: { readonly traits: DialectTraits; readonly notes: Notes; readonly openFrom: number },
): readonly ViewMessage[] {
  if (isWellPaired(messages)) return messages
  const shown = callsIn(messages)
  const apart = withoutLostApprovals(messages, traits, notes).flatMap((message) => resultsApart(message, notes))
  const quoted = apart.flatMap((message) => quoteStrays(message, shown, notes))
  const byCall = resultsByCall(quoted)
  const isApproved = approvedLast(quoted, openFrom)
  const taken = new Set<ResultPart>()
  const placed: ViewMessage[] = []
  for (const [index, message] of quoted.entries()) {
    const parts = without(taken, message.parts)
    if (parts.length === 0) continue
    placed.push(resultsFirst(parts === message.parts ? message : { ...message, parts }, notes))
    const calls = parts.filter(isCall)
    if (calls.length === 0) continue
    const near = resultsThatFollow(quoted, index, taken)
    const waiting = calls.filter((call) => byCall.has(call.entry.seq) || !isApproved(call, index))
    const extra = waiting.flatMap((call) => completeCall(call, { near, byCall, taken, traits, notes }))
    if (extra.length > 0) placed.push({ role: 'tool', parts: extra, synthetic: false })
  }
  return withoutLateApprovals(placed, notes)
}

/** What a tool gave back is nothing that the agent said, nor system text. */
function resultsApart(message: ViewMessage, notes: Notes): readonly ViewMessage[] {
  const results = message.role === 'assistant' || message.role === 'system' ? message.parts.filter(isResult) : []
  if (results.length === 0) return [message]
  for (const { entry } of results) {
    noteRepair(notes, 'result-moved', entry.seq, `a result stood in a message of ${message.role}, and got one of its own`)
  }
  const rest = { ...message, parts: message.parts.filter((part) => !isResult(part)) }
  const moved: ViewMessage = { role: 'tool', parts: results, synthetic: false }
  return rest.parts.length === 0 ? [moved] : [rest, moved]
}

function callsIn(messages: readonly ViewMessage[]): ReadonlySet<Seq> {
  const calls = new Set<Seq>()
  for (const message of messages) for (const part of message.parts) if (isCall(part)) calls.add(part.entry.seq)
  return calls
}

function resultsByCall(messages: readonly ViewMessage[]): ReadonlyMap<Seq, ResultPart> {
  const found = new Map<Seq, ResultPart>()
  for (const message of messages) {
    for (const part of message.parts) {
      if (isResult(part) && part.entry.answers.kind === 'call') found.set(part.entry.answers.seq, part)
    }
  }
  return found
}

/** Parts without results that stand elsewhere by now. */
function without(taken: ReadonlySet<ResultPart>, parts: readonly PromptPart[]): readonly PromptPart[] {
  return taken.size === 0 ? parts : parts.filter((part) => !(isResult(part) && taken.has(part)))
}

/** Results already in place: those in the messages right after `index`, as long as these begin with results. */
function resultsThatFollow(
  messages: readonly ViewMessage[],
  index: number,
  taken: ReadonlySet<ResultPart>,
): ReadonlySet<ResultPart> {
  const near = new Set<ResultPart>()
  for (let next = index + 1; next < messages.length; next += 1) {
    const { parts: all } = messages[next] as ViewMessage
    const parts = without(taken, all)
    const results = parts.filter(isResult)
    const others = parts.filter((part) => !isResult(part) && !isApproval(part))
    if (others.length > 0 && results.length === 0) break
    for (const part of results) near.add(part)
    if (others.length > 0) break
  }
  return near
}

interface Completion {
  readonly near: ReadonlySet<ResultPart>
  readonly byCall: ReadonlyMap<Seq, ResultPart>
  readonly taken: Set<ResultPart>
  readonly traits: DialectTraits
  readonly notes: Notes
}

function completeCall(call: CallPart, { near, byCall, taken, traits, notes }: Completion): readonly PromptPart[] {
  const result = byCall.get(call.entry.seq)
  if (result === undefined && call.entry.mayWait === true && isNative(call.entry, traits)) return []
  if (result === undefined) {
    noteRepair(notes, 'result-missing', call.entry.seq, 'a call without a result got a placeholder for one')
    const { seq, callId, tool } = call.entry
    return [{ kind: 'no-result', call: seq, callId, tool, text: missingResultText(call.entry) }]
  }
  if (near.has(result)) return []
  noteRepair(notes, 'result-moved', result.entry.seq, 'a result was brought next to its call')
  taken.add(result)
  return [result]
}

const STRAYS = {
  'no-call': ['result-without-call', 'its call is not in the log'],
  'already-answered': ['result-repeated', 'its call already has a result'],
  'too-late': ['result-too-late', 'it came after the model had spoken again'],
  call: ['result-without-call', 'its call is not shown'],
} as const

/** Results that have no call to follow become quoted text, in a separate user message if their message was a tool's. */
function quoteStrays(message: ViewMessage, shown: ReadonlySet<Seq>, notes: Notes): readonly ViewMessage[] {
  const isStray = (part: PromptPart): boolean =>
    isResult(part) && !(part.entry.answers.kind === 'call' && shown.has(part.entry.answers.seq))
  if (!message.parts.some(isStray)) return [message]
  const stays = (part: PromptPart): boolean => (isResult(part) ? !isStray(part) : message.role === 'tool' && isApproval(part))
  const paired = message.parts.filter(stays)
  const rest = message.parts
    .filter((part) => !stays(part))
    .map((part): PromptPart => {
      if (!isResult(part)) return part
      const [kind, why] = STRAYS[part.entry.answers.kind]
      noteRepair(notes, kind, part.entry.seq, `a tool result became quoted text: ${why}`)
      return { kind: 'synthetic', text: strayResultText(part.entry, part.text ?? part.entry.text), quotes: part.entry.seq }
    })
  const role = message.role === 'tool' ? 'user' : message.role
  return [
    ...(paired.length === 0 ? [] : [{ role: 'tool' as const, parts: paired, synthetic: false }]),
    { role, parts: rest, synthetic: false },
  ]
}

/** In a message that mixes results with other parts, results come first. */
function resultsFirst(message: ViewMessage, notes: Notes): ViewMessage {
  const results = message.parts.filter(isResult)
  const spoken = message.parts.filter((part) => !isApproval(part))
  const inFront = spoken.slice(0, results.length).every(isResult)
  if (results.length === 0 || inFront) return message
  noteRepair(notes, 'result-moved', (results[0] as ResultPart).entry.seq, 'results were put first in their message')
  return { role: message.role, parts: [...results, ...message.parts.filter((part) => !isResult(part))], synthetic: false }
}

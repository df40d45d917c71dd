import type { ToolCallEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { DialectTraits, PromptPart } from '../schema/prompt.ts'
import { dropLoneReasoning } from './adapt-parts.ts'
import type { Notes } from './notes.ts'
import { type CallPart, isApproval, isCall, isResult } from './part-kinds.ts'
import type { ViewMessage } from './view.ts'

/**
 * An approval means nothing without its call, and is too late once the agent has spoken again; and what a person answered means nothing
 * without what was asked.
 */
export function withoutLostApprovals(
  messages: readonly ViewMessage[],
  traits: DialectTraits,
  notes: Notes,
): readonly ViewMessage[] {
  const [called, asked] = [new Set<string | undefined>(), new Set<string | undefined>()]
  return messages.flatMap((message, index) => {
    const isAgent = message.role === 'assistant'
    if (isAgent && messages[index - 1]?.role !== 'assistant') for (const known of [called, asked]) known.clear()
    for (const { entry } of message.parts.filter(isCall)) {
      called.add(entry.approval)
      if (asksItself(entry)) asked.add(entry.approval)
    }
    const isLost = (part: PromptPart): boolean => isApproval(part) && !(isAgent ? called : asked).has(part.entry.approval)
    if (isAgent) for (const part of message.parts) if (isApproval(part) && !isLost(part)) asked.add(part.entry.approval)
    if (!message.parts.some(isLost)) return [message]
    // Reasoning that led to nothing but the approval goes with it.
    const left = dropLoneReasoning(withoutParts(message, isLost, notes), { whole: false, traits, notes })
    return left.parts.length === 0 ? [] : [left]
  })
}

/** Whether a call is itself what a person is asked, as it is in some dialects; in others a part of its own asks. */
function asksItself({ approval, raw }: ToolCallEntry): boolean {
  return approval !== undefined && JSON.stringify(raw).includes(JSON.stringify(approval))
}

/**
 * Leaves out an approval that comes after the result of its call: at the end of a request, its receiver looks for the result in the same
 * message only, and would carry out the call again. Of calls that share an approval, it is the last one's.
 */
export function withoutLateApprovals(messages: readonly ViewMessage[], notes: Notes): readonly ViewMessage[] {
  if (!messages.some(({ parts }) => parts.some(isApproval))) return messages
  const owners = new Map<string | undefined, Seq>()
  const answered = new Set<Seq | undefined>()
  return messages.flatMap((message) => {
    const isLate = (part: PromptPart): boolean => isApproval(part) && answered.has(owners.get(part.entry.approval))
    for (const { entry } of message.parts.filter(isCall)) owners.set(entry.approval, entry.seq)
    const isAnswer = message.role !== 'assistant' && message.parts.some(isLate)
    const left = isAnswer ? withoutParts(message, isLate, notes) : message
    for (const part of message.parts) {
      const call = answeredBy(part)
      if (call !== undefined) answered.add(call)
    }
    return left.parts.length === 0 ? [] : [left]
  })
}

/** The call that a result answers, or what stands in for one. */
function answeredBy(part: PromptPart): Seq | undefined {
  if (part.kind === 'no-result') return part.call
  return isResult(part) && part.entry.answers.kind === 'call' ? part.entry.answers.seq : undefined
}

function withoutParts(message: ViewMessage, isGone: (part: PromptPart) => boolean, notes: Notes): ViewMessage {
  for (const part of message.parts) {
    if (isApproval(part) && isGone(part)) notes.losses.push({ seq: part.entry.seq, what: part.entry.type })
  }
  return { ...message, parts: message.parts.filter((part) => !isGone(part)) }
}

/**
 * Tells calls of the last round that the last message approves or denies: the receiver of the request carries them out. Of calls that share
 * an approval, it is the last one's.
 */
export function approvedLast(messages: readonly ViewMessage[], openFrom: number): (call: CallPart, index: number) => boolean {
  const last = messages.at(-1)
  const answered = new Set(last?.role === 'tool' ? last.parts.filter(isApproval).map(({ entry }) => entry.approval) : [])
  const round = messages.findLastIndex((message) => message.role !== 'tool')
  const owners = new Map(messages[round]?.parts.filter(isCall).map(({ entry }) => [entry.approval, entry.seq]))
  const isOpen = ({ seq, approval }: ToolCallEntry): boolean =>
    seq >= openFrom && approval !== undefined && answered.has(approval) && owners.get(approval) === seq
  return ({ entry }, index) => index === round && isOpen(entry)
}

import type { ToolCallEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { DialectTraits, PromptPart } from '../schema/prompt.ts'
import { dropLoneReasoning } from './adapt-parts.ts'
import type { Notes } from './notes.ts'
import { type CallPart, isApproval, isCall, isResult } from './part-kinds.ts'
import type { ViewMessage } from './view.ts'

/** An approval means nothing without its call, and is too late once the agent has spoken again. */
export function withoutLostApprovals(
  messages: readonly ViewMessage[],
  traits: DialectTraits,
  notes: Notes,
): readonly ViewMessage[] {
  const known = new Set<string | undefined>()
  const isLost = (part: PromptPart): boolean => isApproval(part) && !known.has(part.entry.approval)
  return messages.flatMap((message, index) => {
    if (message.role === 'assistant' && messages[index - 1]?.role !== 'assistant') known.clear()
    for (const call of message.parts.filter(isCall)) known.add(call.entry.approval)
    if (!message.parts.some(isLost)) return [message]
    // Reasoning that led to nothing but the approval goes with it.
    const left = dropLoneReasoning(withoutParts(message, isLost, notes), { whole: false, traits, notes })
    return left.parts.length === 0 ? [] : [left]
  })
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
    for (const { entry } of message.parts.filter(isResult)) if (entry.answers.kind === 'call') answered.add(entry.answers.seq)
    return left.parts.length === 0 ? [] : [left]
  })
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

import { findFrontier } from '../log/frontier.ts'
import { leadingSystem } from '../log/rounds.ts'
import type { Entry, Role } from '../schema/entry.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { DialectTraits, Prompt, PromptMessage, PromptPart } from '../schema/prompt.ts'
import { adaptMessage, type Notes, noteRepair } from './adapt-parts.ts'
import { legalNames } from './legal-names.ts'
import { pairResults } from './pair-results.ts'
import { USER_FRAME } from './placeholders.ts'
import { syntheticMessage, type ViewMessage, viewOf } from './view.ts'

/**
 * Makes what the model sees: applies the plan, then repairs what a provider would refuse. Any log and any plan give a legal
 * prompt; the log itself is never changed.
 */
export function renderPrompt(options: {
  readonly entries: readonly Entry[]
  readonly records: readonly PlanRecord[]
  readonly traits: DialectTraits
  readonly summaryRole: Extract<Role, 'user' | 'assistant'>
}): Prompt {
  const { entries, traits } = options
  const notes: Notes = { repairs: [], losses: [] }
  const fixed = leadingSystem(entries)
  const view = viewOf(options)
  const isFixed = (message: ViewMessage): boolean =>
    message.parts.every((part) => part.kind === 'entry' && part.entry.seq < fixed)
  const system = view.filter(isFixed)
  const adapted = view
    .filter((message) => !isFixed(message))
    .map((message) => adaptMessage(message, traits, notes))
    .filter((message) => message.parts.length > 0)
  const legal = legalNames(pairResults(adapted, notes), traits, notes)
  const messages = trimLast(withFrames(legal, traits), traits, notes)
  return {
    system: system
      .map((message) => adaptMessage(message, { ...traits, system: 'anywhere' }, notes))
      .filter(hasParts)
      .map(strip),
    messages: messages.map(strip),
    stable: stableLength(messages, entries, notes),
    repairs: notes.repairs,
    losses: notes.losses,
  }
}

const hasParts = (message: ViewMessage): boolean => message.parts.length > 0

function strip({ role, parts, shell }: ViewMessage): PromptMessage {
  return { role, parts, ...(shell === undefined ? {} : { shell }) }
}

/** Puts the fixed user message where one is needed: in an empty conversation, at the start, and between our words and the agent's. */
function withFrames(messages: readonly ViewMessage[], traits: DialectTraits): readonly ViewMessage[] {
  const frame = syntheticMessage('user', USER_FRAME)
  if (messages.length === 0) return [frame]
  if (!traits.startsWithUser) return messages
  const first = messages[0]
  const opened = first?.role === 'assistant' ? [frame, ...messages] : messages
  return opened.flatMap((message, index) => {
    const before = opened[index - 1]
    const meets = before?.role === 'assistant' && message.role === 'assistant' && before.synthetic !== message.synthetic
    return traits.alternates && meets ? [frame, message] : [message]
  })
}

/** A provider that takes the last assistant message as the beginning of the answer refuses white space at its end. */
function trimLast(messages: readonly ViewMessage[], traits: DialectTraits, notes: Notes): readonly ViewMessage[] {
  const last = messages.at(-1)
  const part = last?.parts.at(-1)
  if (traits.blankText || last?.role !== 'assistant' || part === undefined) return messages
  const text =
    part.kind === 'synthetic'
      ? part.text
      : part.kind === 'entry' && part.entry.kind === 'text'
        ? (part.text ?? part.entry.text)
        : ''
  if (text === text.trimEnd()) return messages
  if (part.kind === 'entry')
    noteRepair(notes, 'trailing-space-trimmed', part.entry.seq, 'white space at the very end was left out')
  const trimmed: PromptPart = { ...part, text: text.trimEnd() } as PromptPart
  return [...messages.slice(0, -1), { ...last, parts: [...last.parts.slice(0, -1), trimmed] }]
}

/** What later appends cannot change: everything before the first call that may still get its result, and before a trimmed end. */
function stableLength(messages: readonly ViewMessage[], entries: readonly Entry[], notes: Notes): number {
  const waiting = new Set(findFrontier(entries).openRound)
  const trimmed = new Set(notes.repairs.filter((repair) => repair.kind === 'trailing-space-trimmed').map((repair) => repair.seq))
  const missing = new Set(notes.repairs.filter((repair) => repair.kind === 'result-missing').map((repair) => repair.seq))
  const first = messages.findIndex((message) =>
    message.parts.some(
      (part) =>
        part.kind === 'entry' && (trimmed.has(part.entry.seq) || (missing.has(part.entry.seq) && waiting.has(part.entry.seq))),
    ),
  )
  if (first !== -1) return first
  return messages.length === 1 && messages[0]?.synthetic === true ? 0 : messages.length
}

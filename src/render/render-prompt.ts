import type { ReadEntries } from '../log/entry-at.ts'
import { leadingSystem } from '../log/rounds.ts'
import type { Entry, Role } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { DialectTraits, Loss, Prompt, PromptMessage, PromptPart, Repair } from '../schema/prompt.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'
import { adaptMessage } from './adapt-parts.ts'
import { ownItemIds } from './item-ids.ts'
import { legalNames, type Taken } from './legal-names.ts'
import { mayBeLeftOut, withoutLonePairs } from './lone-pairs.ts'
import { type Notes, noteRepair } from './notes.ts'
import { pairResults } from './pair-results.ts'
import { USER_FRAME } from './placeholders.ts'
import { syntheticMessage, type ViewMessage, viewOf } from './view.ts'

/** What rendering needs to know besides the range. */
export interface RenderInput {
  /** With holes for what was not read: no plan shows any of it. */
  readonly entries: ReadEntries
  readonly records: readonly PlanRecord[]
  readonly traits: DialectTraits
  readonly summaryRole: Extract<Role, 'user' | 'assistant'>
}

/** What is shown of a range of entries, legal on its own. Ranges that begin with an assistant run can be put end to end. */
export interface RenderedRange {
  readonly system: readonly ViewMessage[]
  readonly messages: readonly ViewMessage[]
  readonly repairs: readonly Repair[]
  readonly losses: readonly Loss[]
  /** Call ids it uses. */
  readonly used: ReadonlySet<string>
}

/**
 * Renders entries `from` up to `end`: applies the plan, then repairs what a provider would refuse. `taken` are call ids that earlier
 * ranges use.
 */
export function renderRange(input: RenderInput, range: SeqRange & { readonly taken: Taken }): RenderedRange {
  const { traits } = input
  const notes: Notes = { repairs: [], losses: [] }
  const fixed = range.from === 0 ? leadingSystem(input.entries) : 0
  const view = viewOf({ ...input, from: range.from, end: range.end })
  const system = fixed === 0 ? [] : view.filter((message) => isFixed(message, fixed))
  const spoken = fixed === 0 ? view : view.filter((message) => !isFixed(message, fixed))
  const adapted = withoutLonePairs(spoken, notes)
    .map((message) => adaptMessage(message, traits, notes))
    .filter(hasParts)
  const openFrom = range.end === input.entries.length ? startOfLastRun(input.entries) : Number.POSITIVE_INFINITY
  const named = legalNames(pairResults(adapted, { traits, notes, openFrom }), { traits, notes, taken: range.taken })
  const inFront = system.map((message) => adaptMessage(message, { ...traits, system: 'anywhere' }, notes)).filter(hasParts)
  return { ...withOwnIds({ system: inFront, ...named }, { traits, notes, taken: range.taken }), ...notes }
}

type Named = Pick<RenderedRange, 'system' | 'messages' | 'used'>

/** If a provider knows messages by their ids, no two may have the same one, system text included. */
function withOwnIds(
  rendered: Named,
  { traits, notes, taken }: { readonly traits: DialectTraits; readonly notes: Notes; readonly taken: Taken },
): Named {
  if (traits.reasoning !== 'chained') return rendered
  const { messages, used } = ownItemIds([...rendered.system, ...rendered.messages], { notes, taken, used: rendered.used })
  const { length } = rendered.system
  return { system: messages.slice(0, length), messages: messages.slice(length), used }
}

function isFixed(message: ViewMessage, fixed: number): boolean {
  return message.parts.every((part) => part.kind === 'entry' && part.entry.seq < fixed)
}

const hasParts = (message: ViewMessage): boolean => message.parts.length > 0

/**
 * Makes what the model sees. Any log and any plan give a legal prompt; the log itself is never changed.
 */
export function renderPrompt(input: RenderInput): Prompt {
  const rendered = renderRange(input, { ...rangeOf(0, input.entries.length), taken: new Set() })
  const ended = endPrompt(withFrames(rendered.messages, input.traits, 'start'), rendered, input)
  return { ...ended, system: rendered.system.map(strip) }
}

/** The end of a prompt: what is only true while nothing follows. */
export function endPrompt(
  messages: readonly ViewMessage[],
  rendered: RenderedRange,
  { traits, entries }: RenderInput,
): Omit<Prompt, 'system'> {
  const notes: Notes = { repairs: [...rendered.repairs], losses: [...rendered.losses] }
  const trimmed = trimLast(messages, traits, notes)
  const ended = traits.endsWithUser === true ? endWithUser(trimmed) : trimmed
  return { messages: ended.map(strip), stable: stableLength(trimmed, entries, notes), ...notes }
}

/** The fixed message at the end is not part of what is stable: once another message follows, it is gone. */
function endWithUser(messages: readonly ViewMessage[]): readonly ViewMessage[] {
  return messages.at(-1)?.role === 'assistant' ? [...messages, syntheticMessage('user', USER_FRAME)] : messages
}

export function strip({ role, parts, shell, synthetic }: ViewMessage): PromptMessage {
  if (synthetic) return shell === undefined ? { role, parts, synthetic } : { role, parts, shell, synthetic }
  return shell === undefined ? { role, parts } : { role, parts, shell }
}

/**
 * Puts the fixed user message where one is needed: in an empty conversation, before an agent that would speak first, between our words and
 * the agent's or ours, and between what the agent said long ago and the reasoning that an answer begins with.
 */
export function withFrames(
  messages: readonly ViewMessage[],
  traits: DialectTraits,
  place: 'start' | 'later',
): readonly ViewMessage[] {
  const frame = syntheticMessage('user', USER_FRAME)
  if (messages.length === 0) return place === 'start' ? [frame] : []
  if (!traits.firstUser) return messages
  const first = place === 'start' ? messages.findIndex((message) => message.role !== 'system') : -1
  return messages.flatMap((message, index) => {
    if (message.role !== 'assistant') return [message]
    const before = messages[index - 1]
    const meets = before?.role === 'assistant' && (before.synthetic || message.synthetic || isFarBehind(before, message))
    return index === first || meets ? [frame, message] : [message]
  })
}

/** What was folded lies between them, and the later begins with reasoning: joined to one message, it would not begin with it. */
function isFarBehind(before: ViewMessage, { parts }: ViewMessage): boolean {
  const [last, first] = [before.parts.at(-1), parts[0]]
  if (last?.kind !== 'entry' || first?.kind !== 'entry' || first.entry.kind !== 'reasoning') return false
  // Blocks of either message that are never shown, such as the start of a step, are nothing that was folded.
  const { seq, message } = last.entry
  return seq - message.block + message.blocks < first.entry.seq - first.entry.message.block
}

/** A provider that takes the last assistant message as the beginning of the answer refuses white space at its end. */
function trimLast(messages: readonly ViewMessage[], traits: DialectTraits, notes: Notes): readonly ViewMessage[] {
  const last = messages.at(-1)
  const part = last?.parts.at(-1)
  if (traits.blankText || last?.role !== 'assistant' || part === undefined) return messages
  const text = textAtEnd(part)
  if (text === text.trimEnd()) return messages
  if (part.kind === 'entry') {
    noteRepair(notes, 'trailing-space-trimmed', part.entry.seq, 'white space at the very end was left out')
  }
  const trimmed: PromptPart = { ...part, text: text.trimEnd() }
  return [...messages.slice(0, -1), { ...last, parts: [...last.parts.slice(0, -1), trimmed] }]
}

function textAtEnd(part: PromptPart): string {
  if (part.kind !== 'entry') return part.text
  return part.entry.kind === 'text' ? (part.text ?? part.entry.text) : ''
}

/**
 * What later appends cannot change: everything before the first call that may still get its result, before a trimmed end, and
 * before an answer that may get another piece.
 */
function stableLength(messages: readonly ViewMessage[], entries: ReadEntries, notes: Notes): number {
  const unstable = new Set<Seq>()
  const lastRun = startOfLastRun(entries)
  for (const repair of notes.repairs) {
    if (repair.kind === 'trailing-space-trimmed') unstable.add(repair.seq)
    // No later run of assistant messages begins after it, so its result may still come.
    if (repair.kind === 'result-missing' && repair.seq + 1 >= lastRun) unstable.add(repair.seq)
  }
  const first = messages.findIndex((message) =>
    message.parts.some(
      (part) =>
        part.kind === 'entry' &&
        (unstable.has(part.entry.seq) || mayStillBeApproved(part.entry, lastRun) || mayBeLeftOut(part.entry, entries)),
    ),
  )
  // The fixed message is there for what follows it, and goes with it.
  if (first !== -1) return mayVanish(messages[first], entries) && isFrame(messages[first - 1]) ? first - 1 : first
  const length = mayGrow(messages.at(-1), entries) ? messages.length - 1 : messages.length
  return messages.length === 1 && messages[0]?.synthetic === true ? 0 : length
}

/** True for a message that shows nothing but a tool that may be left out, and the reasoning before it. */
function mayVanish(message: ViewMessage | undefined, entries: ReadEntries): boolean {
  const parts = message?.parts ?? []
  return parts.every((part) => part.kind === 'entry' && (part.entry.kind === 'reasoning' || mayBeLeftOut(part.entry, entries)))
}

function isFrame(message: ViewMessage | undefined): boolean {
  const [part] = message?.parts ?? []
  return message?.synthetic === true && part?.kind === 'synthetic' && part.text === USER_FRAME
}

/** True if the message shows some of the answer at the very end of the log, and that one comes in pieces. */
function mayGrow(message: ViewMessage | undefined, entries: ReadEntries): boolean {
  let start = entries.length - 1
  if (entries[start]?.message.piece === undefined) return false
  while (entries[start]?.message.piece === 'later') start -= 1
  start -= entries[start]?.message.block ?? 0
  return message?.parts.some((part) => part.kind === 'entry' && part.entry.seq >= start) ?? false
}

/** Where the last run of assistant messages begins; 0 if only people spoke. */
function startOfLastRun(entries: ReadEntries): number {
  let start = entries.length
  while (start > 0 && entries[start - 1]?.role !== 'assistant') start -= 1
  while (start > 0 && entries[start - 1]?.role === 'assistant') start -= 1
  return start
}

/** A call whose approval may still come, or may be passed over: then a placeholder takes the place of its result. */
function mayStillBeApproved(entry: Entry, lastRun: number): boolean {
  return entry.kind === 'tool-call' && entry.approval !== undefined && entry.seq + 1 >= lastRun
}

import type { Entry, ReasoningEntry, Role } from '../schema/entry.ts'
import { isJsonObject, isWellFormedJson } from '../schema/json.ts'
import { isTooDeep } from '../schema/json-depth.ts'
import type { DialectTraits, PromptPart } from '../schema/prompt.ts'
import { rangeContains } from '../schema/range.ts'
import { chainReasoning } from './chained-reasoning.ts'
import { hasHollowParts, holdsOnlyFiles } from './hollow-parts.ts'
import { nameLoneFiles } from './name-files.ts'
import { type Notes, noteRepair } from './notes.ts'
import { isCall } from './part-kinds.ts'
import { emptyResultText, fileText, quotedSystemText } from './placeholders.ts'
import type { ViewMessage } from './view.ts'

/** True if a block can be handed on as it came in. */
export function isNative(entry: Entry, traits: DialectTraits): boolean {
  return entry.message.dialect === traits.name
}

/** True if the dialect can show this block at all. */
export function canCarry(entry: Entry, traits: DialectTraits): boolean {
  switch (entry.kind) {
    case 'reasoning':
      return (
        traits.reasoning === 'any' || (isNative(entry, traits) && !isSealedToOther(entry, traits) && !isOutdated(entry, traits))
      )
    case 'opaque':
      return isNative(entry, traits) && entry.unsent !== true
    case 'turn-start':
      return false
    case 'text':
    case 'tool-call':
    case 'tool-result':
    case 'file':
      return true
  }
}

/** Reasoning that another model signed or encrypted: the provider refuses a request with it. Its own model gets it back. */
function isSealedToOther({ signature, model }: ReasoningEntry, { opens }: DialectTraits): boolean {
  return signature !== undefined && model !== undefined && opens?.(model) === false
}

/** Reasoning whose seal also vouches for what stood before it, and that is no longer so. */
function isOutdated({ signature, seq }: ReasoningEntry, { sealedIn }: DialectTraits): boolean {
  return signature !== undefined && sealedIn?.some((range) => rangeContains(range, seq)) === false
}

/** Brings every block of a message into what the dialect accepts: foreign blocks, empty text, broken characters. */
export function adaptMessage(message: ViewMessage, traits: DialectTraits, notes: Notes): ViewMessage {
  const whole = message.shell?.holes.length === message.parts.length
  const shown = adaptParts(message, traits, notes)
  const parted = traits.namesFiles ? nameLoneFiles(shown, notes) : shown
  const adapted =
    traits.reasoning === 'chained' ? chainReasoning(parted, notes) : dropLoneReasoning(parted, { whole, traits, notes })
  if (message.role !== 'system' || traits.system === 'anywhere') return adapted
  return quoteSystem(adapted, notes)
}

type EntryPart = Extract<PromptPart, { kind: 'entry' }>

/** The message itself if all of its blocks are accepted as they are. */
function adaptParts(message: ViewMessage, traits: DialectTraits, notes: Notes): ViewMessage {
  const parts: PromptPart[] = []
  let isSame = true
  for (const part of message.parts) {
    const isKept = part.kind !== 'entry' || isEmptyBesideCalls(part, message, traits)
    const adapted = isKept ? part : adaptEntry(part, message.role, { traits, notes })
    if (adapted !== part) isSame = false
    if (adapted !== undefined) parts.push(adapted)
  }
  return isSame ? message : { ...message, parts }
}

function whyRemoved(entry: ReasoningEntry, traits: DialectTraits): string {
  if (!isOutdated(entry, traits)) return `reasoning that ${entry.model ?? ''} has sealed was left out`
  return 'reasoning whose seal vouches for what stood before it was left out, because that has changed'
}

function adaptEntry(
  part: EntryPart,
  role: Role,
  { traits, notes }: { readonly traits: DialectTraits; readonly notes: Notes },
): PromptPart | undefined {
  const { entry } = part
  if (!canCarry(entry, traits)) {
    if (entry.kind === 'reasoning' && isNative(entry, traits))
      noteRepair(notes, 'reasoning-removed', entry.seq, whyRemoved(entry, traits))
    else if (entry.kind !== 'turn-start')
      notes.losses.push({ seq: entry.seq, what: entry.kind === 'opaque' ? entry.type : entry.kind })
    return undefined
  }
  if (entry.kind === 'file' && part.text === undefined && !(isNative(entry, traits) && mayHoldFiles(role, traits))) {
    notes.losses.push({ seq: entry.seq, what: entry.media })
    return { ...part, text: fileText(entry) }
  }
  return adaptText(part, traits, notes)
}

function mayHoldFiles(role: Role, { filesIn }: DialectTraits): boolean {
  return filesIn === undefined || filesIn.includes(role)
}

function adaptText(part: EntryPart, traits: DialectTraits, notes: Notes): PromptPart | undefined {
  const { entry } = part
  const text = part.text ?? textOf(entry)
  if (text === undefined) return noteBroken(part, traits, notes)
  if (entry.kind === 'tool-result' && text.trim() === '') {
    if (part.text === undefined && isNative(entry, traits) && traits.emptyResult?.(entry.raw) === true) return part
    noteRepair(notes, 'empty-result', entry.seq, 'an empty result became a placeholder')
    return { ...part, text: emptyResultText(entry) }
  }
  if (entry.kind === 'text' && (traits.blankText ? text === '' : text.trim() === '')) {
    noteRepair(notes, 'empty-removed', entry.seq, 'a text without content was left out')
    return undefined
  }
  if (entry.kind === 'tool-call' && !areLegalArguments(text, entry, traits)) {
    noteRepair(notes, 'arguments-wrapped', entry.seq, 'call arguments that are not a JSON object were wrapped in one')
    return noteBroken({ ...part, text: JSON.stringify({ unparsed: text }) }, traits, notes)
  }
  if (entry.kind === 'reasoning' && entry.signature !== undefined && !isWellFormedJson(entry.raw)) {
    noteRepair(notes, 'reasoning-removed', entry.seq, 'signed reasoning with half a character in it cannot be sent')
    return undefined
  }
  if (entry.kind === 'reasoning' && isNative(entry, traits) && isJsonObject(entry.raw) && 'cache_control' in entry.raw) {
    noteRepair(notes, 'mark-removed', entry.seq, 'thinking cannot have a cache mark')
  }
  if (entry.kind === 'tool-result' && part.text === undefined && isNative(entry, traits) && hasHollowParts(entry.raw, traits)) {
    noteRepair(notes, 'empty-removed', entry.seq, 'texts without content were left out of a result')
  }
  if (traits.failuresAreText && part.text === undefined && isNative(entry, traits) && isFailureWithFiles(entry)) {
    noteRepair(notes, 'failure-in-words', entry.seq, 'a failed result with more than text says in words that it failed')
  }
  if (traits.namesFiles && part.text === undefined && isNative(entry, traits) && isResultOfFiles(entry)) {
    noteRepair(notes, 'file-named', entry.seq, 'a result that holds nothing but files says so')
  }
  return noteBroken(part, traits, notes)
}

/** The content of a message that calls tools, as many servers write it: an empty string. */
function isEmptyBesideCalls({ entry, text }: EntryPart, { parts }: ViewMessage, traits: DialectTraits): boolean {
  const isEmpty = entry.kind === 'text' && entry.raw === '' && text === undefined
  return traits.emptyBesideCalls === true && isEmpty && isNative(entry, traits) && parts.some(isCall)
}

/** Half characters are replaced when the dialect writes the message; here they are noted. */
function noteBroken(part: EntryPart, traits: DialectTraits, notes: Notes): PromptPart {
  const { entry } = part
  const shown = part.text ?? (isNative(entry, traits) ? entry.raw : (textOf(entry) ?? ''))
  if (!isWellFormedJson(shown)) {
    noteRepair(notes, 'surrogate-replaced', entry.seq, 'half a character (a lone surrogate) was replaced')
  }
  return part
}

/** A custom tool of another dialect takes any text; a server that expects a function's arguments parses them. */
function areLegalArguments(text: string, entry: Entry, traits: DialectTraits): boolean {
  if (traits.arguments === 'text' || (traits.arguments === 'json' && (isNative(entry, traits) || text === ''))) return true
  return isObjectText(text)
}

function isFailureWithFiles({ kind, raw }: Entry): boolean {
  if (kind !== 'tool-result' || !isJsonObject(raw) || raw['is_error'] !== true) return false
  const { content } = raw
  return Array.isArray(content) && content.some((part) => isJsonObject(part) && part['type'] !== 'text')
}

function isResultOfFiles({ kind, raw }: Entry): boolean {
  return kind === 'tool-result' && isJsonObject(raw) && holdsOnlyFiles(raw['output'] ?? null)
}

function isObjectText(text: string): boolean {
  if (isTooDeep(text)) return false
  try {
    return isJsonObject(JSON.parse(text))
  } catch {
    return false // Models write broken JSON; that is what this looks for.
  }
}

function textOf(entry: Entry): string | undefined {
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return entry.text
    case 'tool-call':
      return entry.input
    case 'file':
    case 'opaque':
    case 'turn-start':
      return undefined
  }
}

interface ReasoningContext {
  /** Every block of the message is shown. */
  readonly whole: boolean
  readonly traits: DialectTraits
  readonly notes: Notes
}

/**
 * Reasoning is shown with what it led to or not at all: on its own, at the end of a message, or signed for a message that lost a
 * block, a provider refuses it.
 */
export function dropLoneReasoning(message: ViewMessage, { whole, traits, notes }: ReasoningContext): ViewMessage {
  if (traits.reasoning === 'any' || message.role !== 'assistant') return message
  const isReasoning = (part: PromptPart | undefined): boolean => part?.kind === 'entry' && part.entry.kind === 'reasoning'
  const legal = traits.reasoning === 'signed' ? whole && !isReasoning(message.parts.at(-1)) : !message.parts.every(isReasoning)
  if (legal || !message.parts.some(isReasoning)) return message
  for (const part of message.parts) {
    if (part.kind === 'entry' && isReasoning(part)) {
      noteRepair(notes, 'reasoning-removed', part.entry.seq, 'reasoning that its message cannot keep was left out')
    }
  }
  return { ...message, parts: message.parts.filter((part) => !isReasoning(part)) }
}

/** System text after the start, for a dialect that takes it only in front. */
function quoteSystem(message: ViewMessage, notes: Notes): ViewMessage {
  const parts = message.parts.map((part): PromptPart => {
    if (part.kind !== 'entry' || part.entry.kind !== 'text') return part
    noteRepair(notes, 'system-quoted', part.entry.seq, 'system text after the start stands as a quoted note')
    return { kind: 'synthetic', text: quotedSystemText(part.text ?? part.entry.text), quotes: part.entry.seq }
  })
  return { role: 'user', parts, synthetic: false }
}

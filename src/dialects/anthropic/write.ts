import { withoutHollowParts } from '../../render/hollow-parts.ts'
import { type Seq, seqOf } from '../../schema/ids.ts'
import { isJsonObject, type Json, wellFormedJson } from '../../schema/json.ts'
import type { Mended, Surroundings } from '../../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { anthropicTools } from '../tools.ts'
import {
  argumentsObject,
  callIdOf,
  isCallPart,
  isResultPart,
  ownRaw,
  refillShell,
  requestAround,
  resultOf,
  shownText,
  toolNameOf,
} from '../writing.ts'
import { limitCacheMarks } from './cache-marks.ts'
import { mendMarks } from './mend-marks.ts'
import { ANTHROPIC } from './outline.ts'
import { sendableBlock, sendableFailure, sendableMessage } from './sendable.ts'
import { setMarks } from './set-marks.ts'

/** Writes messages as the Messages API takes them. */
export function writeAnthropicMessages(messages: readonly PromptMessage[]): readonly Json[] {
  return joinNeighbours(messages.map(writeMessage)).map((message) => wellFormedJson(message.json))
}

/** Puts a Messages request together. */
export function assembleAnthropic(inFront: readonly PromptMessage[], given: readonly Json[], around: Surroundings): Json {
  return limitCacheMarks(putTogether(inFront, given, around))
}

/** What putting it together changes in what came in. */
export function mendAnthropic(
  inFront: readonly PromptMessage[],
  messages: readonly PromptMessage[],
  around: Surroundings,
): Mended {
  return mendMarks((system, shown) => putTogether(system, writeAnthropicMessages(shown), around), {
    system: inFront,
    messages,
    around,
  })
}

function putTogether(inFront: readonly PromptMessage[], given: readonly Json[], around: Surroundings): Json {
  const system = writeSystem(inFront)
  const written = requestAround(
    around,
    ANTHROPIC,
    system === undefined ? { messages: [...given] } : { system: wellFormedJson(system), messages: [...given] },
    anthropicTools(around.tools),
  )
  const whole = system === undefined ? withoutEmptySystem(written) : written
  return around.cacheMarks === undefined ? whole : setMarks(whole, around.cacheMarks)
}

function withoutEmptySystem(request: Json): Json {
  if (!isJsonObject(request) || request['system'] !== null) return request
  return Object.fromEntries(Object.entries(request).filter(([key]) => key !== 'system'))
}

function writeSystem(messages: readonly PromptMessage[]): Json | undefined {
  const [first, ...others] = messages
  if (first === undefined) return undefined
  const refilled = others.length === 0 && first.shell?.raw !== undefined ? refillShell(first, ANTHROPIC, writePart) : undefined
  // A system field's shell is a string or an array; a message with role system is an object, and stands for its text.
  if (refilled !== undefined && !isJsonObject(refilled)) return refilled
  const parts = messages.flatMap((message) => message.parts)
  if (parts.some((part) => isHandedIn(part) || isMarked(part)))
    return parts.map(systemBlock).filter((block) => block !== undefined)
  // Only text has a place here.
  const texts = messages.flatMap((message) => message.parts.map(shownText)).filter((text) => text.trim() !== '')
  return texts.length === 0 ? undefined : texts.join('\n\n')
}

/** A block that the host handed in may have a cache mark: then the field is a list. */
function isHandedIn(part: PromptPart): boolean {
  return part.kind === 'synthetic' && isJsonObject(part.raw) && part.raw['type'] === 'text'
}

/** So may one that the log began with. */
function isMarked(part: PromptPart): boolean {
  const raw = ownRaw(part, ANTHROPIC)
  return isJsonObject(raw) && raw['cache_control'] !== undefined
}

function systemBlock(part: PromptPart): Json | undefined {
  if (part.kind === 'synthetic' && part.raw !== undefined && isHandedIn(part)) return part.raw
  const raw = ownRaw(part, ANTHROPIC)
  if (isJsonObject(raw) && part.kind === 'entry' && part.text === undefined) return raw
  const text = shownText(part)
  return text.trim() === '' ? undefined : { type: 'text', text }
}

/** A message with what is needed to decide whether it may be joined to its neighbour. */
interface Written {
  readonly role: 'user' | 'assistant'
  readonly json: Json
  /** Numbers of its first and last entry, if it came in from this dialect. */
  readonly native: { readonly first: Seq; readonly last: Seq } | undefined
  readonly hasResults: boolean
}

function writeMessage(message: PromptMessage): Written {
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  const refilled = refillShell(message, ANTHROPIC, writePart)
  const hasResults = message.parts.some(isResultPart)
  if (refilled !== undefined && message.role !== 'system') {
    return { role, json: sendableMessage(refilled), hasResults, native: rangeOf(message) }
  }
  return { role, json: { role, content: writeContent(message.parts) }, native: undefined, hasResults }
}

function rangeOf({ parts }: PromptMessage): Written['native'] {
  let range: Written['native']
  for (const part of parts) {
    if (part.kind !== 'entry') continue
    const { seq } = part.entry
    range = { first: seqOf(Math.min(range?.first ?? seq, seq)), last: seqOf(Math.max(range?.last ?? seq, seq)) }
  }
  return range
}

function writeContent(parts: readonly PromptPart[]): Json {
  const [only] = parts
  const isBare = only?.kind === 'synthetic' || (only?.kind === 'entry' && typeof ownRaw(only, ANTHROPIC) === 'string')
  if (parts.length === 1 && only !== undefined && isBare) return shownText(only)
  return parts.map((part) => asBlock(writePart(part)))
}

function asBlock(block: Json): Json {
  return typeof block === 'string' ? { type: 'text', text: block } : block
}

/**
 * Joins neighbours of one role, as the provider would do itself, so that user and assistant alternate. Two messages that came in
 * side by side stay two: nothing is gained by changing what the client sent. Results of one round always stand together.
 */
function joinNeighbours(messages: readonly Written[]): readonly Written[] {
  const groups: Written[][] = []
  for (const message of messages) {
    const group = groups.at(-1)
    const [only, another] = group ?? []
    const parted = only?.role !== message.role || (another === undefined && cameAsNeighbours(only, message))
    if (group === undefined || parted) groups.push([message])
    else group.push(message)
  }
  return groups.map(join)
}

function cameAsNeighbours(a: Written, b: Written): boolean {
  if (a.hasResults && b.hasResults) return false
  return a.native !== undefined && b.native !== undefined && a.native.last + 1 === b.native.first
}

function join(group: readonly Written[]): Written {
  const [first] = group as readonly [Written]
  if (group.length === 1) return first
  const blocks = group.flatMap((message) => {
    const content = isJsonObject(message.json) ? message.json['content'] : ''
    return Array.isArray(content) ? content : [asBlock(content ?? '')]
  })
  // Results first, wherever they came from.
  const isResult = (block: Json): boolean => isJsonObject(block) && block['type'] === 'tool_result'
  const content = [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))]
  const hasResults = group.some((message) => message.hasResults)
  return { role: first.role, json: { role: first.role, content }, native: undefined, hasResults }
}

function writePart(part: PromptPart): Json {
  if (isCallPart(part)) return writeCall(part)
  if (isResultPart(part)) return writeResult(part)
  const raw = ownRaw(part, ANTHROPIC)
  if (raw === undefined || part.kind !== 'entry') return { type: 'text', text: shownText(part) }
  if (part.text === undefined) return sendableBlock(raw)
  if (typeof raw === 'string') return part.text
  return part.entry.kind === 'text' && isJsonObject(raw) ? { ...raw, text: part.text } : { type: 'text', text: part.text }
}

function writeCall(part: PromptPart): Json {
  const raw = ownRaw(part, ANTHROPIC)
  const [id, name] = [callIdOf(part), toolNameOf(part)]
  const input = isJsonObject(raw) && part.kind === 'entry' && part.text === undefined ? raw['input'] : undefined
  const legal = isJsonObject(input) ? input : argumentsObject(shownText(part))
  return isJsonObject(raw) ? { ...raw, id, name, input: legal } : { type: 'tool_use', id, name, input: legal }
}

function writeResult(part: PromptPart): Json {
  const raw = ownRaw(part, ANTHROPIC)
  const { text, failed } = resultOf(part)
  const id = callIdOf(part)
  if (isJsonObject(raw)) {
    const content = part.kind === 'entry' ? part.text : undefined
    const shown = content ?? withoutHollowParts(raw['content'] ?? text, { blankText: false })
    // A result may come without any content, and be sent so.
    return sendableFailure({ ...raw, tool_use_id: id, ...(shown === '' && !('content' in raw) ? {} : { content: shown }) })
  }
  return { type: 'tool_result', tool_use_id: id, content: text, ...(failed ? { is_error: true } : {}) }
}

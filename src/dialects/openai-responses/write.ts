import type { MessageShell, Role } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, stringField, wellFormedJson } from '../../schema/json.ts'
import type { PromptMessage, PromptPart } from '../../schema/prompt.ts'
import { fillShell } from '../shell.ts'
import { callIdOf, isCallPart, isResultPart, ownRaw, shownText, toolNameOf } from '../writing.ts'
import { answerTo, callKindOf } from './calls.ts'
import { withLegalId } from './item-id.ts'
import { OPENAI_RESPONSES } from './outline.ts'
import { answeredId, outputKindOf, withAnsweredId } from './outputs.ts'
import { sendableItem } from './sendable.ts'

/** Writes messages as the Responses API takes them: every text, call and result an item of its own. */
export function writeItems(messages: readonly PromptMessage[]): readonly Json[] {
  const callTypes = typesOfCalls(messages)
  return messages
    .flatMap((message) => itemsOf(message).flatMap((item) => writeItem(item, message.role, callTypes)))
    .map((item) => wellFormedJson(sendableItem(item)))
}

type EntryPart = Extract<PromptPart, { kind: 'entry' }>

/** Parts that are one item on the wire, in the shell they came in if they came from this dialect. */
interface Item {
  readonly parts: readonly PromptPart[]
  readonly shell: MessageShell | undefined
}

/** A result must be of the kind that its call asks for. */
function typesOfCalls(messages: readonly PromptMessage[]): ReadonlyMap<string, string> {
  const types = new Map<string, string>()
  for (const part of messages.flatMap((message) => message.parts.filter(isCallPart))) {
    const raw = ownRaw(part, OPENAI_RESPONSES)
    types.set(callIdOf(part), (isJsonObject(raw) ? stringField(raw, 'type') : undefined) ?? 'function_call')
  }
  return types
}

function itemsOf(message: PromptMessage): readonly Item[] {
  const items: { parts: PromptPart[]; shell: MessageShell | undefined; key: number | string }[] = []
  for (const [index, part] of message.parts.entries()) {
    const shell = shellOf(part, message)
    const apart = isCallPart(part) || isResultPart(part)
    const key = shell !== undefined && part.kind === 'entry' ? firstOf(part) : apart ? `alone ${index}` : 'text'
    const last = items.at(-1)
    if (last?.key === key) last.parts.push(part)
    else items.push({ parts: [part], shell, key })
  }
  return items
}

function shellOf(part: PromptPart, message: PromptMessage): MessageShell | undefined {
  if (part.kind !== 'entry' || part.entry.message.dialect !== OPENAI_RESPONSES) return undefined
  return part.shell ?? message.shell ?? part.entry.message.shell
}

function firstOf({ entry }: EntryPart): number {
  return entry.seq - entry.message.block
}

function writeItem({ parts, shell }: Item, role: Role, callTypes: ReadonlyMap<string, string>): readonly Json[] {
  const [first] = parts
  if (first === undefined) return []
  if (isCallPart(first)) return [writeCall(first)]
  if (isResultPart(first)) return writeOutput(first, callTypes)
  if (shell === undefined || first.kind !== 'entry') return writeFresh(parts, role)
  if (!isJsonObject(shell.raw)) return [writeWhole(first, role)]
  const values = new Map(parts.map((part) => [(part as EntryPart).entry.message.block, writePart(part, role)]))
  return [withLegalId(fillShell(shell, values), first.nameless === true)]
}

/** An item that is one block: reasoning, what the provider did by itself, what we do not know; or a field that is all text. */
function writeWhole(part: EntryPart, role: Role): Json {
  const { raw, kind } = part.entry
  if (!isJsonObject(raw)) return { role, content: shownText(part) }
  const item = kind === 'reasoning' && !Array.isArray(raw['summary']) ? { ...raw, summary: [] } : raw
  return withLegalId(item, part.nameless === true)
}

/** What the model said is one item a text: it has no parts that a client could write. */
function writeFresh(parts: readonly PromptPart[], given: Role): readonly Json[] {
  const role = given === 'tool' ? 'user' : given
  const [only] = parts
  if (parts.length === 1 && only !== undefined && isText(only)) return [{ role, content: shownText(only) }]
  if (role === 'assistant') return parts.map((part) => ({ role, content: shownText(part) }))
  return [{ role, content: parts.map((part) => writePart(part, role)).map(asPart) }]
}

function isText(part: PromptPart): boolean {
  return part.kind !== 'entry' || part.text !== undefined || part.entry.kind === 'text' || !isJsonObject(rawOf(part))
}

function asPart(part: Json): Json {
  return typeof part === 'string' ? { type: 'input_text', text: part } : part
}

function rawOf(part: PromptPart): Json | undefined {
  return ownRaw(part, OPENAI_RESPONSES)
}

/** A part of a message's content. Texts have one type for what the model said, another for what it was told. */
function writePart(part: PromptPart, role: Role): Json {
  const raw = rawOf(part)
  const shown = shownText(part)
  if (typeof raw === 'string') return shown
  if (!isJsonObject(raw) || part.kind !== 'entry') return textPart(role, shown)
  if (part.entry.kind !== 'text') return part.text === undefined ? raw : textPart(role, part.text)
  if (!fitsRole(raw, role)) return textPart(role, shown)
  if (part.text === undefined) return raw
  if (raw['type'] === 'refusal') return { ...raw, refusal: part.text }
  // Citations name places in the text, log probabilities its tokens: neither is there any more.
  const { logprobs: _, ...kept } = raw
  return { ...kept, text: part.text, ...('annotations' in kept ? { annotations: [] } : {}) }
}

function fitsRole(raw: JsonObject, role: Role): boolean {
  return role === 'assistant' ? raw['type'] === 'output_text' || raw['type'] === 'refusal' : raw['type'] === 'input_text'
}

function textPart(role: Role, text: string): Json {
  return role === 'assistant' ? { type: 'output_text', text, annotations: [] } : { type: 'input_text', text }
}

function writeCall(part: PromptPart): Json {
  const raw = rawOf(part)
  const [id, name, text] = [callIdOf(part), toolNameOf(part), shownText(part)]
  const kind = isJsonObject(raw) ? callKindOf(raw) : undefined
  if (!isJsonObject(raw) || kind === undefined || part.kind !== 'entry') {
    return { type: 'function_call', call_id: id, name, arguments: text }
  }
  const named = { ...raw, [kind.id]: id, ...(kind.plain ? { name } : {}) }
  const written = kind.plain || part.text !== undefined ? kind.withInput(named, text) : named
  return withLegalId(written, part.nameless === true)
}

/** Nothing is written for a call that waits for a person: only a person may answer it. */
function writeOutput(part: PromptPart, callTypes: ReadonlyMap<string, string>): readonly Json[] {
  const id = callIdOf(part)
  const type = answerTo(callTypes.get(id) ?? '')
  const raw = rawOf(part)
  const own = isJsonObject(raw) && isAnswer(raw, type) ? raw : undefined
  if (own === undefined && type === 'mcp_approval_response') return []
  const item = own ?? { type }
  const kind = outputKindOf(type === 'tool_search_output' ? { ...item, call_id: id } : item)
  if (kind === undefined) return []
  const named = answeredId(item, kind) === id ? item : withAnsweredId(item, kind, id)
  const whole = own !== undefined && part.kind === 'entry' && part.text === undefined
  return [whole ? named : kind.withText(named, shownText(part))]
}

/** Codex answers its shell with the output of a function. */
function isAnswer(item: JsonObject, type: string): boolean {
  return item['type'] === type || (type === 'local_shell_call_output' && item['type'] === 'function_call_output')
}

import type { Entry } from '../../../src/schema/entry.ts'
import { isJsonObject, type Json } from '../../../src/schema/json.ts'
import { type FlatBlock, flatten, resultTexts, unmarked } from '../../../src/testing/provider-rules/flatten.ts'
import type { DialectName } from '../../../src/testing/transcripts/transcripts.ts'

/** What a request shows, arranged for looking entries up in it. */
export interface Visible {
  readonly dialect: DialectName
  readonly blocks: readonly FlatBlock[]
  /** All system text of the request. */
  readonly system: string
}

export function visibleIn(dialect: DialectName, request: Json): Visible {
  const field = isJsonObject(request) ? (request['system'] ?? request['systemInstruction'] ?? request['instructions'] ?? '') : ''
  const system = isJsonObject(field) ? (field['parts'] ?? field['content'] ?? '') : field
  const blocks = flatten(dialect, request)
  const texts =
    typeof system === 'string'
      ? [system]
      : Array.isArray(system)
        ? system.map((block) => (isJsonObject(block) ? String(block['text'] ?? block['content']) : ''))
        : []
  return { dialect, blocks, system: texts.join('\n\n') }
}

/** True if an entry is shown whole, in a block of its own kind. */
export function showsVerbatim(visible: Visible, entry: Entry): boolean {
  const { blocks } = visible
  const isOwn = entry.message.dialect === visible.dialect
  switch (entry.kind) {
    case 'text': {
      const text = entry.text.toWellFormed()
      if (entry.role === 'system' && visible.system.includes(text)) return true
      // White space at the very end of the last assistant message is refused by a provider, and left out.
      return blocks.some(
        (block, index) =>
          block.kind === 'text' && (block.text === text || (index === blocks.length - 1 && block.text === text.trimEnd())),
      )
    }
    case 'reasoning':
      return blocks.some(
        (block) =>
          block.kind === 'reasoning' &&
          (isOwn
            ? sameJson(nameless(rawOf(block, entry)), nameless(sendable(forModels(entry.raw))))
            : block.text === entry.text.toWellFormed()),
      )
    case 'tool-call':
      return showsInput(visible, entry.input)
    case 'tool-result':
      return showsResult(visible, entry.raw, entry.text)
    case 'file':
    case 'opaque':
      return blocks.some((block) => isSamePart(block.json, sendable(forModels(entry.raw)))) || shownInField(entry)
    case 'turn-start':
      return true
  }
}

/** True if some result shows this text; `raw` is the result as it came in. */
export function showsResult(visible: Visible, raw: Json, text: string): boolean {
  const texts = resultTexts(raw, text)
  return visible.blocks.some((block) => block.kind === 'result' && texts.includes(block.text))
}

/** True if some call shows these arguments. */
export function showsInput(visible: Visible, input: string): boolean {
  return visible.blocks.some((block) => block.kind === 'call' && sameInput(block.text, input))
}

/** OpenAI keeps reasoning in a field of the message, not in a block. */
function rawOf(block: FlatBlock, entry: Entry): Json {
  return typeof entry.raw === 'string' ? block.text : block.json
}

/** The same but for what says nothing: an item's id, cache marks. */
function isSamePart(shown: Json, kept: Json): boolean {
  return sameJson(nameless(unmarked(shown)), nameless(unmarked(kept)))
}

/** By its id a provider knows an item again; it says nothing. If the id of a call had to be replaced, its approval names the new one. */
function nameless(json: Json): Json {
  if (!isJsonObject(json)) return json
  const names = json['type'] === 'tool-approval-request' ? ['id', 'toolCallId'] : ['id']
  return Object.fromEntries(Object.entries(json).filter(([key]) => !names.includes(key)))
}

/** The AI SDK's parts for people have other names for what a model is sent. */
function forModels(raw: Json): Json {
  if (!isJsonObject(raw)) return raw
  if (raw['type'] === 'reasoning' && 'providerMetadata' in raw) {
    const { providerMetadata = null, ...rest } = raw
    return { ...rest, providerOptions: providerMetadata }
  }
  if (raw['type'] !== 'file' || !('url' in raw) || !('mediaType' in raw)) return raw
  const { url = null, ...rest } = raw
  return { ...rest, data: url }
}

/** Blocks that are fields of their message (a refusal, for one) are not listed among the blocks. */
function shownInField(entry: Entry): boolean {
  return entry.kind === 'opaque' && !isJsonObject(entry.raw)
}

/** Arguments are the same if their text or their JSON is. */
function sameInput(shown: string, input: string): boolean {
  if (shown === input.toWellFormed()) return true
  const [a, b] = [parsed(shown), parsed(input)]
  return (b !== undefined && sameJson(a, sendable(b))) || isWrapped(a, input)
}

/** Half characters cannot be sent; they are replaced. */
function sendable(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (_, item: Json) => (typeof item === 'string' ? item.toWellFormed() : item)) as Json
}

/** A dialect that takes objects only shows broken arguments inside one. */
function isWrapped(shown: Json | undefined, input: string): boolean {
  return isJsonObject(shown) && Object.values(shown).some((value) => value === input.toWellFormed())
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/** Deep equality of JSON, whatever the order of keys; `__proto__` is a key like any other. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(ownValue(a, key), ownValue(b, key)))
}

function ownValue(object: Json, key: string): Json | undefined {
  return Object.getOwnPropertyDescriptor(object, key)?.value as Json | undefined
}

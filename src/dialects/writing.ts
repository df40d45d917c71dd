import type { ToolResultEntry } from '../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../schema/json.ts'
import type { Surroundings } from '../schema/ports.ts'
import type { PromptMessage, PromptPart } from '../schema/prompt.ts'
import { fillEnvelope } from './reading.ts'
import { fillShell } from './shell.ts'

/** Writes one block in a dialect's own shape. */
export type WritePart = (part: PromptPart) => Json

/** A message that came from this dialect, put back into its shell; `undefined` if it must be written anew. */
export function refillShell(message: PromptMessage, dialect: string, writePart: WritePart): Json | undefined {
  if (message.shell?.dialect !== dialect) return undefined
  const values = new Map<number, Json>()
  for (const part of message.parts) {
    if (part.kind !== 'entry') return undefined
    values.set(part.entry.message.block, writePart(part))
  }
  return fillShell(message.shell, values)
}

/** The block as it came in, if it came from this dialect. */
export function ownRaw(part: PromptPart, dialect: string): Json | undefined {
  return part.kind === 'entry' && part.entry.message.dialect === dialect ? part.entry.raw : undefined
}

/** A result's text and whether it failed, wherever it came from. */
export function resultOf(part: PromptPart): { readonly text: string; readonly failed: boolean } {
  if (part.kind !== 'entry') return { text: part.text, failed: false }
  const entry = part.entry as ToolResultEntry
  return { text: part.text ?? entry.text, failed: entry.envelope.outcome === 'failure' }
}

/** The text a part shows. */
export function shownText(part: PromptPart): string {
  if (part.kind !== 'entry') return part.text
  if (part.text !== undefined) return part.text
  switch (part.entry.kind) {
    case 'text':
    case 'reasoning':
    case 'tool-result':
      return part.entry.text
    case 'tool-call':
      return part.entry.input
    case 'file':
      return part.entry.description
    case 'opaque':
    case 'turn-start':
      return ''
  }
}

/** The id of a call, or of the call that a result answers; empty if there is none. */
export function callIdOf(part: PromptPart): string {
  if (part.kind === 'no-result') return part.callId
  if (part.kind !== 'entry' || (part.entry.kind !== 'tool-call' && part.entry.kind !== 'tool-result')) return ''
  return part.callId ?? part.entry.callId
}

/** The name of the tool that is called, or whose result this is. */
export function toolNameOf(part: PromptPart): string {
  if (part.kind === 'no-result') return part.tool
  if (part.kind !== 'entry') return ''
  if (part.entry.kind === 'tool-result') return part.tool ?? part.entry.envelope.tool
  return part.entry.kind === 'tool-call' ? (part.tool ?? part.entry.tool) : ''
}

/** True of a result, and of what stands in for one that never came. */
export function isResultPart(part: PromptPart): boolean {
  return part.kind === 'no-result' || (part.kind === 'entry' && part.entry.kind === 'tool-result')
}

/** True of a call of a tool. */
export function isCallPart(part: PromptPart): boolean {
  return part.kind === 'entry' && part.entry.kind === 'tool-call'
}

/** Arguments as an object. Broken ones are wrapped, not dropped. */
export function argumentsObject(input: string): JsonObject {
  try {
    const value: unknown = JSON.parse(input)
    if (isJsonObject(value)) return value
  } catch {
    // Models write broken JSON; it is shown as what it is.
  }
  return { unparsed: input }
}

/** A request with the name by which OpenAI finds what it has kept, where the host allows it. What the client says itself stays. */
export function withPromptCache(request: Json, { promptCache }: Surroundings): Json {
  if (promptCache === undefined || !isJsonObject(request)) return request
  const { key, retention } = promptCache
  const ours = { prompt_cache_key: key, ...(retention === undefined ? {} : { prompt_cache_retention: retention }) }
  return { ...ours, ...request }
}

/** The same as SDKs name these fields. */
export function cacheNameOptions({ key, retention }: NonNullable<Surroundings['promptCache']>): JsonObject {
  return { promptCacheKey: key, ...(retention === undefined ? {} : { promptCacheRetention: retention }) }
}

/** Puts messages into the input's own envelope, or a fresh one if the input was of another dialect. */
export function requestAround(around: Surroundings, dialect: string, values: JsonObject, tools: readonly Json[]): Json {
  // A bare array has no place for system text: with it, the request becomes an object.
  const isBare = around.envelope === null && 'system' in values
  if (around.dialect === dialect && !isBare) return fillEnvelope(wellFormedJson(around.envelope), values)
  return { ...values, ...(tools.length === 0 ? {} : { tools }) }
}

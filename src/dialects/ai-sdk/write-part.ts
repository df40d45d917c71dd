import { holdsOnlyFiles, withoutHollowParts } from '../../render/hollow-parts.ts'
import { clearedText, FILES_ONLY } from '../../render/placeholders.ts'
import type { ToolResultEntry } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, wellFormedJson } from '../../schema/json.ts'
import type { PromptPart } from '../../schema/prompt.ts'
import { argumentsObject, callIdOf, isCallPart, isResultPart, ownRaw, resultOf, shownText, toolNameOf } from '../writing.ts'
import { mark } from './mark.ts'
import { approvalRequest, approvalResponse, executedParts, modernContent, modernPart, options } from './modern.ts'
import { AI_SDK } from './name.ts'
import { outputOf } from './output.ts'
import { optionsOf, unsealed } from './provider-options.ts'

/** The ids that calls have in the request, by the ids they came with. */
export type CallIds = ReadonlyMap<string, string>

/** A part as the SDK takes it; several parts if a provider ran a tool that was shown to people as one. */
export function writeParts(part: PromptPart, ids: CallIds): readonly JsonObject[] {
  if (part.kind === 'synthetic') return [{ type: 'text', text: part.text, ...mark('note') }]
  if (isCallPart(part)) return [writeCall(part)]
  if (isResultPart(part)) return [writeResult(part)]
  const raw = ownRaw(part, AI_SDK)
  if (part.kind !== 'entry' || !isJsonObject(raw)) return [{ type: 'text', text: shownText(part) }]
  if (part.entry.kind === 'opaque') return writeOpaque(part.entry.type, raw, { approval: part.entry.approval, ids })
  const modern = modernPart(raw)
  if (part.text === undefined) return [wellFormedJson(raw) === raw ? modern : unsealed(modern)]
  const isWords = part.entry.kind === 'text' || part.entry.kind === 'reasoning'
  return [isWords ? { ...unsealed(modern), text: part.text } : { type: 'text', text: part.text }]
}

function writeOpaque(
  type: string,
  raw: JsonObject,
  { approval = '', ids }: { readonly approval: string | undefined; readonly ids: CallIds },
): readonly JsonObject[] {
  switch (type) {
    case 'tool-approval-request': {
      const own = typeof raw['toolCallId'] === 'string' ? raw['toolCallId'] : undefined
      const callId = ids.get(own ?? approval) ?? own ?? ''
      if (raw['type'] !== type) return [approvalRequest(raw, callId)]
      return [callId === own ? raw : { ...raw, toolCallId: callId }]
    }
    case 'tool-approval-response':
      return [raw['type'] === type ? raw : approvalResponse(raw)]
    case 'tool-call':
      return 'toolName' in raw && raw['type'] === type ? [modernCall(raw)] : executedParts(raw)
    case 'tool-result':
      return [modernResult(raw)]
    default:
      return [modernPart(raw)]
  }
}

/** A result of an old message has `result`, or files in a shape of their own. */
function modernResult(raw: JsonObject): JsonObject {
  const { result = null, isError, ...rest } = raw
  return { ...rest, output: 'output' in raw ? modernOutput(raw['output'] ?? null) : outputOf(result, isError === true) }
}

/** A call of an old message has `args`. */
function modernCall(raw: JsonObject): JsonObject {
  if ('input' in raw || !('args' in raw)) return raw
  const { args = null, ...rest } = raw
  return { ...rest, input: args }
}

function writeCall(part: PromptPart): JsonObject {
  const raw = ownRaw(part, AI_SDK)
  const [toolCallId, toolName] = [callIdOf(part), toolNameOf(part)]
  const written = { type: 'tool-call', toolCallId, toolName }
  if (part.kind !== 'entry' || !isJsonObject(raw)) return { ...written, input: argumentsObject(shownText(part)) }
  const isModern = raw['type'] === 'tool-call' && 'toolName' in raw
  const base = isModern ? modernCall(raw) : { ...written, ...options(optionsOf(raw)) }
  const given = isModern ? base['input'] : (raw['input'] ?? raw['rawInput'] ?? raw['args'])
  const changed = part.text !== undefined || !isJsonObject(given)
  const input = changed ? argumentsObject(shownText(part)) : given
  const isSealed = !changed && part.callId === undefined && part.tool === undefined && wellFormedJson(raw) === raw
  if (isSealed && base === raw) return raw
  return { ...(isSealed ? base : unsealed(base)), ...written, input }
}

function writeResult(part: PromptPart): JsonObject {
  const raw = ownRaw(part, AI_SDK)
  const { text, failed } = resultOf(part)
  const written = { type: 'tool-result', toolCallId: callIdOf(part), toolName: toolNameOf(part) }
  if (part.kind !== 'entry' || !isJsonObject(raw)) return { ...written, output: outputOf(text, failed) }
  const isModern = raw['type'] === 'tool-result'
  const kept = isModern
    ? Object.entries(raw).filter(([key]) => key !== 'result' && key !== 'isError')
    : Object.entries(options(optionsOf(raw)))
  const output =
    part.text === undefined ? ownOutput(raw, resultOf(part)) : replacedOutput(part.entry as ToolResultEntry, part.text, failed)
  return { ...Object.fromEntries(kept), ...written, output }
}

/** The output that came in: typed today, any value in old messages and in those for people. */
function ownOutput(raw: JsonObject, { text, failed }: ReturnType<typeof resultOf>): Json {
  const { output } = raw
  if (raw['state'] === 'output-available') return outputOf(output ?? null, false)
  if (raw['state'] === 'result') return outputOf(raw['result'] ?? null, false)
  if (raw['type'] !== 'tool-result')
    return raw['state'] === 'approval-responded' ? { type: 'execution-denied', reason: text } : outputOf(text, true)
  if (!('output' in raw)) return outputOf(raw['result'] ?? null, failed)
  return modernOutput(output ?? null)
}

function modernOutput(output: Json): Json {
  if (!isJsonObject(output) || output['type'] !== 'content') return output
  const value = withoutHollowParts(output['value'] ?? null, { blankText: false })
  if (!Array.isArray(value)) return { ...output, value }
  const named = holdsOnlyFiles(output) ? [{ type: 'text', text: FILES_ONLY }] : []
  return { ...output, value: [...named, ...value.map(modernContent)] }
}

/** A result that was cleared says so in a way that programs can read, too. */
function replacedOutput(entry: ToolResultEntry, text: string, failed: boolean): JsonObject {
  return text === clearedText(entry) ? { type: 'json', value: { status: 'compacted', message: text } } : outputOf(text, failed)
}

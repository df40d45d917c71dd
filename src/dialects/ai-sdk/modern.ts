import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { outputOf } from './output.ts'
import { optionsOf } from './provider-options.ts'
import { toolOf } from './ui-tools.ts'

/** Fields that only messages for people have. */
const FOR_PEOPLE = ['state', 'providerMetadata', 'citations', 'id']

/** A text, reasoning, file or custom part as models are sent it today, wherever it came from; or the part itself, if it already is one. */
export function modernPart(raw: JsonObject): JsonObject {
  switch (raw['type']) {
    case 'text':
    case 'custom':
      return 'providerMetadata' in raw || 'state' in raw ? forModels(raw) : raw
    case 'reasoning':
      return modernReasoning(raw)
    case 'redacted-reasoning':
      return { type: 'reasoning', text: '', ...options({ anthropic: { redactedData: stringField(raw, 'data') ?? '' } }) }
    case 'image':
    case 'file':
    case 'reasoning-file':
      return modernFile(raw)
    default:
      return raw
  }
}

function forModels(raw: JsonObject): JsonObject {
  const kept = Object.entries(raw).filter(([key]) => !FOR_PEOPLE.includes(key))
  return { ...Object.fromEntries(kept), ...options(optionsOf(raw)) }
}

/** Version 4 had the seal on the part; it was Anthropic's. */
function modernReasoning(raw: JsonObject): JsonObject {
  const signature = stringField(raw, 'signature')
  if (signature !== undefined)
    return { type: 'reasoning', text: stringField(raw, 'text') ?? '', ...options({ anthropic: { signature } }) }
  const thought = stringField(raw, 'reasoning')
  if (thought !== undefined && !('text' in raw)) return { type: 'reasoning', text: thought }
  return 'providerMetadata' in raw || 'state' in raw ? forModels(raw) : raw
}

/** People's files have an address, old ones a `mimeType`. */
function modernFile(raw: JsonObject): JsonObject {
  const mimeType = stringField(raw, 'mimeType')
  const url = stringField(raw, 'url')
  const reference = raw['providerReference']
  const isOld = mimeType !== undefined && !('mediaType' in raw)
  if (url === undefined && !isOld) return raw
  const kept = Object.entries(raw).filter(([key]) => !['url', 'mimeType', 'providerReference', 'providerMetadata'].includes(key))
  const data: Json | undefined = isJsonObject(reference) ? { type: 'reference', reference } : url
  return {
    ...Object.fromEntries(kept),
    ...(data === undefined || 'data' in raw ? {} : { data }),
    ...(isOld ? { mediaType: mimeType } : {}),
    ...options(optionsOf(raw)),
  }
}

/** A part of a result. Version 5 wrote all files as `media`, which version 7 does not know. */
export function modernContent(part: Json): Json {
  if (!isJsonObject(part) || part['type'] !== 'media') return part
  return { ...part, type: stringField(part, 'mediaType')?.startsWith('image/') ? 'image-data' : 'file-data' }
}

/** A tool that a provider ran itself, as people were shown it: the call, and its result if there is one. */
export function executedParts(raw: JsonObject): readonly JsonObject[] {
  const base = { toolCallId: stringField(raw, 'toolCallId') ?? '', toolName: toolOf(raw) }
  const failed = raw['state'] === 'output-error'
  const call = {
    type: 'tool-call',
    ...base,
    input: raw['input'] ?? raw['rawInput'] ?? {},
    providerExecuted: true,
    ...options(optionsOf(raw)),
  }
  if (!failed && raw['state'] !== 'output-available') return [call]
  const output = outputOf((failed ? raw['errorText'] : raw['output']) ?? null, failed)
  const metadata = raw['resultProviderMetadata'] ?? raw['callProviderMetadata']
  return [call, { type: 'tool-result', ...base, output, ...options(isJsonObject(metadata) ? metadata : undefined) }]
}

/** A request for an approval as models are sent it; `raw` is the `approval` of a part for people. */
export function approvalRequest(raw: JsonObject, toolCallId: string): JsonObject {
  const { id, isAutomatic, requestReason, signature } = raw
  return {
    type: 'tool-approval-request',
    approvalId: id ?? '',
    toolCallId,
    ...(isAutomatic === undefined ? {} : { isAutomatic }),
    ...(requestReason === undefined ? {} : { reason: requestReason }),
    ...(signature === undefined ? {} : { signature }),
    ...('inputSchemaInput' in raw ? { inputSchemaInput: raw['inputSchemaInput'] ?? null } : {}),
  }
}

export function approvalResponse(raw: JsonObject): JsonObject {
  const approval = isJsonObject(raw['approval']) ? raw['approval'] : {}
  const { id, approved, reason } = approval
  return {
    type: 'tool-approval-response',
    approvalId: id ?? '',
    approved: approved === true,
    ...(reason === undefined ? {} : { reason }),
  }
}

export function options(given: Json | undefined): JsonObject {
  return isJsonObject(given) ? { providerOptions: given } : {}
}

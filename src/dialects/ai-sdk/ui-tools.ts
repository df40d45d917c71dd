import type { BlockDraft } from '../../schema/draft.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { unsent } from './model-parts.ts'
import { DENIED, wordsOf } from './output.ts'
import { sealOf } from './provider-options.ts'
import type { Placed } from './ui-read.ts'

/** A part that shows a tool's work: the call, and, once it is there, the result. */
export function isToolPart(part: JsonObject): boolean {
  const type = stringField(part, 'type') ?? ''
  return type === 'dynamic-tool' || type.startsWith('tool-')
}

/** The name of the tool: of its own, or behind `tool-` in the type. */
export function toolOf(part: JsonObject): string {
  return part['type'] === 'dynamic-tool'
    ? (stringField(part, 'toolName') ?? '')
    : (stringField(part, 'type') ?? '').slice('tool-'.length)
}

/** Fields of a tool part that are the result's. */
const RESULT_FIELDS = ['state', 'output', 'errorText', 'preliminary', 'resultProviderMetadata']

/**
 * Takes a tool part apart: the call and its request for approval are the agent's (`said`), the answer to that request and the result
 * are the tool's (`given`). What the tool gives holds some fields of the part, with its call id.
 */
export function readToolPart(
  part: JsonObject,
  index: number,
): { readonly said: readonly Placed[]; readonly given: readonly Placed[] } {
  const state = stringField(part, 'state') ?? ''
  const whole = (block: BlockDraft): ReturnType<typeof readToolPart> => ({ said: [{ block, path: [index] }], given: [] })
  // Half a call: it cannot be sent yet.
  if (state === 'input-streaming' || state === '') return whole(unsent(part, toolOf(part)))
  if (part['providerExecuted'] === true)
    return whole({ kind: 'opaque', raw: part, type: 'tool-call', ...unfinished(part, state) })
  const approval = isJsonObject(part['approval']) ? part['approval'] : undefined
  const decided = typeof approval?.['approved'] === 'boolean'
  const result = resultOf(part, state, approval)
  const taken = [...(result === undefined ? [] : RESULT_FIELDS), ...(approval === undefined ? [] : ['approval'])]
  const into = (block: BlockDraft): Placed => ({ block, path: [index], into: true })
  const fields = (keys: readonly string[]): JsonObject => pick(part, ['toolCallId', ...keys])
  if (approval === undefined) {
    return {
      said: [{ block: readCall(part, taken, undefined), path: [index] }],
      given: result === undefined ? [] : [into({ ...result, raw: fields([...RESULT_FIELDS, 'callProviderMetadata']) })],
    }
  }
  const id = stringField(approval, 'id') ?? ''
  return {
    said: [
      { block: readCall(part, taken, id), path: [index] },
      { block: { kind: 'opaque', raw: approval, type: 'tool-approval-request', approval: id }, path: [index, 'approval'] },
    ],
    given: [
      ...(decided ? [into({ kind: 'opaque', raw: fields(['approval']), type: 'tool-approval-response', approval: id })] : []),
      ...(result === undefined ? [] : [into({ ...result, raw: fields([...RESULT_FIELDS, 'callProviderMetadata']) })]),
    ],
  }
}

function readCall(part: JsonObject, taken: readonly string[], approval: string | undefined): BlockDraft {
  const input = part['input'] ?? part['rawInput'] ?? {}
  const seal = sealOf(part)
  return {
    kind: 'tool-call',
    raw: Object.fromEntries(Object.entries(part).map(([key, value]) => [key, taken.includes(key) ? null : value])),
    callId: stringField(part, 'toolCallId') ?? '',
    tool: toolOf(part),
    input: typeof input === 'string' ? input : jsonText(input),
    ...(seal === undefined ? {} : { signature: seal }),
    ...(approval === undefined ? {} : { approval }),
  }
}

/** What the provider ran and never finished has no result: only its other half could complete it. */
function unfinished(part: JsonObject, state: string): { readonly pair?: string } {
  return state.startsWith('output-') ? {} : { pair: stringField(part, 'toolCallId') ?? '' }
}

type ResultDraft = Extract<BlockDraft, { kind: 'tool-result' }>

function resultOf(part: JsonObject, state: string, approval: JsonObject | undefined): ResultDraft | undefined {
  const base = { kind: 'tool-result', raw: null, callId: stringField(part, 'toolCallId') ?? '', tool: toolOf(part) } as const
  const denied = approval?.['approved'] === false
  switch (state) {
    case 'output-available':
      return { ...base, text: wordsOf(part['output'] ?? null) }
    case 'output-error':
      return { ...base, text: stringField(part, 'errorText') ?? '', outcome: 'failure' }
    case 'output-denied':
      return { ...base, text: reasonOf(approval), outcome: 'failure' }
    case 'approval-responded':
      return denied ? { ...base, text: reasonOf(approval), outcome: 'failure' } : undefined
    default:
      return undefined
  }
}

function reasonOf(approval: JsonObject | undefined): string {
  const reason = approval === undefined ? undefined : stringField(approval, 'reason')
  return reason === undefined || reason === '' ? DENIED : reason
}

function pick(part: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key): readonly (readonly [string, Json])[] => (Object.hasOwn(part, key) ? [[key, part[key] ?? null]] : [])),
  )
}

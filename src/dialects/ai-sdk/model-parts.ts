import type { BlockDraft } from '../../schema/draft.ts'
import type { Role } from '../../schema/entry.ts'
import { jsonText } from '../../schema/foreign-values.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { refuseInput } from '../reading.ts'
import { capturedIn } from './captured.ts'
import { describeFile, mediaOf } from './files.ts'
import { type MarkKind, markOf } from './mark.ts'
import { saidBy, wordsOf } from './output.ts'
import { sealOf } from './provider-options.ts'
import { isStreamStart } from './stream-start.ts'

/** What is to be known of the message that a part stands in. */
interface Around {
  readonly role: Role
  /** Approvals that the message asks for, by call id. */
  readonly approvals: ReadonlyMap<string, string>
}

/**
 * Reads one part of a message, of the latest version or of older ones (`args` for `input`, `result` for `output`). A part that may
 * not stand in such a message is kept, and never sent: the SDK would refuse the whole request.
 */
export function readModelPart(part: JsonObject, at: string, { role, approvals }: Around): BlockDraft {
  const type = stringField(part, 'type')
  switch (type) {
    case undefined:
      return refuseInput(`${at}.type`, 'a part type', part['type'])
    case 'text':
      return readText(part, at)
    case 'image':
      return role === 'assistant' || role === 'system' ? unsent(part, type) : readFile(part)
    case 'file':
      return role === 'system' ? unsent(part, type) : readFile(part)
    case 'tool-result':
      if (role !== 'assistant') return readResult(part, at)
      return isNamedResult(part) ? { kind: 'opaque', raw: part, type, ...pairOf(part) } : unsent(part, type)
    case 'tool-approval-response':
      return role === 'tool'
        ? { kind: 'opaque', raw: part, type, approval: stringField(part, 'approvalId') ?? '' }
        : unsent(part, type)
    default:
      return role === 'assistant' ? readAgentPart(part, type, approvals) : unsent(part, type)
  }
}

/** Without these, nothing tells what a result among the agent's parts is the result of. */
function isNamedResult(part: JsonObject): boolean {
  return (stringField(part, 'toolCallId') ?? '') !== '' && (stringField(part, 'toolName') ?? '') !== ''
}

/** A tool that the provider ran, and what came of it, have one id. */
function pairOf(part: JsonObject): { readonly pair: string } {
  return { pair: stringField(part, 'toolCallId') ?? '' }
}

function readAgentPart(part: JsonObject, type: string, approvals: Around['approvals']): BlockDraft {
  switch (type) {
    case 'reasoning':
    case 'redacted-reasoning':
      return readReasoning(part)
    case 'tool-call':
      // What the provider carried out itself is its own affair, and so is the result.
      return part['providerExecuted'] === true ? { kind: 'opaque', raw: part, type, ...pairOf(part) } : readCall(part, approvals)
    case 'tool-approval-request':
      return { kind: 'opaque', raw: part, type, approval: stringField(part, 'approvalId') ?? '' }
    case 'custom':
      return isStreamStart(part) ? unsent(part, type) : { kind: 'opaque', raw: part, type }
    case 'reasoning-file':
      return { kind: 'opaque', raw: part, type }
    default:
      return unsent(part, type)
  }
}

function readFile(part: JsonObject): BlockDraft {
  return { kind: 'file', raw: part, media: mediaOf(part), description: describeFile(part) }
}

export function unsent(raw: Json, type: string): BlockDraft {
  return { kind: 'opaque', raw, type, unsent: true }
}

function readText(part: JsonObject, at: string): BlockDraft {
  const { text } = part
  const seal = sealOf(part)
  return {
    kind: 'text',
    raw: part,
    text: typeof text === 'string' ? text : refuseInput(`${at}.text`, 'a string', text),
    ...(seal === undefined ? {} : { signature: seal }),
    ...writtenBy(markOf(part)),
  }
}

/** What a mark of ours says about a text. */
export function writtenBy(kind: MarkKind | undefined): { readonly author?: 'harness'; readonly foreignSummary?: true } {
  if (kind === undefined) return {}
  return kind === 'summary' ? { author: 'harness', foreignSummary: true } : { author: 'harness' }
}

/** Version 4 kept the seal on the part itself, and what was redacted in a part of its own; for people it said `reasoning` for `text`. */
function readReasoning(part: JsonObject): BlockDraft {
  const seal = sealOf(part) ?? stringField(part, 'signature') ?? stringField(part, 'data')
  return {
    kind: 'reasoning',
    raw: part,
    text: stringField(part, 'text') ?? stringField(part, 'reasoning') ?? '',
    ...(seal === undefined ? {} : { signature: seal }),
  }
}

/** A call, in a message's content or, in old messages, in its `toolCalls`. */
export function readCall(part: JsonObject, approvals: Around['approvals']): BlockDraft {
  const input = part['input'] ?? part['args'] ?? {}
  const callId = stringField(part, 'toolCallId') ?? ''
  const approval = approvals.get(callId)
  const seal = sealOf(part)
  return {
    kind: 'tool-call',
    raw: part,
    callId,
    tool: stringField(part, 'toolName') ?? '',
    input: typeof input === 'string' ? input : jsonText(input),
    ...(seal === undefined ? {} : { signature: seal }),
    ...(approval === undefined ? {} : { approval }),
  }
}

function readResult(part: JsonObject, at: string): BlockDraft {
  const callId = part['toolCallId']
  const tool = stringField(part, 'toolName')
  const isOld = !Object.hasOwn(part, 'output')
  const said = isOld ? { text: wordsOf(part['result'] ?? null) } : saidBy(part['output'] ?? null)
  return {
    kind: 'tool-result',
    raw: part,
    callId: typeof callId === 'string' ? callId : refuseInput(`${at}.toolCallId`, 'a string', callId),
    ...said,
    ...(tool === undefined || tool === '' ? {} : { tool }),
    ...(isOld && part['isError'] === true ? { outcome: 'failure' as const } : {}),
    ...capturedIn(part),
  }
}

/** The approvals that a message asks for, by call id. */
export function approvalsIn(content: Json | undefined): ReadonlyMap<string, string> {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : []
  return new Map(
    parts
      .filter((part) => part['type'] === 'tool-approval-request')
      .map((part) => [stringField(part, 'toolCallId') ?? '', stringField(part, 'approvalId') ?? '']),
  )
}

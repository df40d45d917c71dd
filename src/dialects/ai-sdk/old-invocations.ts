import type { BlockDraft } from '../../schema/draft.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { expectObject } from '../reading.ts'
import { readCall, unsent } from './model-parts.ts'
import { wordsOf } from './output.ts'
import type { Piece, Placed } from './ui-read.ts'

/** Fields of an invocation that are the result's. */
const RESULT_FIELDS = ['state', 'result']

/**
 * A tool's work as version 4 showed it to people: `{ state, toolCallId, toolName, args, result }`, in a part of its own or in a list beside
 * the content. The call is the agent's, the result the tool's; half a call is never sent.
 */
export function readInvocation(
  invocation: JsonObject,
  path: Placed['path'],
): { readonly said: readonly Placed[]; readonly given: readonly Placed[] } {
  const state = stringField(invocation, 'state') ?? ''
  if (state !== 'call' && state !== 'result') return { said: [{ block: unsent(invocation, 'tool-invocation'), path }], given: [] }
  if (state === 'call') return { said: [{ block: readCall(invocation, new Map()), path }], given: [] }
  const call = Object.fromEntries(
    Object.entries(invocation).map(([key, value]) => [key, RESULT_FIELDS.includes(key) ? null : value]),
  )
  return { said: [{ block: readCall(call, new Map()), path }], given: [{ block: resultOf(invocation), path, into: true }] }
}

function resultOf(invocation: JsonObject): BlockDraft {
  const tool = stringField(invocation, 'toolName') ?? ''
  const kept = Object.entries(invocation).filter(([key]) => key === 'toolCallId' || RESULT_FIELDS.includes(key))
  return {
    kind: 'tool-result',
    raw: Object.fromEntries(kept),
    callId: stringField(invocation, 'toolCallId') ?? '',
    text: wordsOf(invocation['result'] ?? null),
    ...(tool === '' ? {} : { tool }),
  }
}

/** True for a message of version 4 that has its tools' work beside the content. */
export function hasInvocations(message: JsonObject): boolean {
  return message['role'] === 'assistant' && Array.isArray(message['toolInvocations']) && typeof message['content'] === 'string'
}

/**
 * What such a message holds, step by step, with places in the message. Its text came last, unless a call still waits: then it was
 * said before that.
 *
 *     content: "Done." · toolInvocations: [read, step 0] [edit, step 1]
 *     assistant: read │ tool: result │ assistant: edit │ tool: result │ assistant: "Done."
 */
export function invocationSteps(message: JsonObject, at: string): readonly Piece[] {
  const given = Array.isArray(message['toolInvocations']) ? message['toolInvocations'] : []
  const list = given.map((value: Json, index) => expectObject(value, `${at}.toolInvocations[${index}]`, 'an invocation'))
  const content = message['content'] ?? ''
  const text: Placed = { block: { kind: 'text', raw: content, text: wordsOf(content) }, path: ['content'] }
  const isWaiting = list.some((invocation) => stringField(invocation, 'state') !== 'result')
  const steps = [...new Set(list.map(stepOf))].sort((a, b) => a - b)
  const pieces: Piece[] = isWaiting && content !== '' ? [{ role: 'assistant', placed: [text] }] : []
  // An empty text beside calls says nothing, and stays in the shell.
  for (const [turn, step] of steps.entries()) {
    const read = list.flatMap((invocation, index) =>
      stepOf(invocation) === step ? [readInvocation(invocation, ['toolInvocations', index])] : [],
    )
    const said = read.flatMap((one) => one.said)
    const results = read.flatMap((one) => one.given)
    const first = turn === 0 ? pieces[0] : undefined
    if (first === undefined) pieces.push({ role: 'assistant', placed: said })
    else first.placed.push(...said)
    if (results.length > 0) pieces.push({ role: 'tool', placed: results })
  }
  if (!isWaiting && content !== '') pieces.push({ role: 'assistant', placed: [text] })
  return pieces.length === 0 ? [{ role: 'assistant', placed: [] }] : pieces
}

function stepOf(invocation: JsonObject): number {
  const step = invocation['step']
  return typeof step === 'number' ? step : 0
}

/** What stays of an invocation's part once its blocks are taken out. */
export function emptiedInvocation(part: Json): Json | undefined {
  return isInvocationPart(part) ? { ...part, toolInvocation: null } : undefined
}

export function isInvocationPart(part: Json): part is JsonObject & { readonly toolInvocation: JsonObject } {
  return isJsonObject(part) && part['type'] === 'tool-invocation' && isJsonObject(part['toolInvocation'])
}

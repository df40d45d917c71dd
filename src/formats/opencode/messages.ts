import type { MessageDraft } from '../../schema/draft.ts'
import type { Usage } from '../../schema/entry.ts'
import { type JsonObject, stringField } from '../../schema/json.ts'
import { numberIn, objectIn, timeOf, wordsOf } from '../fields.ts'
import { callPart, filePart, neutralDraft, reasoningPart, resultPart, textPart, withAuthors } from '../neutral-parts.ts'

/** A message of OpenCode: what is known of it, and its parts in order. */
export interface OpencodeMessage {
  readonly info: JsonObject
  readonly parts: readonly JsonObject[]
}

interface ReadOptions {
  /** Shows pruned results as the program does, instead of what they were. */
  readonly pruned?: boolean
}

const PRUNED = '[Old tool result content cleared]'

/**
 * A message as those that were sent: OpenCode keeps a call and its result in one part of the answer, and steps of an answer in one message.
 *
 *     text call+result text   →   assistant: text call · tool: result · assistant: text
 */
export function draftsOf({ info, parts }: OpencodeMessage, options: ReadOptions = {}): readonly MessageDraft[] {
  if (info['role'] === 'user') return [userDraft(info, parts)]
  const drafts: { readonly role: 'assistant' | 'tool'; readonly parts: JsonObject[] }[] = [{ role: 'assistant', parts: [] }]
  let results: JsonObject[] = []
  const endStep = (): void => {
    if (results.length > 0) drafts.push({ role: 'tool', parts: results }, { role: 'assistant', parts: [] })
    results = []
  }
  const answer = (part: JsonObject): void => {
    endStep()
    drafts.at(-1)?.parts.push(part)
  }
  for (const part of parts) {
    if (part['type'] === 'step-start') endStep()
    else if (part['type'] === 'text') answer(textPart(stringField(part, 'text') ?? ''))
    else if (part['type'] === 'reasoning') answer(reasoningPart(stringField(part, 'text') ?? ''))
    else if (part['type'] === 'file') answer(filePart(stringField(part, 'filename') ?? 'attached'))
    else if (part['type'] === 'tool') {
      // Calls that were made at once stand one behind the other: their results come behind the last of them.
      drafts.at(-1)?.parts.push(toolCall(part))
      results.push(...toolResult(part, options))
    }
  }
  if (results.length > 0) drafts.push({ role: 'tool', parts: results })
  const said = drafts.filter((draft, index) => draft.parts.length > 0 || (index === 0 && drafts.length === 1))
  const isSummary = info['summary'] === true
  return said.map((draft, index) => {
    const facts = draft.role === 'assistant' ? factsOf(info, index, isSummary) : placeOf(info, index)
    return neutralDraft(draft.role, draft.parts, facts)
  })
}

function userDraft(info: JsonObject, parts: readonly JsonObject[]): MessageDraft {
  const shown = parts.filter((part) => part['type'] === 'text' || part['type'] === 'file' || part['type'] === 'compaction')
  const content = shown.map((part) => {
    if (part['type'] === 'file') return filePart(stringField(part, 'filename') ?? 'attached')
    return textPart(part['type'] === 'compaction' ? 'What did we do so far?' : (stringField(part, 'text') ?? ''))
  })
  const fallback = content.length > 0 ? content : [textPart(stringField(objectIn(info, 'summary'), 'body') ?? '')]
  const draft = neutralDraft('user', fallback, placeOf(info, 0))
  return withAuthors(draft, (_, index) => shown[index]?.['synthetic'] === true || shown[index]?.['type'] === 'compaction')
}

function toolCall(part: JsonObject): JsonObject {
  return callPart(
    stringField(part, 'callID') ?? stringField(part, 'id') ?? '',
    stringField(part, 'tool') ?? '',
    objectIn(part, 'state')['input'],
  )
}

/** A call that was not finished has no result. */
function toolResult(part: JsonObject, { pruned = false }: ReadOptions): readonly JsonObject[] {
  const state = objectIn(part, 'state')
  const id = stringField(part, 'callID') ?? stringField(part, 'id') ?? ''
  if (state['status'] === 'error') return [resultPart(id, wordsOf(state['error'] ?? state['output']), true)]
  if (state['output'] === undefined) return []
  const isPruned = pruned && objectIn(state, 'time')['compacted'] !== undefined
  return [resultPart(id, isPruned ? PRUNED : wordsOf(state['output']), false)]
}

function placeOf(info: JsonObject, index: number): { readonly id: string | undefined; readonly time: number | undefined } {
  const id = stringField(info, 'id')
  return { id: id === undefined || index === 0 ? id : `${id}/${index}`, time: timeOf(objectIn(info, 'time')['created']) }
}

function factsOf(info: JsonObject, index: number, isSummary: boolean): Parameters<typeof neutralDraft>[2] {
  const model = stringField(info, 'modelID') ?? stringField(objectIn(info, 'model'), 'modelID')
  const { error } = info
  return {
    ...placeOf(info, index),
    model,
    summary: isSummary,
    usage: usageOf(objectIn(info, 'tokens')),
    finishReason: stringField(info, 'finish'),
    error: error === undefined || error === null ? undefined : (stringField(objectIn(info, 'error'), 'name') ?? 'error'),
  }
}

function usageOf(tokens: JsonObject): Usage | undefined {
  const input = numberIn(tokens, 'input')
  if (input === undefined) return undefined
  const cache = objectIn(tokens, 'cache')
  const output = (numberIn(tokens, 'output') ?? 0) + (numberIn(tokens, 'reasoning') ?? 0)
  return { input, output, cacheRead: numberIn(cache, 'read') ?? 0, cacheWrite: numberIn(cache, 'write') ?? 0 }
}

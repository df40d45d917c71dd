import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { readCaptured } from '../captured.ts'
import { inPlace } from '../in-place.ts'
import { expectArray, expectObject, messageDraft, refuseInput } from '../reading.ts'
import { type Carver, carve, takeBlock, takeTwin } from '../shell.ts'
import { isCallBlock, type ListedCall, listedCalls, readCall } from './calls.ts'
import { contentKey, type Fields, fieldsOf } from './fields.ts'
import { LANGCHAIN } from './name.ts'
import { readPart, resultText, SIDES } from './parts.ts'

/** Takes messages of LangChain apart: serialised instances, stored ones, and what else it takes for a message. */
export function readLangchainMessages(messages: readonly Json[]): readonly MessageDraft[] {
  return messages.map((message, index) => {
    const at = `messages[${index}]`
    const found = fieldsOf(message)
    if (found === undefined) return refuseMessage(message, at)
    const carver = carve(message)
    const blocks = blocksOf(carver, found, at).map((block) => inPlace(found.role, block, SIDES))
    return messageDraft({ dialect: LANGCHAIN, role: found.role, message: found.fields, carver, blocks })
  })
}

function refuseMessage(message: Json, at: string): never {
  const object = expectObject(message, at, 'a message of LangChain')
  const { type = object['role'] ?? object['id'] } = object
  return refuseInput(`${at}.type`, 'system, developer, human, ai, tool, function or remove', type)
}

function blocksOf(carver: Carver, found: Fields, at: string): readonly BlockDraft[] {
  const { type, path, fields } = found
  switch (type) {
    case 'tool':
      takeBlock(carver, path)
      return [readResult(fields, at)]
    case 'function':
    case 'remove':
      takeBlock(carver, path)
      return [{ kind: 'opaque', raw: fields, type, ...(type === 'remove' ? { unsent: true } : {}) }]
    case 'ai':
      return takeAnswer(carver, found, at)
    case 'human':
    case 'system':
    case 'developer':
      return takeParts(carver, found, at, []).map((block) => (isSummary(fields) ? asSummary(block) : block))
  }
}

/** A message of a tool is one block: its id belongs to the result, and so does the artifact, which no model sees. */
function readResult(fields: JsonObject, at: string): BlockDraft {
  const callId = fields['tool_call_id'] ?? fields['toolCallId']
  if (typeof callId !== 'string') refuseInput(`${at}.tool_call_id`, 'a string', callId)
  const tool = stringField(fields, 'name')
  const { additional_kwargs: more } = fields
  return {
    ...{ kind: 'tool-result', raw: fields, callId, text: resultText(fields[contentKey(fields)]) },
    ...(tool === undefined ? {} : { tool }),
    ...(fields['status'] === 'error' ? { outcome: 'failure' as const } : {}),
    ...readCaptured(isJsonObject(more) ? more['palimpsest'] : undefined),
  }
}

function takeAnswer(carver: Carver, found: Fields, at: string): readonly BlockDraft[] {
  const left = [...listedCalls(found.fields)]
  const parts = takeParts(carver, found, at, left)
  const calls = left.map(({ path, call }) => {
    takeBlock(carver, [...found.path, ...path])
    return readCall(call)
  })
  return [...parts, ...calls]
}

/** Takes the content apart. A call that stands there is taken there, and out of `left`: it is one call in two places. */
function takeParts(carver: Carver, { path, fields }: Fields, at: string, left: ListedCall[]): readonly BlockDraft[] {
  const key = contentKey(fields)
  const content = fields[key]
  if (content === null || content === undefined) return []
  const place = path[0] === 1 || !isJsonObject(carver.message) ? path : [...path, key]
  if (typeof content === 'string') {
    // An answer of nothing but calls has an empty text, which is none.
    if (content === '' && left.length > 0) return []
    takeBlock(carver, place)
    return [{ kind: 'text', raw: content, text: content }]
  }
  return expectArray(content, `${at}.${key}`, 'a string or an array of blocks').map((part, index) => {
    takeBlock(carver, [...place, index])
    if (typeof part === 'string') return { kind: 'text', raw: part, text: part }
    if (isCallBlock(part)) {
      const twin = twinOf(part, left)
      if (twin !== undefined) takeTwin(carver, [...path, ...twin.path])
      return readCall(part, twin?.call)
    }
    return readPart(expectObject(part, `${at}.${key}[${index}]`), `${at}.${key}[${index}]`)
  })
}

/** The same call in a list. */
function twinOf(part: JsonObject, left: ListedCall[]): ListedCall | undefined {
  const index = left.findIndex(({ call }) => call['id'] === part['id'])
  return index === -1 ? undefined : left.splice(index, 1)[0]
}

/** What `summarizationMiddleware` wrote in place of a conversation. */
function isSummary({ additional_kwargs: more }: JsonObject): boolean {
  return isJsonObject(more) && more['lc_source'] === 'summarization'
}

function asSummary(block: BlockDraft): BlockDraft {
  return block.kind === 'text' ? { ...block, foreignSummary: true } : block
}

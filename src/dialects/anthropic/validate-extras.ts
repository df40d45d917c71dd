import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Violation } from '../../schema/prompt.ts'
import { type MessageRule, objectsIn, violation } from '../validate/rules.ts'
import { ANSWER_FIELDS, sendableFailure } from './sendable.ts'

/** "Extra inputs are not permitted": fields of an answer, marks on thinking; and what is no block at all. */
export const nothingExtra: MessageRule = (message, at) => {
  const content = Array.isArray(message['content']) ? message['content'] : []
  const fields = Object.keys(message).filter((key) => ANSWER_FIELDS.has(key))
  return [
    ...fields.map((key) => violation('extra-input', at, key)),
    ...content.flatMap((block, index) => blockFaults(block, `${at}.content[${index}]`)),
  ]
}

function blockFaults(block: Json, at: string): readonly Violation[] {
  if (!isJsonObject(block)) return [violation('block-object', at, 'a block must be an object')]
  const isThinking = block['type'] === 'thinking' || block['type'] === 'redacted_thinking'
  return [
    ...(isThinking && 'cache_control' in block ? [violation('extra-input', at, 'cache_control on thinking')] : []),
    ...(sendableFailure(block) === block ? [] : [violation('failure-text', at, 'is_error with more than text')]),
  ]
}

/** "A ttl='1h' cache_control block must not come after a ttl='5m' cache_control block." */
export function marksInOrder(request: JsonObject): readonly Violation[] {
  let isShort = false
  for (const block of ['tools', 'system', 'messages'].flatMap((key) => objectsIn(request, key)).flatMap(blocksIn)) {
    const mark = block['cache_control']
    if (!isJsonObject(mark)) continue
    if (mark['ttl'] === '1h' && isShort) return [violation('cache-marks-order', 'request', 'a mark for 1h after one for 5m')]
    isShort ||= mark['ttl'] !== '1h'
  }
  return []
}

/** Everything that may carry a mark, in the order in which it is read. */
function blocksIn(node: JsonObject): readonly JsonObject[] {
  return [...objectsIn(node, 'content').flatMap(blocksIn), node]
}

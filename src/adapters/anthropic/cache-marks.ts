import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

const MOST_MARKS = 4

/** A request with more cache marks than the provider takes loses the earliest in its messages; the later ones cover them. */
export function limitCacheMarks(request: Json): Json {
  if (!isJsonObject(request)) return request
  const fixed = countMarks(request['system']) + countMarks(request['tools'])
  const messages = Array.isArray(request['messages']) ? request['messages'] : []
  const inMessages = messages.reduce((sum: number, message) => sum + marksOf(message), 0)
  let surplus = fixed + inMessages - MOST_MARKS
  if (surplus <= 0) return request
  const kept = messages.map((message) => {
    if (surplus <= 0 || marksOf(message) === 0 || !isJsonObject(message)) return message
    const blocks = (message['content'] as readonly Json[]).map((block) => {
      if (surplus <= 0 || !isMarked(block)) return block
      surplus -= 1
      return Object.fromEntries(Object.entries(block).filter(([key]) => key !== 'cache_control'))
    })
    return { ...message, content: blocks }
  })
  return { ...request, messages: kept }
}

function marksOf(message: Json): number {
  return isJsonObject(message) ? countMarks(message['content']) : 0
}

function countMarks(blocks: Json | undefined): number {
  return Array.isArray(blocks) ? blocks.filter(isMarked).length : 0
}

function isMarked(block: Json): block is JsonObject {
  return isJsonObject(block) && isJsonObject(block['cache_control'])
}

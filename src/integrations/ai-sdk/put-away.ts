import { estimateText } from '../../budget/estimate-text.ts'
import type { Thread } from '../../engine/thread.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { headAndTail, isWorthCutting } from '../head-and-tail.ts'
import { rememberCall } from '../watched.ts'

/** Long results: messages have their beginning and their end, the log has all of them. */
interface PutAway {
  /** An output as messages have it. */
  shortened(callId: string, output: JsonObject): JsonObject
  /** What messages have in short, as it was. Asks the log for what this process has not seen itself. */
  whole(history: readonly object[], thread: Thread): Promise<readonly object[]>
}

/** Stands on an output that was shortened: providers read options under their own names only. */
const MARK = { palimpsest: { putAway: true } }

export function putAwayAbove(tokens: number): PutAway {
  const outputs = new Map<string, JsonObject>()
  return {
    shortened(callId, output) {
      const text = textOf(output)
      if (callId === '' || text === undefined || estimateText(text) <= tokens || !isWorthCutting(text)) return output
      rememberCall(outputs, callId, output)
      return { type: 'text', value: headAndTail(text), providerOptions: MARK }
    },
    async whole(history, thread) {
      const ids = history.flatMap(putAwayIn)
      if (ids.length === 0) return history
      const missing = new Set(ids.filter((id) => !outputs.has(id)))
      const found = new Map([...outputs, ...(missing.size === 0 ? [] : await inLog(thread, missing))])
      return history.map((message) => restored(message, found))
    },
  }
}

/** Words and plain data; pictures and the like stay where they are. */
function textOf({ type, value }: JsonObject): string | undefined {
  if (type === 'text' && typeof value === 'string') return value
  return type === 'json' && value !== undefined ? JSON.stringify(value) : undefined
}

/** In a process of its own, what messages have put away is looked up in the log. */
async function inLog(thread: Thread, wanted: ReadonlySet<string>): Promise<readonly (readonly [string, JsonObject])[]> {
  return (await thread.entries()).flatMap((entry) => {
    if (entry.kind !== 'tool-result' || !wanted.has(entry.callId)) return []
    const output = isJsonObject(entry.raw) ? entry.raw['output'] : undefined
    return [[entry.callId, isJsonObject(output) ? output : { type: 'text', value: entry.text }] as const]
  })
}

function restored(message: object, outputs: ReadonlyMap<string, JsonObject>): object {
  if (putAwayIn(message).length === 0) return message
  return { ...message, content: partsOf(message).map((part) => withWhole(part, outputs)) }
}

function withWhole(part: object, outputs: ReadonlyMap<string, JsonObject>): object {
  const id = putAwayCall(part)
  const output = id === undefined ? undefined : outputs.get(id)
  return output === undefined ? part : { ...part, output }
}

/** The calls whose results a message has in short. */
function putAwayIn(message: object): readonly string[] {
  return partsOf(message).flatMap((part) => putAwayCall(part) ?? [])
}

function putAwayCall(part: object): string | undefined {
  if (!('toolCallId' in part) || typeof part.toolCallId !== 'string' || !('output' in part)) return undefined
  const options = field(field(part.output, 'providerOptions'), 'palimpsest')
  return field(options, 'putAway') === true ? part.toolCallId : undefined
}

function partsOf(message: object): readonly object[] {
  return 'role' in message && message.role === 'tool' && 'content' in message && Array.isArray(message.content)
    ? message.content
    : []
}

function field(value: unknown, name: string): Json | undefined {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

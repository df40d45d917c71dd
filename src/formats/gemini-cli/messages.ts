import { gemini } from '../../dialects/gemini/dialect.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import type { Usage } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { listIn, numberIn, objectIn, present, timeOf } from '../fields.ts'

/**
 * A record of a chat as messages: what the model said, with its calls, and behind it what the tools answered. Notices of the program
 * (`info`, `error`, `warning`) are for people, and give none.
 */
export function messagesOf(record: JsonObject): readonly MessageDraft[] {
  const type = stringField(record, 'type') ?? stringField(record, 'role')
  const time = timeOf(record['timestamp'] ?? record['ts'])
  const id = stringField(record, 'id')
  const said = partsOf(record['content'] ?? record['parts'])
  if (type === 'user')
    return gemini.readMessages([{ role: 'user', parts: said }]).map((draft) => ({ ...draft, ...present({ id, time }) }))
  if (type !== 'gemini' && type !== 'model' && type !== 'assistant') return []
  const calls = listIn(record, 'toolCalls').filter(isJsonObject)
  const parts = [...thoughtsIn(record), ...said, ...calls.map(callPart)]
  const results = calls.flatMap(resultParts)
  const facts = present({ id, time, model: stringField(record, 'model'), usage: usageOf(objectIn(record, 'tokens')) })
  return [
    ...gemini.readMessages([{ role: 'model', parts }]).map((draft) => ({ ...draft, ...facts })),
    ...(results.length === 0
      ? []
      : gemini
          .readMessages([{ role: 'user', parts: results }])
          .map((draft) => ({ ...draft, ...present({ id: id === undefined ? undefined : `${id}/results`, time }) }))),
  ]
}

function partsOf(content: Json | undefined): readonly Json[] {
  if (content === undefined || content === null || content === '') return []
  return Array.isArray(content) ? content : [typeof content === 'string' ? { text: content } : content]
}

function thoughtsIn(record: JsonObject): readonly Json[] {
  return listIn(record, 'thoughts')
    .filter(isJsonObject)
    .map((thought) => {
      const words = [stringField(thought, 'subject'), stringField(thought, 'description')].filter((text) => text !== undefined)
      return { text: words.join('\n'), thought: true }
    })
}

function callPart(call: JsonObject): JsonObject {
  const id = stringField(call, 'id')
  return { functionCall: { ...present({ id }), name: call['name'] ?? '', args: call['args'] ?? {} } }
}

/** A call without a result was cancelled, or still runs. */
function resultParts(call: JsonObject): readonly Json[] {
  const { result } = call
  if (result === undefined || result === null) {
    const shown = stringField(call, 'resultDisplay')
    return shown === undefined ? [] : [responseTo(call, shown)]
  }
  if (typeof result === 'string') return [responseTo(call, result)]
  const parts = (Array.isArray(result) ? result : [result]).filter(isJsonObject)
  return parts.some((part) => 'functionResponse' in part) ? parts : [responseTo(call, JSON.stringify(result))]
}

function responseTo(call: JsonObject, output: string): JsonObject {
  const key = call['status'] === 'error' ? 'error' : 'output'
  return {
    functionResponse: { ...present({ id: stringField(call, 'id') }), name: call['name'] ?? '', response: { [key]: output } },
  }
}

function usageOf(tokens: JsonObject): Usage | undefined {
  const input = numberIn(tokens, 'input')
  if (input === undefined) return undefined
  const cacheRead = Math.min(input, numberIn(tokens, 'cached') ?? 0)
  const output = (numberIn(tokens, 'output') ?? 0) + (numberIn(tokens, 'thoughts') ?? 0)
  return { input: input - cacheRead, output, cacheRead, cacheWrite: 0 }
}

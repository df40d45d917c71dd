import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { FlatBlock } from './flatten.ts'

/** A call that waits for its result. */
interface Waiting {
  /** Tells it from every other call, whatever id it came with. */
  readonly own: string
  readonly id: string
  readonly name: string
}

/**
 * The blocks of Gemini contents. Ids may be missing on either side, so that calls are numbered here, and each result gets the number
 * of its call: the oldest of its round under its id; without ids, the oldest under its name.
 */
export function flattenGemini(contents: readonly JsonObject[]): readonly FlatBlock[] {
  let waiting: Waiting[] = []
  let calls = 0
  return contents.flatMap((content, message) => {
    const role = { model: 'assistant', function: 'tool' }[String(content['role'])] ?? String(content['role'] ?? 'user')
    const before = contents[message - 1]?.['role']
    if (role === 'assistant' && before !== 'model') waiting = []
    const parts = Array.isArray(content['parts']) ? content['parts'].filter(isJsonObject) : []
    return parts.map((part): FlatBlock => {
      const base = { role, message, json: part, id: '', tool: '' }
      const { functionCall: call, functionResponse: response } = part
      if (isJsonObject(call)) {
        calls += 1
        const made = { own: `call ${calls}`, id: string(call['id']), name: string(call['name']) }
        waiting.push(made)
        return { ...base, kind: 'call', text: textOfArgs(call['args']), id: made.own, tool: made.name }
      }
      if (isJsonObject(response)) {
        const answered = answeredBy(response, waiting)
        waiting = waiting.filter((one) => one !== answered)
        return { ...base, kind: 'result', text: responseText(response), id: answered?.own ?? `no call ${message}` }
      }
      if (typeof part['text'] !== 'string') return { ...base, kind: 'other', text: '' }
      const isThought = part['thought'] === true || (part['text'] === '' && 'thoughtSignature' in part)
      return { ...base, kind: isThought ? 'reasoning' : 'text', text: part['text'] }
    })
  })
}

function answeredBy(response: JsonObject, waiting: readonly Waiting[]): Waiting | undefined {
  const [id, name] = [string(response['id']), string(response['name'])]
  const named = waiting.filter((call) => call.name === name)
  return id === '' ? named[0] : (waiting.find((call) => call.id === id) ?? named.find((call) => call.id === ''))
}

function textOfArgs(args: Json | undefined): string {
  return typeof args === 'string' ? args : JSON.stringify(args ?? {})
}

/** What a function gave back: the words under its only key, or its JSON; files by the name of their field. */
export function responseText(body: JsonObject): string {
  const { response, parts } = body
  const files = Array.isArray(parts) ? parts.map((part) => `[${isJsonObject(part) ? Object.keys(part)[0] : 'part'}]`) : []
  return [wordsOf(response ?? null), ...files].filter((line) => line !== '').join('\n')
}

function wordsOf(response: Json): string {
  if (!isJsonObject(response)) return typeof response === 'string' ? response : ''
  const [key = '', ...others] = Object.keys(response)
  const only = others.length === 0 && ['output', 'error', 'result', 'content'].includes(key) ? response[key] : undefined
  return typeof only === 'string' ? only : JSON.stringify(response)
}

function string(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import { type Authority, ITEM_KINDS, type ItemDraft, type ItemKind, type LedgerOperation } from '../../schema/ledger.ts'

/** Operations that a model wrote, as far as they can be understood; or why nothing can. */
export type ReadAnswer =
  | {
      readonly kind: 'read'
      readonly operations: readonly LedgerOperation[]
      readonly display: string | undefined
      /** What was left out. */
      readonly remarks: readonly string[]
    }
  | { readonly kind: 'unreadable'; readonly detail: string }

/**
 * Reads a model's JSON with patience: in a code block, with words around it, as a bare list, one object a line, with commas too many,
 * sources written as handles. What is cut off is not read at all.
 */
export function readOperations(text: string): ReadAnswer {
  const found = jsonIn(text)
  if (found === undefined) return { kind: 'unreadable', detail: 'there is no JSON in it' }
  const list = Array.isArray(found) ? found : isJsonObject(found) ? (found['operations'] ?? found['ops'] ?? []) : []
  if (!Array.isArray(list)) return { kind: 'unreadable', detail: '"operations" is no list' }
  const read = list.map(readOperation)
  const operations = read.flatMap((operation) => (typeof operation === 'string' ? [] : [operation]))
  const remarks = read.flatMap((operation, index) => (typeof operation === 'string' ? [`operation ${index}: ${operation}`] : []))
  if (operations.length === 0 && list.length > 0) return { kind: 'unreadable', detail: remarks.slice(0, 3).join('; ') }
  const display = isJsonObject(found) && typeof found['display'] === 'string' ? found['display'] : undefined
  return { kind: 'read', operations, display, remarks }
}

function jsonIn(text: string): Json | undefined {
  const unfenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(text)?.[1] ?? text
  const start = unfenced.search(/[{[]/)
  if (start === -1) return undefined
  const end = Math.max(unfenced.lastIndexOf('}'), unfenced.lastIndexOf(']'))
  const body = unfenced.slice(start, end + 1)
  return (
    parsed(body) ?? parsed(withoutSpareCommas(body)) ?? parsed(`[${body.split('\n').map(asElement).filter(Boolean).join(',')}]`)
  )
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // The next way of reading it may do.
  }
}

/** Commas before a closing bracket, outside of strings. */
function withoutSpareCommas(text: string): string {
  return text.replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, (_, string?: string) => string ?? '')
}

function asElement(line: string): string {
  const object = line.trim().replace(/,$/, '')
  return object.startsWith('{') && object.endsWith('}') ? object : ''
}

/** An operation, or what is wrong with it. */
function readOperation(value: Json): LedgerOperation | string {
  if (!isJsonObject(value)) return 'no object'
  const op = String(value['op'] ?? value['operation'] ?? value['type'] ?? '').toLowerCase()
  const id = value['id'] ?? value['target']
  const sources = readSources(value['sources'] ?? value['source'])
  if (op === 'add') {
    const item = readItem(value['item'] ?? value)
    return typeof item === 'string' ? item : { op, item }
  }
  if (typeof id !== 'string') return `"${op}" without an id`
  if (op === 'supersede') {
    const by = readItem(value['by'] ?? value['item'] ?? value)
    return typeof by === 'string' ? by : { op, id, by }
  }
  if (op === 'resolve') return { op, id, sources }
  if (op === 'update')
    return typeof value['text'] === 'string' ? { op, id, text: value['text'].trim(), sources } : 'update without a text'
  return `no operation "${op.slice(0, 40)}"`
}

function readItem(value: Json): ItemDraft | string {
  if (!isJsonObject(value)) return 'the item is no object'
  const kind = String(value['kind'] ?? '').toLowerCase()
  if (!isKind(kind)) return `no kind of item "${kind.slice(0, 40)}"`
  const text = value['text']
  if (typeof text !== 'string') return 'the item has no text'
  return { kind, text: text.trim(), sources: readSources(value['sources'] ?? value['source']), authority: readAuthority(value) }
}

function isKind(kind: string): kind is ItemKind {
  return ITEM_KINDS.some((known) => known === kind)
}

/** Whoever does not say claims the least that can be told in one's own words. */
function readAuthority(value: JsonObject): Authority {
  const authority = String(value['authority'] ?? '').toLowerCase()
  if (authority === 'person' || authority === 'human') return 'user'
  return authority === 'user' || authority === 'tool' || authority === 'system' ? authority : 'assistant'
}

function readSources(value: Json | undefined): readonly number[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.flatMap((source) => {
    const number = typeof source === 'string' ? Number(/^\s*e?(\d{1,9})\s*$/i.exec(source)?.[1] ?? Number.NaN) : source
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? [number] : [-1]
  })
}

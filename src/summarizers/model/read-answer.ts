import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import { type Authority, ITEM_KINDS, type ItemDraft, type ItemKind, type LedgerOperation } from '../../schema/ledger.ts'
import { findJson } from './find-json.ts'

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
 * sources written as handles. What is cut off is not read at all; of several answers the last one counts.
 */
export function readOperations(text: string): ReadAnswer {
  const found = findJson(text, (value) => listIn(value) !== undefined || isOperation(value))
  const answers = found.filter((value) => listIn(value) !== undefined)
  const answer = answers.findLast((value) => listIn(value)?.length !== 0) ?? answers.at(-1)
  const list = answer === undefined ? found.filter(isOperation) : (listIn(answer) ?? [])
  if (answer === undefined && list.length === 0) return { kind: 'unreadable', detail: 'there is no whole JSON in it' }
  const read = list.map(readOperation)
  const operations = read.flatMap((operation) => (typeof operation === 'string' ? [] : [operation]))
  const remarks = read.flatMap((operation, index) => (typeof operation === 'string' ? [`operation ${index}: ${operation}`] : []))
  if (operations.length === 0 && list.length > 0) return { kind: 'unreadable', detail: remarks.slice(0, 3).join('; ') }
  const display = isJsonObject(answer) ? stringField(answer, 'display') : undefined
  return { kind: 'read', operations, display, remarks }
}

/** The operations of an object that has them, or of a bare list. */
function listIn(value: Json): readonly Json[] | undefined {
  if (Array.isArray(value)) return value.length === 0 || value.some(isOperation) ? value : undefined
  const list = isJsonObject(value) ? (value['operations'] ?? value['ops']) : undefined
  return Array.isArray(list) ? list : undefined
}

function isOperation(value: Json): boolean {
  return isJsonObject(value) && wordIn(value, 'op', 'operation') !== ''
}

/** The first of these fields that is a text, in small letters; empty if none is. */
function wordIn(value: JsonObject, ...fields: readonly string[]): string {
  for (const field of fields) {
    const word = stringField(value, field)
    if (word !== undefined) return word.toLowerCase()
  }
  return ''
}

/** An operation, or what is wrong with it. */
function readOperation(value: Json): LedgerOperation | string {
  if (!isJsonObject(value)) return 'no object'
  const op = wordIn(value, 'op', 'operation', 'type')
  const id = value['id'] ?? value['target']
  const sources = readSources(value['sources'] ?? value['source'])
  if (op === 'add') {
    const item = readItem(value['item'] ?? value)
    // Some write the status beside the item.
    const isDone = isJsonObject(value['item']) && DONE.has(wordIn(value, 'status'))
    return typeof item === 'string' ? item : { op, item: isDone ? { ...item, status: 'done' } : item }
  }
  if (typeof id !== 'string') return `"${op}" without an id`
  if (op === 'supersede') {
    const by = readItem(value['by'] ?? value['item'] ?? value)
    return typeof by === 'string' ? by : { op, id, by }
  }
  if (op === 'resolve') return { op, id, sources }
  if (op === 'update')
    return typeof value['text'] === 'string' ? { op, id, text: withoutHandles(value['text']), sources } : 'update without a text'
  return `no operation "${op.slice(0, 40)}"`
}

function readItem(value: Json): ItemDraft | string {
  if (!isJsonObject(value)) return 'the item is no object'
  const kind = wordIn(value, 'kind')
  if (!isKind(kind)) return `no kind of item "${kind.slice(0, 40)}"`
  const text = value['text']
  if (typeof text !== 'string') return 'the item has no text'
  const context = value['context']
  return {
    kind,
    text: withoutHandles(text),
    sources: readSources(value['sources'] ?? value['source']),
    authority: readAuthority(value),
    ...(typeof context === 'string' && context.trim() !== ''
      ? { context: withoutHandles(context.slice(0, LONGEST_CONTEXT)) }
      : {}),
    ...(DONE.has(wordIn(value, 'status')) ? { status: 'done' } : {}),
  }
}

/** More would be no note beside a quotation. */
const LONGEST_CONTEXT = 400
const DONE: ReadonlySet<string> = new Set(['done', 'completed', 'complete', 'finished', 'resolved'])

/** Models like to write the sources behind the text, too, as they are printed. */
function withoutHandles(text: string): string {
  return text
    .trim()
    .replace(/(?<!\s)\s*\(e\d{1,9}(?:,\s*e\d{1,9})*\)(?=\.?$)/, '')
    .trim()
}

function isKind(kind: string): kind is ItemKind {
  return ITEM_KINDS.some((known) => known === kind)
}

/** An operation that names no authority is the assistant's. */
function readAuthority(value: JsonObject): Authority {
  const authority = wordIn(value, 'authority')
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

import { fromBase64, toBase64 } from './base64.ts'
import { CompactionError } from './failures.ts'
import { freshCopy } from './fresh-copy.ts'
import { isJsonObject, type Json, type JsonObject } from './json.ts'
import { trimEnd } from './trim-end.ts'

/**
 * Values that messages hold and JSON does not: bytes, addresses, times, maps. In the log each stands as an object with this field, which
 * names its class, and goes out again as what it was.
 *
 *     Uint8Array [137, 80, 78, 71]   ⇄   { "$palimpsest": "Uint8Array", "data": "iVBORw==" }
 */
const TAG = '$palimpsest'

/** How values of a class are written down and made again. */
interface Codec {
  readonly isBytes: boolean
  write(value: never): Json
  read(data: Json): unknown
}

/** Plain JSON that happens to look like a value of ours. */
const ESCAPED = 'JSON'

const CODECS: ReadonlyMap<string, Codec> = new Map<string, Codec>([
  ['Uint8Array', bytesCodec((bytes) => bytes)],
  // Without Node there are no buffers; they are arrays of bytes there.
  ['Buffer', bytesCodec((bytes) => (typeof Buffer === 'undefined' ? bytes : Buffer.from(bytes.buffer)))],
  ['Uint8ClampedArray', bytesCodec((bytes) => new Uint8ClampedArray(bytes.buffer))],
  ['ArrayBuffer', { ...bytesCodec((bytes) => bytes.buffer), write: (value: ArrayBuffer) => toBase64(new Uint8Array(value)) }],
  ['URL', { isBytes: false, write: (value: URL) => value.href, read: (data) => new URL(String(data)) }],
  ['Date', { isBytes: false, write: (value: Date) => value.toISOString(), read: (data) => new Date(String(data)) }],
  ['Map', { isBytes: false, write: (value: Map<unknown, unknown>) => listOf(value), read: (data) => new Map(pairsIn(data)) }],
  ['Set', { isBytes: false, write: (value: Set<unknown>) => listOf(value), read: (data) => new Set(itemsIn(data)) }],
  ['File', unreadable()],
  ['Blob', unreadable()],
  [ESCAPED, { isBytes: false, write: (value: Json) => JSON.stringify(value), read: (data) => JSON.parse(String(data)) }],
])

function bytesCodec(make: (bytes: Uint8Array<ArrayBuffer>) => unknown): Codec {
  return {
    isBytes: true,
    write: ({ buffer, byteOffset, byteLength }: ArrayBufferView) => toBase64(new Uint8Array(buffer, byteOffset, byteLength)),
    read: (data) => make(fromBase64(String(data))),
  }
}

/** As JSON it would be an empty object: what was handed in would be lost without a word. */
function unreadable(): Codec {
  const expected = 'the bytes of a file: new Uint8Array(await file.arrayBuffer())'
  const refuse = (): never => {
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'messages', expected, found: 'a File or Blob' })
  }
  return { isBytes: true, write: refuse, read: (data) => data }
}

function listOf(value: Iterable<unknown>): Json {
  return [...value].map((item) => withoutForeign(item) as Json)
}

function itemsIn(data: Json): readonly unknown[] {
  return Array.isArray(data) ? data.map(asGiven) : []
}

function pairsIn(data: Json): readonly (readonly [unknown, unknown])[] {
  return itemsIn(data).map((pair) => (Array.isArray(pair) ? [pair[0], pair[1]] : [pair, undefined]))
}

/** The value with everything that is not JSON written down, and the value itself if there is nothing of that kind. */
export function withoutForeign(value: unknown): unknown {
  return hasForeign(value, []) ? freshCopy(value, (object) => writtenDown(object) ?? escaped(object)) : value
}

/** The value as it goes out: a fresh copy in which everything that was written down is again what it was. */
export function asGiven<Value>(value: Value): Value {
  return freshCopy(value, madeAgain)
}

/** Asked of every object of every request: nearly all have no such field. */
function madeAgain(object: object): unknown {
  if (!(TAG in object)) return undefined
  const [codec, data] = codecIn(object)
  return codec === undefined ? undefined : read(codec, data)
}

/** An address that redaction has changed is no address any more: it goes out as text. */
function read(codec: Codec, data: Json): unknown {
  try {
    return codec.read(data)
  } catch {
    return data
  }
}

/** What refers back to itself is left to JSON, which refuses it in words of its own. */
function hasForeign(value: unknown, above: object[]): boolean {
  if (typeof value !== 'object' || value === null || above.includes(value)) return false
  if (classOf(value) !== undefined || codecIn(value)[0] !== undefined) return true
  above.push(value)
  const found = Object.values(value).some((item) => hasForeign(item, above))
  above.pop()
  return found
}

/** How a value that is not JSON is kept; `undefined` for any other. */
export function writtenDown(value: object): JsonObject | undefined {
  const name = classOf(value)
  const codec = name === undefined ? undefined : CODECS.get(name)
  return name === undefined || codec === undefined ? undefined : { [TAG]: name, data: codec.write(value as never) }
}

/** Plain JSON that looks like something written down must not come back as that. */
function escaped(value: object): JsonObject | undefined {
  return codecIn(value)[0] === undefined ? undefined : { [TAG]: ESCAPED, data: JSON.stringify(value) }
}

/** The codec for a value, by the name of its class in any realm. */
function classOf(value: object): string | undefined {
  if (Array.isArray(value)) return undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype === Object.prototype || prototype === null) return undefined
  if (ArrayBuffer.isView(value)) return CODECS.has(value.constructor.name) ? value.constructor.name : 'Uint8Array'
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1)
  // JSON writes a time that there is not as `null`.
  if (name === 'Date') return Number.isNaN(Number(value)) ? undefined : name
  return CODECS.has(name) && name !== ESCAPED ? name : undefined
}

function codecIn(value: object): readonly [codec: Codec | undefined, data: Json] {
  if (!Object.hasOwn(value, TAG) || !isJsonObject(value)) return [undefined, null]
  const { [TAG]: name, data = null } = value
  return [typeof name === 'string' && Object.keys(value).length === 2 ? CODECS.get(name) : undefined, data]
}

/** A text field; bytes as base64, an address or a time as its text. */
export function textField(object: JsonObject, key: string): string | undefined {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  const text = isJsonObject(value) && codecIn(value)[0] !== undefined ? value['data'] : value
  return typeof text === 'string' ? text : undefined
}

/** True of bytes that were written down. */
export function isBytes(value: Json): boolean {
  return isJsonObject(value) && codecIn(value)[0]?.isBytes === true
}

/** JSON in words for a model: of bytes it says how many there are, of an address or a time what it is. */
export function jsonText(value: Json): string {
  const text = JSON.stringify(value)
  return text.includes(TAG) ? JSON.stringify(freshCopy<unknown>(value, inWords)) : text
}

function inWords(value: object): unknown {
  const [codec, data] = codecIn(value)
  if (codec === undefined) return undefined
  if (codec.isBytes) return `(${byteCount(String(data))} bytes)`
  return typeof data === 'string' ? data : freshCopy<unknown>(data, inWords)
}

function byteCount(base64: string): number {
  return (base64.length / 4) * 3 - (base64.length - trimEnd(base64, '=').length)
}

/** What was read of messages: a history hands in the same objects at every step. */
const read = new WeakMap<object, Promise<object>>()

/**
 * A history in which files are bytes: the SDK writes a `File` as the text "[object File]". It is the same history if there is none, as nearly
 * always, and then nothing is waited for.
 */
export function withFileBytes(history: readonly object[]): readonly object[] | Promise<readonly object[]> {
  return history.some(hasFile) ? Promise.all(history.map((message) => (hasFile(message) ? readOnce(message) : message))) : history
}

function readOnce(message: object): Promise<object> {
  const found = read.get(message) ?? readMessage(message)
  read.set(message, found)
  return found
}

async function readMessage(message: object): Promise<object> {
  return { ...message, content: await Promise.all(partsOf(message).map(readPart)) }
}

/** Where a part of either version has its content; version 7 may have it one level deeper. */
const PLACES = ['data', 'image'] as const

async function readPart(part: object): Promise<object> {
  const made: Record<string, unknown> = { ...part }
  for (const place of PLACES) {
    const value = made[place]
    if (value instanceof Blob) made[place] = await bytesOf(value)
    else if (isTagged(value)) made[place] = { ...value, data: await bytesOf(value.data) }
  }
  return made
}

async function bytesOf(file: Blob): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer())
}

function hasFile(message: object): boolean {
  return partsOf(message).some((part) => PLACES.some((place) => isFile(Reflect.get(part, place))))
}

function isFile(value: unknown): boolean {
  return typeof value === 'object' && (value instanceof Blob || isTagged(value))
}

function isTagged(value: unknown): value is { readonly data: Blob } {
  return typeof value === 'object' && value !== null && 'data' in value && value.data instanceof Blob
}

function partsOf(message: object): readonly object[] {
  return 'content' in message && Array.isArray(message.content) ? message.content.filter(isObject) : []
}

function isObject(part: unknown): part is object {
  return typeof part === 'object' && part !== null
}

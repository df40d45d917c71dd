import { isJsonObject, type Json } from '../../schema/json.ts'

type Container = Json[] | { [key: string]: Json }

/**
 * Messages for people, whole again: a list among the messages holds pieces of the one before it, each with its place. Nothing that
 * comes in as a message is a list, so that none is mistaken for one.
 */
export function mergePieces(messages: readonly Json[]): readonly Json[] {
  const merged: Json[] = []
  const copies = new Set<Json>()
  for (const message of messages) {
    const before = merged.at(-1)
    if (!Array.isArray(message) || !isJsonObject(before)) {
      merged.push(message)
      continue
    }
    const whole = copyOf(before, copies) as { [key: string]: Json }
    merged[merged.length - 1] = whole
    for (const piece of message) {
      if (isJsonObject(piece)) putBack(piece['within'] === 'message' ? whole : own(whole, 'parts', copies), piece, copies)
    }
  }
  return merged
}

/** Copies a value once, so that what was restored before is not changed, however many pieces go into it. */
function copyOf(value: Json, copies: Set<Json>): Json {
  if (copies.has(value)) return value
  const copy: Json = Array.isArray(value) ? [...value] : isJsonObject(value) ? { ...value } : {}
  copies.add(copy)
  return copy
}

function putBack(within: Container, { path, value = null, into }: { readonly [key: string]: Json }, copies: Set<Json>): void {
  const keys = Array.isArray(path) ? path.filter((key) => typeof key === 'string' || typeof key === 'number') : []
  let at = within
  for (const key of keys.slice(0, -1)) at = own(at, key, copies)
  const last = keys.at(-1)
  if (last === undefined) return
  if (into === true && isJsonObject(value)) {
    const target = own(at, last, copies)
    for (const [key, field] of Object.entries(value)) put(target, key, field)
  } else put(at, last, value)
}

/** The container at a place, as a copy that stands there. */
function own(container: Container, key: string | number, copies: Set<Json>): Container {
  const value = (container as { readonly [key: string | number]: Json })[key] ?? {}
  const copy = copyOf(value, copies)
  put(container, key, copy)
  return copy as Container
}

function put(container: Container, key: string | number, value: Json): void {
  // A key like `__proto__` is a key like any other.
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true })
}

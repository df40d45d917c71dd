import type { Hole, MessageShell } from '../schema/entry.ts'
import { isJsonObject, type Json } from '../schema/json.ts'

type Path = Hole['path']

/** Takes values out of a foreign message one by one and remembers the holes they leave. */
export interface Carver {
  /** The message with `null` where values were taken. */
  raw: Json
  readonly holes: Hole[]
}

/** A message whose blocks are still to be taken out. */
export function carve(message: Json): Carver {
  return { raw: message, holes: [] }
}

/** Takes the value at `path` out as the next block. */
export function takeBlock(carver: Carver, path: Path): void {
  carver.raw = replaceAt(carver.raw, path, null)
  carver.holes.push({ path, block: carver.holes.length })
}

export function shellOf(dialect: string, carver: Carver): MessageShell {
  return { dialect, raw: carver.raw, holes: carver.holes }
}

/**
 * Puts blocks back into their shell. A block that is missing from `values` closes its hole: an array loses the place, an
 * object the key. Given every block as it came in, the result deep-equals the original message.
 */
export function fillShell(shell: MessageShell, values: ReadonlyMap<number, Json>): Json {
  let filled = shell.raw
  for (const hole of shell.holes) {
    const value = values.get(hole.block)
    if (value !== undefined) filled = replaceAt(filled, hole.path, value)
  }
  const closed = shell.holes.filter((hole) => !values.has(hole.block))
  // From the back, so that array places in front keep their numbers.
  for (const hole of closed.toReversed()) filled = removeAt(filled, hole.path)
  return filled
}

function replaceAt(value: Json, path: Path, replacement: Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  if (typeof key === 'number') {
    const copy = [...(value as readonly Json[])]
    copy[key] = replaceAt(copy[key] ?? null, rest, replacement)
    return copy
  }
  const object = isJsonObject(value) ? value : {}
  return { ...object, [key]: replaceAt(object[key] ?? null, rest, replacement) }
}

function removeAt(value: Json, path: Path): Json {
  const [key, ...rest] = path
  if (key === undefined) return null
  if (rest.length > 0) {
    const child = (value as { readonly [key: string | number]: Json })[key] ?? null
    return replaceAt(value, [key], removeAt(child, rest))
  }
  if (typeof key === 'number') return (value as readonly Json[]).filter((_, index) => index !== key)
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== key))
}

import type { Hole, MessageShell } from '../schema/entry.ts'
import { frozen } from '../schema/frozen.ts'
import { isJsonObject, type Json } from '../schema/json.ts'

type Path = Hole['path']

/** Takes values out of a foreign message one by one and remembers the holes they leave. */
export interface Carver {
  readonly message: Json
  readonly holes: Hole[]
  readonly twins: Hole[]
}

/** Begins to take a message apart: its blocks are still to be taken out. */
export function carve(message: Json): Carver {
  return { message, holes: [], twins: [] }
}

/** Takes the value at `path` out as the next block. */
export function takeBlock(carver: Carver, path: Path): void {
  carver.holes.push({ path, block: carver.holes.length })
}

/** Notes that the value at `path` says the block once more that was taken last. */
export function takeTwin(carver: Carver, path: Path): void {
  carver.twins.push({ path, block: carver.holes.length - 1 })
}

/** What is left of the message: `null` if blocks were taken. */
export function shellOf(dialect: string, { message, holes, twins }: Carver): MessageShell {
  const edit = editor(message)
  for (const hole of holes) edit.set(hole.path, null)
  return sharedShell({ dialect, raw: edit.result(), holes, ...(twins.length === 0 ? {} : { twins }) })
}

/** Shells of messages that have nothing but blocks: nearly all are one of a few, and need not be kept a hundred thousand times. */
const SHARED = new Map<string, MessageShell>()
const MOST_SHARED = 256
const LONGEST_SHARED = 120
const MOST_SHARED_KEYS = 4

/** The same shell as before, if it was there before. */
function sharedShell(shell: MessageShell): MessageShell {
  const { raw, holes } = shell
  if (holes.length > MOST_SHARED_KEYS || (isJsonObject(raw) && Object.keys(raw).length > MOST_SHARED_KEYS)) return shell
  if (isJsonObject(raw) && Object.values(raw).some(isLong)) return shell
  const key = JSON.stringify(shell)
  if (key.length > 2 * LONGEST_SHARED) return shell
  if (SHARED.size > MOST_SHARED) SHARED.clear()
  const known = SHARED.get(key) ?? frozen(shell)
  SHARED.set(key, known)
  return known
}

/** Whether a field holds more than a role or places of blocks. */
function isLong(value: Json): boolean {
  if (typeof value === 'string') return value.length > LONGEST_SHARED
  return Array.isArray(value) ? value.length > MOST_SHARED_KEYS || value.some((item) => item !== null) : isJsonObject(value)
}

/**
 * Puts blocks back into their shell. A block that is missing from `values` closes its hole: an array loses the place, an
 * object the key. Given every block as it came in, the result deep-equals the original message.
 */
export function fillShell(shell: MessageShell, values: ReadonlyMap<number, Json>): Json {
  const edit = editor(shell.raw)
  for (const hole of shell.holes) edit.set(hole.path, values.get(hole.block))
  for (const twin of shell.twins ?? []) if (!values.has(twin.block)) edit.set(twin.path, undefined)
  return edit.result()
}

type Container = Json[] | { [key: string]: Json }

/**
 * Changes places of a JSON value without touching the value itself: what lies on the way is copied once, however many places
 * change. Setting `undefined` removes a place when the result is taken.
 */
function editor(given: Json): { set(path: Path, value: Json | undefined): void; result(): Json } {
  const copies = new Set<Container>()
  const removed = new Map<Container, Set<string | number>>()
  let root: Json | undefined = given
  const copyOf = (value: Json | undefined): Container => {
    if (copies.has(value as Container)) return value as Container
    const copy: Container = Array.isArray(value) ? [...value] : { ...(isJsonObject(value) ? value : {}) }
    copies.add(copy)
    return copy
  }
  return {
    set(path, value) {
      const last = path.at(-1)
      if (last === undefined) {
        root = value
        return
      }
      let at = copyOf(root)
      root = at
      for (const key of path.slice(0, -1)) {
        const child = copyOf(get(at, key))
        put(at, key, child)
        at = child
      }
      if (value === undefined) removed.set(at, (removed.get(at) ?? new Set()).add(last))
      else put(at, last, value)
    },
    result() {
      for (const [container, keys] of removed) removeFrom(container, keys)
      return root ?? null
    },
  }
}

function get(container: Container, key: string | number): Json | undefined {
  return (container as { readonly [key: string | number]: Json })[key]
}

function put(container: Container, key: string | number, value: Json): void {
  ;(container as { [key: string | number]: Json })[key] = value
}

function removeFrom(container: Container, keys: ReadonlySet<string | number>): void {
  if (!Array.isArray(container)) {
    for (const key of keys) delete container[key]
    return
  }
  const kept = container.filter((_, index) => !keys.has(index))
  container.length = 0
  for (const item of kept) container.push(item)
}

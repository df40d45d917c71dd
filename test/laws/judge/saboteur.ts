import { isJsonObject } from '../../../src/schema/json.ts'

/** Somebody in the same process who holds on to whatever it is handed. */
export interface Saboteur {
  /** Changes everything within reach of a value, at once, and remembers what could be changed. */
  strike(value: unknown): void
  /** Remembers what somebody else was just given, to change it later. */
  hold(value: unknown): void
  /** Changes what it holds, and once more what it changed before: it may be in use again by now. */
  strikeAgain(): void
}

/** Leaves everything alone: the twin of a game is played with it. */
export const HONEST: Saboteur = { strike: () => undefined, hold: () => undefined, strikeAgain: () => undefined }

/** The latest things that could be changed. */
const MOST_REMEMBERED = 40

export function saboteur(): Saboteur {
  /** What is frozen cannot be changed by anyone: it is looked at once. */
  const immune = new WeakSet<object>()
  let reached: object[] = []
  let held: unknown[] = []
  const strikeAll = (value: unknown, seen: Set<object>): void => {
    if (typeof value !== 'object' || value === null || immune.has(value) || seen.has(value)) return
    seen.add(value)
    for (const inner of insideOf(value)) strikeAll(inner, seen)
    if (Object.isFrozen(value) && !isCollection(value)) return void immune.add(value)
    change(value)
    reached.push(value)
  }
  return {
    strike: (value) => strikeAll(value, new Set()),
    hold: (value) => void held.push(value),
    strikeAgain() {
      const again = [...held, ...reached.slice(-MOST_REMEMBERED)]
      held = []
      reached = []
      const seen = new Set<object>()
      for (const value of again) strikeAll(value, seen)
    },
  }
}

function isCollection(value: object): value is Map<unknown, unknown> | Set<unknown> {
  return value instanceof Map || value instanceof Set
}

/** Everything that can be read from an object, whatever guards it. */
function insideOf(value: object): readonly unknown[] {
  const found = Reflect.ownKeys(value).map((key): unknown => {
    try {
      return Reflect.get(value, key)
    } catch {
      return undefined
    }
  })
  if (value instanceof Map) return [...found, ...value.keys(), ...value.values()]
  return value instanceof Set ? [...found, ...value] : found
}

const INTRUDER = Object.freeze({ role: 'user', kind: 'text', text: 'sabotaged', content: 'sabotaged', seq: 0 })
const INTRUDERS = Object.freeze([INTRUDER])
const MARK = Object.freeze({ type: 'ephemeral' })

/** Every way of changing an object that the language has. What throws or is refused has not changed it. */
function change(value: object): void {
  if (ArrayBuffer.isView(value)) {
    new Uint8Array(value.buffer, value.byteOffset, value.byteLength).fill(7)
    return
  }
  for (const way of waysOf(value)) {
    try {
      way()
    } catch {
      // A wall is what we hope for.
    }
  }
}

function waysOf(value: object): readonly (() => unknown)[] {
  const general = [() => Reflect.set(value, 'cache_control', MARK), () => Object.setPrototypeOf(value, INTRUDER)]
  if (value instanceof Map) return [() => value.clear(), () => value.set('sabotaged', INTRUDER), ...general]
  if (value instanceof Set) return [() => value.clear(), () => value.add('sabotaged'), ...general]
  if (Array.isArray(value)) {
    return [...fieldsOf(value), () => value.splice(0, 1), () => value.reverse(), () => value.push(INTRUDER)]
  }
  return [...fieldsOf(value), ...general]
}

/** Other texts and numbers in place; every third field is taken away, and every third is a trap from then on. */
function fieldsOf(value: object): readonly (() => unknown)[] {
  return Reflect.ownKeys(value).flatMap((key, index) => {
    const field: unknown = Reflect.getOwnPropertyDescriptor(value, key)?.value
    if (key === 'length' && Array.isArray(value)) return []
    const other = otherThan(field)
    const ways = [() => Reflect.set(value, key, other)]
    if (index % 3 === 1) ways.push(() => Reflect.deleteProperty(value, key))
    if (index % 3 === 2) ways.push(() => Reflect.defineProperty(value, key, { value: other, enumerable: true }))
    return ways
  })
}

function otherThan(field: unknown): unknown {
  if (typeof field === 'string') return field.startsWith('sabotaged') ? field : `sabotaged ${field}`
  if (typeof field === 'number') return field + 1
  if (typeof field === 'boolean') return !field
  return isJsonObject(field) || Array.isArray(field) ? INTRUDERS : 'sabotaged'
}

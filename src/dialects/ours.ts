import { frozen } from '../schema/frozen.ts'
import type { Dialect } from '../schema/ports.ts'

const made = new WeakSet<object>()

/** A dialect of this package. It is pure: the engine hands it what is its own, and keeps what it gives, without a copy. */
export function ours<Message, Request>(dialect: Dialect<Message, Request>): Dialect<Message, Request> {
  made.add(dialect)
  return frozen(dialect)
}

export function isOurs(dialect: Dialect): boolean {
  return made.has(dialect)
}

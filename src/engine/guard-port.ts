import { frozen } from '../schema/frozen.ts'

type Call = (...args: readonly unknown[]) => unknown

/**
 * A port of the host's, called as it is: what it is handed is frozen, and what it gives is frozen or copied before we use it. So neither a
 * port that writes into its arguments nor one that goes on writing into its answers can change what we know. `parts` are members that have
 * calls of their own.
 */
export function guardedPort<Port extends object>(port: Port, parts: readonly string[] = []): Port {
  const made: Port = Object.create(Object.prototype)
  for (const name of namesOf(port)) {
    const member: unknown = Reflect.get(port, name)
    const part = parts.includes(name) && isObject(member) ? guardedPort(member) : member
    Reflect.set(made, name, isCall(member) ? guardedCall(port, member) : part)
  }
  return made
}

function guardedCall(port: object, call: Call): Call {
  return (...args) => answered(Reflect.apply(call, port, frozen(args)))
}

/** A port may be an object of a class: its calls are not its own fields. */
function namesOf(port: object): ReadonlySet<string> {
  const names = new Set<string>()
  for (let at: object | null = port; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  return names
}

function answered(answer: unknown): unknown {
  return answer instanceof Promise ? answer.then(kept) : kept(answer)
}

/** A list that a port gives may be the one that it goes on adding to; entries and commits never change, and are frozen as they are. */
function kept(answer: unknown): unknown {
  if (Array.isArray(answer)) return frozen([...answer])
  return isObject(answer) ? frozen({ ...answer }) : answer
}

function isCall(member: unknown): member is Call {
  return typeof member === 'function'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

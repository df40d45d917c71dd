import { plainName } from '../budget/model-names.ts'
import type { Dialect } from '../schema/ports.ts'
import type { ThreadState } from './thread-state.ts'

/** Dialects by base and reader. Always the same one, because settings and views are known by their dialect. */
const read = new WeakMap<Dialect, Map<string, Dialect>>()

/** A host may name any number of models. */
const MOST_READERS = 100

/**
 * The dialect as a model reads it. What another model has signed or encrypted stays closed to it, and its provider would refuse it: it is
 * left out, and stands there again for the model that sealed it. Of a log with no other seals it is the dialect itself.
 */
export function readBy({ log }: Pick<ThreadState, 'log'>, dialect: Dialect, model = ''): Dialect {
  const reader = plainName(model)
  if (reader === '' || log.seals.size === 0 || (log.seals.size === 1 && log.seals.has(reader))) return dialect
  const known = read.get(dialect) ?? new Map<string, Dialect>()
  read.set(dialect, known)
  const found = known.get(reader) ?? openedBy(dialect, reader)
  if (known.size >= MOST_READERS) known.clear()
  known.set(reader, found)
  return found
}

/** What a view of the log in a dialect is known by. */
export function readerName({ traits }: Dialect, model: string): string {
  return traits.opens === undefined ? traits.name : `${traits.name} for ${plainName(model)}`
}

function openedBy(dialect: Dialect, reader: string): Dialect {
  const traits = { ...dialect.traits, opens: (sealer: string) => plainName(sealer) === reader }
  return Object.create(dialect, { traits: { value: traits, enumerable: true } })
}

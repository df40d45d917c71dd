import { plainName } from '../budget/model-names.ts'
import { bindsReasoning } from '../budget/preserved-thinking.ts'
import type { Dialect } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import { type Sealed, sealedIn, sealedSince } from './sealed-in.ts'
import type { ThreadState } from './thread-state.ts'

/** Dialects by base and reader. Always the same one, because settings and views are known by their dialect. */
const read = new WeakMap<Dialect, Map<string, Dialect>>()

/** A host may name any number of models. */
const MOST_READERS = 100

/**
 * The dialect as a model reads it. What another model has signed or encrypted stays closed to it, and its provider would refuse it: it is
 * left out, and stands there again for the model that sealed it. An agent with our tools (`lookup`) is told how to look things up. So is what a model sealed together with words that have changed since. Of a
 * log with nothing of the kind it is the dialect itself.
 */
export function readBy(
  state: Pick<ThreadState, 'log' | 'commit' | 'unsealed'>,
  dialect: Dialect,
  model = '',
  sealed: Sealed = sealedIn(state, model),
  lookup: boolean = dialect.traits.lookup === true,
): Dialect {
  const { seals, isSealed } = state.log
  const reader = plainName(model)
  const opensAll = reader === '' || seals.size === 0 || (seals.size === 1 && seals.has(reader))
  const bound = sealed === 'everywhere' || !isSealed() ? undefined : sealed
  if (opensAll && bound === undefined && !lookup) return plain(dialect)
  const base = plain(dialect)
  const known = read.get(base) ?? new Map<string, Dialect>()
  read.set(base, known)
  const name = `${opensAll ? '' : reader} ${nameOf(bound)} ${lookup}`
  const found = known.get(name) ?? openedBy(base, { reader: opensAll ? undefined : reader, sealed: bound, lookup })
  if (known.size >= MOST_READERS) known.clear()
  known.set(name, found)
  return found
}

/** The same for a plan that is being made, which changes what stands before all that was said so far; `undefined` if that makes no difference. */
export function readAfterwards(state: ThreadState, dialect: Dialect, model: string): Dialect | undefined {
  if (!bindsReasoning(model)) return undefined
  const after = readBy(state, dialect, model, sealedSince(state.log.length))
  return after === dialect ? undefined : after
}

/** What a view of the log in a dialect is known by. */
export function readerName({ traits }: Dialect, model: string): string {
  const reader = traits.opens === undefined ? '' : ` for ${plainName(model)}`
  return `${traits.name}${reader}${nameOf(traits.sealedIn)}${traits.lookup === true ? ' with tools' : ''}`
}

function nameOf(sealed: readonly SeqRange[] | undefined): string {
  return (sealed ?? []).map(({ from, end }) => ` ${from} to ${end}`).join()
}

const bases = new WeakMap<Dialect, Dialect>()

function plain(dialect: Dialect): Dialect {
  return bases.get(dialect) ?? dialect
}

interface HowRead {
  readonly reader: string | undefined
  readonly sealed: readonly SeqRange[] | undefined
  readonly lookup: boolean
}

function openedBy(dialect: Dialect, { reader, sealed, lookup }: HowRead): Dialect {
  const opens = reader === undefined ? {} : { opens: (sealer: string) => plainName(sealer) === reader }
  const traits = {
    ...dialect.traits,
    ...opens,
    ...(sealed === undefined ? {} : { sealedIn: sealed }),
    ...(lookup ? { lookup } : {}),
  }
  const opened: Dialect = Object.create(dialect, { traits: { value: traits, enumerable: true } })
  bases.set(opened, dialect)
  return opened
}

import type { Entry } from '../../schema/entry.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { Head, LogRow, Measure, ThreadKey } from '../../schema/ports.ts'
import type { Step, StepRow } from './backend.ts'
import { bodyOf, entryIn } from './body.ts'
import { type EntryTable, keyText } from './tables.ts'

/** What appending `entries` writes. */
export function stepOf(
  key: ThreadKey,
  expected: number,
  entries: readonly Entry[],
  { head, measures = [] }: { readonly head: Head; readonly measures?: readonly Measure[] | undefined },
): Step {
  let total = 0
  const rows = entries.map((entry, index): StepRow => {
    const measure = measures[index]
    total += (measure?.tokens ?? 0) + (measure?.frame ?? 0)
    return {
      seq: entry.seq,
      message: keyText(entry.message.id),
      turn: entry.turn,
      kind: entry.kind,
      author: entry.author,
      tokens: measure?.tokens ?? null,
      total,
      frame: measure?.frame ?? null,
      bytes: measure?.bytes ?? null,
      exact: measure?.exact === true ? 1 : 0,
      counter: measure?.counter ?? null,
      hash: measure?.hash ?? '',
      fingerprint: measure?.fingerprint ?? '',
      body: bodyOf(entry),
      at: measure?.at ?? null,
    }
  })
  return { ...named(key), expected, length: head.length, hash: head.hash, tokens: total, rows }
}

/** A thread's key as its columns. */
export function named({ tenant, thread }: ThreadKey): { readonly tenant: string; readonly thread: string } {
  return { tenant: keyText(tenant), thread: keyText(thread) }
}

/** What `rowOf` reads of a row. */
export const ROW_COLUMNS = ['seq', 'body', 'hash', 'fingerprint', 'tokens', 'exact', 'frame', 'bytes', 'counter'] as const

/** A row as it was appended. A body that is not JSON was damaged from outside. */
export function rowOf(
  row: Pick<EntryTable, (typeof ROW_COLUMNS)[number]> & { readonly at?: EntryTable['at'] },
  store: string,
): LogRow {
  const { hash, fingerprint, tokens, frame, bytes, counter, exact, at = null } = row
  const entry = entryOf(row, store)
  if (tokens === null || frame === null || bytes === null || counter === null) return { entry, measure: null }
  const time = at === null ? {} : { at: Number(at) }
  return { entry, measure: { hash, fingerprint, tokens, frame, bytes, counter, exact: exact === 1, ...time } }
}

export function entryOf({ seq, body }: Pick<EntryTable, 'seq' | 'body'>, store: string): Entry {
  return readBody(() => entryIn(body), { store, what: `entry ${seq}` })
}

/** A body that we wrote. */
export function parseBody<Value>(body: string, { store, what }: { readonly store: string; readonly what: string }): Value {
  return readBody<Value>(() => JSON.parse(body), { store, what })
}

function readBody<Value>(read: () => Value, { store, what }: { readonly store: string; readonly what: string }): Value {
  try {
    return read()
  } catch (cause) {
    const failure = {
      code: 'store-unusable',
      reason: 'damaged',
      at: store,
      expected: `the JSON of ${what}`,
      found: 'something else',
    } as const
    throw new CompactionError<'store-unusable'>(failure, { cause })
  }
}

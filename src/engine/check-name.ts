import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'
import { byteLength } from '../view/byte-length.ts'

/** As JSON, without the marks around it. The index of any database takes two of these, and what branches put behind them. */
const MOST_NAME_BYTES = 512

/**
 * A name of a tenant or a thread that every store can keep: any characters, and some. An empty one is nearly always an unset variable, and
 * would bring together what belongs apart.
 */
export function checkName(name: string, whose: 'tenant' | 'thread'): string {
  if (typeof name === 'string' && name !== '' && byteLength(name) - 2 <= MOST_NAME_BYTES) return name
  const found = typeof name !== 'string' ? foundIn(name) : name === '' ? 'an empty one' : `${byteLength(name) - 2} bytes`
  const failure = { at: `the name of a ${whose}`, expected: `a text of 1 to ${MOST_NAME_BYTES} bytes`, found }
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
}

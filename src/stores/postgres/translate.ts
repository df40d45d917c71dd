import { CompactionError, type StoreTrouble } from '../../schema/failures.ts'
import { codeOf } from '../safe-files.ts'

interface Words {
  readonly reason: StoreTrouble
  readonly expected: string
}

const REACHABLE: Words = { reason: 'unreachable', expected: 'a server that answers' }
const WRITABLE: Words = { reason: 'read-only', expected: 'a database that this user may write' }

/** Codes of PostgreSQL and of the network that are the world's fault and not ours. */
const CODES: Readonly<Record<string, Words>> = {
  ECONNREFUSED: REACHABLE,
  ECONNRESET: REACHABLE,
  ENOTFOUND: REACHABLE,
  ENOENT: REACHABLE,
  EPIPE: REACHABLE,
  ETIMEDOUT: REACHABLE,
  EAI_AGAIN: REACHABLE,
  '28000': { reason: 'unreachable', expected: 'a user that may log in' },
  '28P01': { reason: 'unreachable', expected: 'the right password' },
  '3D000': { reason: 'missing', expected: 'a database of this name' },
  '25006': WRITABLE,
  '25P02': { reason: 'read-only', expected: 'a transaction that has not failed' },
  '42501': WRITABLE,
  '53100': { reason: 'full', expected: 'room on the disk' },
  '53300': { reason: 'busy', expected: 'a free connection' },
  '57P01': REACHABLE,
  '57P03': REACHABLE,
  '40001': { reason: 'busy', expected: 'its turn to write' },
  '40P01': { reason: 'busy', expected: 'its turn to write' },
  XX001: { reason: 'damaged', expected: 'a whole database' },
}

/** What does not fit into an index: only names are in one. */
const TOO_LONG = '54000'

/** An error of PostgreSQL or of the way there in our words. Everything else is a bug, and stays what it is. */
export function translatePostgres(error: unknown, store: string): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === TOO_LONG) {
    const failure = { at: 'the name of a tenant or thread', expected: 'at most about 2,000 bytes together', found: 'more' }
    return new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure }, { cause: error })
  }
  const words =
    CODES[code] ?? (/^Connection terminated|timeout exceeded when trying to connect/.test(error.message) ? REACHABLE : undefined)
  if (words === undefined) return error
  // The server's own words may name users and values of a row; its code says enough.
  return new CompactionError<'store-unusable'>(
    { code: 'store-unusable', ...words, at: store, found: code || error.message },
    { cause: error },
  )
}

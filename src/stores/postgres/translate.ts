import { CompactionError, type StoreTrouble } from '../../schema/failures.ts'
import { codeOf } from '../safe-files.ts'
import { closed, isClosed } from '../sql/closed.ts'

interface Words {
  readonly reason: StoreTrouble
  readonly expected: string
  readonly advice?: string
}

const AGAIN = 'Nothing was written; try again.'
const REACHABLE: Words = {
  reason: 'unreachable',
  expected: 'a server that answers',
  advice: 'Try again: a pool makes a new connection, and a client of your own must be connected anew.',
}
const WRITABLE: Words = { reason: 'read-only', expected: 'a database that this user may write' }
const TURN: Words = { reason: 'busy', expected: 'its turn to write', advice: AGAIN }
const TABLES: Words = {
  reason: 'damaged',
  expected: 'all tables of a store of Palimpsest',
  advice: 'A table was dropped or renamed: bring it back from a backup.',
}
const UNCONFIRMED = 'UNCONFIRMED'

/** Codes of PostgreSQL and of the network that are the world's fault and not ours. */
const CODES: Readonly<Record<string, Words>> = {
  '28000': { reason: 'unreachable', expected: 'a user that may log in' },
  '28P01': { reason: 'unreachable', expected: 'the right password' },
  '3D000': { reason: 'missing', expected: 'a database of this name' },
  '25006': WRITABLE,
  '25P02': { reason: 'read-only', expected: 'a transaction that has not failed' },
  '42501': WRITABLE,
  '53100': { reason: 'full', expected: 'room on the disk' },
  '53300': { reason: 'busy', expected: 'a free connection' },
  '57P03': REACHABLE,
  '40001': TURN,
  '40P01': TURN,
  '55P03': { ...TURN, advice: `${AGAIN} If that happens often, raise lock_timeout.` },
  '57014': {
    reason: 'timeout',
    expected: 'an answer before the statement was cancelled',
    advice: `${AGAIN} If that happens often, raise statement_timeout.`,
  },
  '42P01': TABLES,
  '3F000': TABLES,
  XX001: { reason: 'damaged', expected: 'a whole database' },
  [UNCONFIRMED]: {
    reason: 'unconfirmed',
    expected: 'to be told whether it was written',
    advice: 'Read the thread before you write the same again: it may be there.',
  },
}

/** Codes that come from a connection which was there and is not any more: from the server that ends it, or from the network. */
const CUTS: ReadonlySet<string> = new Set([
  ...['57P01', '57P02', '57P05', '25P03', '08000', '08003', '08006', '08P01'],
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', '08001', '08004'],
])

/** The same in the words of the driver, which has no codes. */
const CUT_WORDS =
  /^Connection terminated|timeout exceeded when trying to connect|is not queryable|^Query read timeout|connection has been discarded/

/** Errors of connections that were never made: nothing was sent. */
const unsent = new WeakSet<object>()

/** Remembers that an error came before anything was sent. */
export function noteUnsent(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) unsent.add(error)
  return error
}

/** Whether an error says that a connection broke over which something was sent: it may have been done. */
export function isCut(error: unknown): boolean {
  return error instanceof Error && !unsent.has(error) && isOfConnection(error)
}

function isOfConnection(error: Error): boolean {
  return CUTS.has(codeOf(error)) || CUT_WORDS.test(error.message)
}

/** The error of a write of which nobody can say whether it was done. */
export function unconfirmed(cause: unknown): Error {
  return Object.assign(new Error('the connection broke before the answer came', { cause }), { code: UNCONFIRMED })
}

/** What does not fit into an index: only names are in one. */
const TOO_LONG = '54000'

/** An error of PostgreSQL or of the way there in our words. Everything else is a bug, and stays what it is. */
export function translatePostgres(error: unknown, store: string): unknown {
  if (!(error instanceof Error)) return error
  if (isClosed(error)) return closed(error, store)
  const code = codeOf(error)
  if (code === TOO_LONG) {
    const failure = { at: 'the name of a tenant or thread', expected: 'at most about 2,000 bytes together', found: 'more' }
    return new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure }, { cause: error })
  }
  const words = CODES[code] ?? (isOfConnection(error) ? REACHABLE : undefined)
  if (words === undefined) return error
  // The server's own words may name users and values of a row; its code says enough.
  const found = code === '' || code === UNCONFIRMED ? error.message : code
  return new CompactionError<'store-unusable'>({ code: 'store-unusable', ...words, at: store, found }, { cause: error })
}

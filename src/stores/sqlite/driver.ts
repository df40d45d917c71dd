import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import { prefixPlugin } from '../sql/prefix.ts'
import type { Tables } from '../sql/tables.ts'
import { type Transactions, transactionsOn } from './transactions.ts'

type Value = null | number | bigint | string

/** How many prepared statements are kept. Ours are some thirty, and a few that depend on how many ranges are asked for. */
const MOST_STATEMENTS = 200
/** Statements that give rows. Ours hold no user text, only places for it. */
const GIVES_ROWS = /^\s*(?:select|pragma|with)\b|\breturning\b/i

/** What Kysely binds is what our statements were given, though its types do not say so. */
function bound(parameters: readonly unknown[]): readonly Value[] {
  return parameters as readonly Value[]
}

/** A statement that gives rows as we read them, however the owner of the connection wants them. */
export function prepared(database: DatabaseSync, text: string): StatementSync {
  const statement = database.prepare(text)
  statement.setReadBigInts(false)
  // Before 22.16, Node knows no rows but objects.
  if ('setReturnArrays' in statement) statement.setReturnArrays(false)
  return statement
}

interface DriverOptions {
  readonly prefix?: string
  /** A connection that others opened is left open. */
  readonly isShared?: boolean
  readonly transactions?: Transactions
}

/** Kysely over Node's own SQLite, with its statements prepared once. */
export function kyselyOver(database: DatabaseSync, options: DriverOptions = {}): Kysely<Tables> {
  const { prefix = '', isShared = false, transactions = transactionsOn(database) } = options
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? prepared(database, sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const [oldest] = statements.keys()
    if (statements.size > MOST_STATEMENTS && oldest !== undefined) statements.delete(oldest)
    return statement
  }
  const shim: SqliteDatabase = {
    close: () => (isShared ? undefined : database.close()),
    prepare(text) {
      if (text === 'begin' || text === 'commit' || text === 'rollback') return ending(transactions[text])
      const statement = prepare(text)
      return {
        reader: GIVES_ROWS.test(text),
        all: (parameters) => statement.all(...bound(parameters)),
        run: (parameters) => statement.run(...bound(parameters)),
        iterate: (parameters) => statement.iterate(...bound(parameters)),
      }
    },
  }
  const dialect = new SqliteDialect({ database: shim })
  return new Kysely<Tables>({ dialect, ...(prefix === '' ? {} : { plugins: [prefixPlugin(prefix)] }) })
}

/** What begins or ends a transaction, as Kysely wants a statement to look. */
function ending(run: () => void): ReturnType<SqliteDatabase['prepare']> {
  const done = { changes: 0, lastInsertRowid: 0 }
  const nothing = function* (): IterableIterator<never> {}
  return {
    reader: false,
    all: () => [],
    run: () => {
      run()
      return done
    },
    iterate: nothing,
  }
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Tables } from '../sql/tables.ts'

type Value = null | number | bigint | string

/** How many prepared statements are kept. Ours are some thirty, and a few that depend on how many ranges are asked for. */
const MOST_STATEMENTS = 200
/** Statements that give rows. Ours hold no user text, only places for it. */
const GIVES_ROWS = /^\s*(?:select|pragma|with)\b|\breturning\b/i

/**
 * Rolls back. If the disk is full, SQLite has already rolled back and says that there is nothing to roll back: this message must not hide
 * the error that says why.
 */
export function rollback(statement: StatementSync): ReturnType<StatementSync['run']> {
  try {
    return statement.run()
  } catch {
    return { changes: 0, lastInsertRowid: 0 }
  }
}

/** What Kysely binds is what our statements were given, though its types do not say so. */
function bound(parameters: readonly unknown[]): readonly Value[] {
  return parameters as readonly Value[]
}

/** Kysely over Node's own SQLite, with its statements prepared once. */
export function kyselyOver(database: DatabaseSync): Kysely<Tables> {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const [oldest] = statements.keys()
    if (statements.size > MOST_STATEMENTS && oldest !== undefined) statements.delete(oldest)
    return statement
  }
  const shim: SqliteDatabase = {
    close: () => database.close(),
    prepare(text) {
      // A transaction that reads first and writes later would be refused if another connection wrote in between.
      const statement = prepare(text === 'begin' ? 'begin immediate' : text)
      return {
        reader: GIVES_ROWS.test(text),
        all: (parameters) => statement.all(...bound(parameters)),
        run: (parameters) => (text === 'rollback' ? rollback(statement) : statement.run(...bound(parameters))),
        iterate: (parameters) => statement.iterate(...bound(parameters)),
      }
    },
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: shim }) })
}

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { STEP_COLUMNS, type Step } from '../sql/backend.ts'
import type { Tables } from '../sql/tables.ts'
import { prepared } from './driver.ts'
import type { Transactions } from './transactions.ts'

/** The time as people read it. */
export const NOW = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`

interface Statements {
  readonly move: StatementSync
  readonly start: StatementSync
  readonly insert: StatementSync
}

/** Prepared when they are first needed: a file that is only read may have an older schema. */
function statementsOn(database: DatabaseSync, prefix: string): Statements {
  // A prefix has no sign that would need care.
  const [threads, entries] = [`"${prefix}threads"`, `"${prefix}entries"`]
  const move = prepared(
    database,
    `update ${threads} set length = ?, hash = ?, tokens = tokens + ? where tenant = ? and thread = ? and length = ? returning tokens`,
  )
  const start = prepared(
    database,
    `insert into ${threads} (length, hash, tokens, tenant, thread, commits, erasures, created_at) values (?, ?, ?, ?, ?, 0, 0, ${NOW})
     on conflict (tenant, thread) do update set length = excluded.length, hash = excluded.hash, tokens = excluded.tokens
     where ${threads}.length = 0 returning tokens`,
  )
  const columns = ['tenant', 'thread', ...STEP_COLUMNS]
  const places = columns.map(() => '?').join(', ')
  const insert = database.prepare(`insert into ${entries} (${columns.join(', ')}, created_at) values (${places}, ${NOW})`)
  return { move, start, insert }
}

/**
 * Appends with statements that are compiled and prepared once: this is what every step of an agent waits for. Everything happens
 * without waiting, between two turns of the event loop, while the connection is ours.
 */
export function appender(
  database: DatabaseSync,
  { db, prefix, transactions }: { readonly db: Kysely<Tables>; readonly prefix: string; readonly transactions: Transactions },
): (step: Step) => Promise<boolean> {
  let statements: Statements | undefined

  function write(step: Step): boolean {
    const { tenant, thread, expected, length, hash, tokens, rows } = step
    statements ??= statementsOn(database, prefix)
    const { start, move, insert } = statements
    const moved =
      expected === 0 ? start.get(length, hash, tokens, tenant, thread) : move.get(length, hash, tokens, tenant, thread, expected)
    if (moved === undefined) return false
    const before = Number(moved['tokens']) - tokens
    for (const row of rows) {
      const { seq, message, turn, kind, author, frame, bytes, exact, counter, fingerprint, body, at } = row
      const total = before + Number(row.total)
      insert.run(
        ...[tenant, thread, seq, message, turn, kind, author, row.tokens, total, frame, bytes, exact, counter],
        ...[row.hash, fingerprint, body, at],
      )
    }
    return true
  }

  return (step) =>
    db.getExecutor().provideConnection(async () => {
      transactions.begin()
      try {
        const isWritten = write(step)
        if (isWritten) transactions.commit()
        else transactions.rollback()
        return isWritten
      } catch (error) {
        transactions.rollback()
        throw error
      }
    })
}

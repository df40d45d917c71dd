import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { SentRow } from '../sql/backend.ts'
import type { Tables } from '../sql/tables.ts'
import { prepared } from './driver.ts'
import type { Transactions } from './transactions.ts'

interface Statements {
  readonly last: StatementSync
  readonly insert: StatementSync
  readonly touch: StatementSync
  readonly keep: StatementSync
  readonly leave: readonly StatementSync[]
}

function statementsOn(database: DatabaseSync, prefix: string): Statements {
  const [requests, parts] = [`"${prefix}requests"`, `"${prefix}request_parts"`]
  const older = 'where tenant = ? and thread = ? and step <= ?'
  return {
    last: prepared(database, `select step from ${requests} where tenant = ? and thread = ? order by step desc limit 1`),
    insert: database.prepare(`insert into ${requests} (tenant, thread, step, at, head, body) values (?, ?, ?, ?, ?, ?)`),
    touch: database.prepare(`update ${parts} set step = ? where tenant = ? and thread = ? and hash = ?`),
    keep: database.prepare(`insert into ${parts} (step, tenant, thread, hash, body) values (?, ?, ?, ?, ?)`),
    leave: [requests, parts].map((table) => database.prepare(`delete from ${table} ${older}`)),
  }
}

/** Writes requests down with statements that are prepared once: every step of an agent waits for this. */
export function rememberer(
  database: DatabaseSync,
  { db, prefix, transactions }: { readonly db: Kysely<Tables>; readonly prefix: string; readonly transactions: Transactions },
): (sent: SentRow) => Promise<void> {
  let statements: Statements | undefined

  function write({ tenant, thread, at, head, body, most, parts }: SentRow): void {
    statements ??= statementsOn(database, prefix)
    const { last, insert, touch, keep, leave } = statements
    const step = Number(last.get(tenant, thread)?.['step'] ?? 0) + 1
    insert.run(tenant, thread, step, at, head, body)
    for (const [hash, text] of parts) {
      if (touch.run(step, tenant, thread, hash).changes === 0) keep.run(step, tenant, thread, hash, text)
    }
    if (step > most) for (const statement of leave) statement.run(tenant, thread, step - most)
  }

  return (sent) =>
    db.getExecutor().provideConnection(async () => {
      transactions.begin()
      try {
        write(sent)
        transactions.commit()
      } catch (error) {
        transactions.rollback()
        throw error
      }
    })
}

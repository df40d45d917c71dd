import type { DatabaseSync } from 'node:sqlite'

/** What belongs together on one connection: begun, kept, or taken back. */
export interface Transactions {
  begin(): void
  commit(): void
  rollback(): void
}

/**
 * Transactions of our own; or, if the connection is already in one of its owner's, parts of that one, which the owner alone keeps or takes
 * back.
 */
export function transactionsOn(database: DatabaseSync): Transactions {
  // As a writer from the start: a transaction that reads first and writes later would be refused if another connection wrote in between.
  const begin = database.prepare('begin immediate')
  const own = { commit: [database.prepare('commit')], rollback: [database.prepare('rollback')] }
  const part = {
    commit: [database.prepare('release palimpsest')],
    rollback: [database.prepare('rollback to palimpsest'), database.prepare('release palimpsest')],
  }
  const savepoint = database.prepare('savepoint palimpsest')
  let ends: typeof own = own
  return {
    begin() {
      try {
        begin.run()
        ends = own
      } catch (error) {
        if (!isWithin(error)) throw error
        savepoint.run()
        ends = part
      }
    },
    commit() {
      for (const statement of ends.commit) statement.run()
    },
    rollback() {
      // If the disk is full, SQLite has already rolled back and says that there is nothing to roll back: this message must not hide the
      // error that says why.
      try {
        for (const statement of ends.rollback) statement.run()
      } catch {}
    },
  }
}

/** Asked by trying: before 22.16, Node does not tell whether a connection is in a transaction. */
function isWithin(error: unknown): boolean {
  return error instanceof Error && /within a transaction/.test(error.message)
}

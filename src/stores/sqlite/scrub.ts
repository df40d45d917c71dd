import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { CompactionError, isFailure } from '../../schema/failures.ts'
import type { SqlBackend } from '../sql/backend.ts'
import type { StorePlace } from '../sql/migrate.ts'
import { translateSqlite } from './translate.ts'
import type { InTurn } from './turns.ts'

const MOST_TRIES = 50
const PAUSE = 20

/** Moves everything into the database's own file and empties the log beside it, which still holds what was overwritten. */
export async function emptyLog(db: SqlBackend['db'], place: StorePlace): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { rows } = await sql<{ readonly busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy !== 1) return
    await wait(PAUSE)
  }
  throw new CompactionError<'store-unusable'>({
    ...{ code: 'store-unusable', reason: 'busy', at: place.name, expected: 'to empty the log file after an erasure' },
    found: 'other processes that keep reading it; what was erased is gone from the database and will go from the log file later',
  })
}

/** The same on a connection of the user's: in the middle of a transaction the log cannot be emptied, and that is not ours to end. */
export async function emptySharedLog(db: SqlBackend['db'], place: StorePlace): Promise<void> {
  try {
    await emptyLog(db, place)
  } catch (error) {
    const isBusy = isFailure(translateSqlite(error, place.name), 'store-unusable')
    if (!isBusy || isFailure(error, 'store-unusable')) throw error
  }
}

/** Turns in which what is deleted is overwritten. After each, the user's connection is as it was. */
export function overwriting(database: DatabaseSync, inTurn: InTurn): InTurn {
  const setting = database.prepare('pragma main.secure_delete')
  setting.setReadBigInts(false)
  return (work) =>
    inTurn(async () => {
      const before = Number(Object.values(setting.get() ?? {})[0] ?? 0)
      if (before === 1) return work()
      database.exec('pragma main.secure_delete = on')
      try {
        return await work()
      } finally {
        // Before 22.15, Node does not tell whether a connection is open.
        if (database.isOpen !== false) database.exec(`pragma main.secure_delete = ${before === 2 ? 'fast' : 'off'}`)
      }
    })
}

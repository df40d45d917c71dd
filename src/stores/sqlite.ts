import './check-runtime.ts'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { CompactionError } from '../schema/failures.ts'
import { checkPath } from './safe-files.ts'
import type { SqlBackend } from './sql/backend.ts'
import { checkSchema, migrate, type StorePlace } from './sql/migrate.ts'
import { type FullStore, sqlStore } from './sql/sql-store.ts'
import { appender } from './sqlite/append.ts'
import { APPLICATION_ID, checkFile, checkForReading } from './sqlite/check-file.ts'
import { kyselyOver } from './sqlite/driver.ts'
import { openDatabase } from './sqlite/node-sqlite.ts'
import { openForReading } from './sqlite/open-for-reading.ts'
import { translateSqlite } from './sqlite/translate.ts'
import { type InTurn, turnsFor } from './sqlite/turns.ts'
import { sqliteWords } from './sqlite/words.ts'

export interface SqliteOptions {
  /**
   * What an append waits for: `power-loss` (the default) until the disk has it; `crash` until the operating system has it, so that
   * only a machine that loses power loses the last steps.
   */
  readonly survives?: 'power-loss' | 'crash'
  /** How long to wait for another process's turn to write, in milliseconds. */
  readonly patience?: number
  /**
   * Opens the file only for reading, even in a folder that cannot be written, and even if the file was cut off. Nothing is made or changed.
   */
  readonly readOnly?: boolean
  /** How large the file may grow, in pages of 4 KiB; without it, as large as the disk. */
  readonly mostPages?: number
}

/**
 * Opens a store in an SQLite file, or makes one; `:memory:` is a store that is gone when it is closed. Any number of processes may
 * have the same file open.
 *
 * @example
 * const compactor = createCompactor({ store: await openSqliteStore('agent.db') })
 */
export async function openSqliteStore(path: string, options: SqliteOptions = {}): Promise<FullStore> {
  checkPath(path, 'a store')
  const isMemory = path === ':memory:'
  const place: StorePlace = { engine: 'sqlite', name: path }
  if (options.readOnly === true) return readingStore(path, place)
  const state = isMemory ? 'new' : checkFile(path)
  let database: DatabaseSync | undefined
  try {
    database = openDatabase(path)
    // Before anything else: the first statement may have to wait already.
    database.exec(`pragma busy_timeout = ${Math.trunc(options.patience ?? 5_000)}`)
    const inTurn = turnsFor(path)
    const made = database
    const db = kyselyOver(made)
    await inTurn(async () => {
      prepareFile(made, { isMemory, isNew: state === 'new', ...options })
      await migrateAlone(db, place)
    })
    return await sqlStore(backendOver({ database, db, place, inTurn }))
  } catch (error) {
    database?.close()
    throw translateSqlite(error, path)
  }
}

/** The store over a file that is only read. */
async function readingStore(path: string, place: StorePlace): Promise<FullStore> {
  checkForReading(path)
  let database: DatabaseSync | undefined
  try {
    database = openForReading(path)
    const db = kyselyOver(database)
    await checkSchema(db, place)
    return await sqlStore(backendOver({ database, db, place, inTurn: turnsFor(path) }))
  } catch (error) {
    database?.close()
    throw translateSqlite(error, path)
  }
}

/** All of it or nothing, while no other connection writes: SQLite can undo the making of tables, though Kysely does not ask for it. */
async function migrateAlone(db: SqlBackend['db'], place: StorePlace): Promise<void> {
  await db.connection().execute(async (alone) => {
    await sql`begin immediate`.execute(alone)
    try {
      await migrate(alone, place)
      await sql`commit`.execute(alone)
    } catch (error) {
      await sql`rollback`.execute(alone)
      throw error
    }
  })
}

function backendOver(parts: {
  readonly database: DatabaseSync
  readonly db: SqlBackend['db']
  readonly place: StorePlace
  readonly inTurn: InTurn
}): SqlBackend {
  const { database, db, place, inTurn } = parts
  return {
    place,
    db,
    inTurn,
    append: appender(database, db),
    now: () => sql<number>`${Date.now()}`,
    words: sqliteWords,
    translate: (error) => translateSqlite(error, place.name),
    scrub: () => emptyLog(db, place),
    close: () => db.destroy(),
  }
}

function prepareFile(
  database: DatabaseSync,
  {
    isMemory,
    isNew,
    survives = 'power-loss',
    mostPages,
  }: SqliteOptions & { readonly isMemory: boolean; readonly isNew: boolean },
): void {
  // The mark comes first: a file whose making was cut short is known as ours. Elsewhere this only tries whether we may write.
  database.exec(`begin immediate; pragma application_id = ${APPLICATION_ID}; ${isNew ? 'commit' : 'rollback'}`)
  if (!isMemory) database.exec('pragma journal_mode = wal')
  database.exec(`pragma synchronous = ${survives === 'power-loss' ? 'full' : 'normal'}`)
  // What is deleted is overwritten with zeros.
  database.exec('pragma secure_delete = on')
  if (mostPages !== undefined) database.exec(`pragma max_page_count = ${Math.trunc(mostPages)}`)
}

const MOST_TRIES = 50
const PAUSE = 20

/** Moves everything into the database's own file and empties the log beside it, which still holds what was overwritten. */
async function emptyLog(db: SqlBackend['db'], place: StorePlace): Promise<void> {
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

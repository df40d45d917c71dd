import './check-runtime.ts'
import type { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { CompactionError } from '../schema/failures.ts'
import { checkPath } from './safe-files.ts'
import type { SqlBackend } from './sql/backend.ts'
import { checkSchema, isMigrated, migrate, type StorePlace } from './sql/migrate.ts'
import { checkedPrefix } from './sql/prefix.ts'
import { type FullStore, sqlStore } from './sql/sql-store.ts'
import { appender, NOW } from './sqlite/append.ts'
import { checkFile, checkForReading } from './sqlite/check-file.ts'
import { kyselyOver } from './sqlite/driver.ts'
import { openDatabase } from './sqlite/node-sqlite.ts'
import { openForReading } from './sqlite/open-for-reading.ts'
import { prepareFile } from './sqlite/prepare-file.ts'
import { rememberer } from './sqlite/remember.ts'
import { emptyLog, emptySharedLog, overwriting } from './sqlite/scrub.ts'
import { transactionsOn } from './sqlite/transactions.ts'
import { translateSqlite } from './sqlite/translate.ts'
import { type InTurn, turnsFor } from './sqlite/turns.ts'
import { sqliteWords } from './sqlite/words.ts'

export interface SqliteOptions {
  /**
   * What the names of our tables begin with, `agent_` for example. With a prefix the file may hold other tables, too, and everything that
   * is said of the whole file (its mark, its journal mode) stays as it is.
   */
  readonly prefix?: string
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
 * have the same file open. Takes a path, or a connection of your own, which is neither set up nor closed; if it is in a transaction, what we
 * write is part of that.
 *
 * @example
 * const compactor = createCompactor({ store: await openSqliteStore('agent.db') })
 */
export async function openSqliteStore(target: string | DatabaseSync, options: SqliteOptions = {}): Promise<FullStore> {
  const prefix = checkedPrefix(options.prefix)
  if (isConnection(target)) return storeOn(target, prefix, options)
  checkPath(target, 'a store')
  const isMemory = target === ':memory:'
  const place: StorePlace = { engine: 'sqlite', name: target, prefix }
  const owner = prefix === '' ? 'ours' : 'anyone'
  if (options.readOnly === true) checkForReading(target, owner)
  const isNew = options.readOnly !== true && (isMemory || checkFile(target, owner) === 'new')
  let database: DatabaseSync | undefined
  try {
    if (options.readOnly === true) {
      database = openForReading(target)
      return await storeOver({ database, place, isReadOnly: true, inTurn: turnsFor(target, database) })
    }
    database = openDatabase(target)
    // Before anything else: the first statement may have to wait already.
    database.exec(`pragma busy_timeout = ${Math.trunc(options.patience ?? 5_000)}`)
    const made = database
    const setUp = (): void => prepareFile(made, { ...options, isMemory, isNew, isShared: prefix !== '' })
    return await storeOver({ database, place, inTurn: turnsFor(target, database), setUp })
  } catch (error) {
    database?.close()
    throw translateSqlite(error, target)
  }
}

function isConnection(target: unknown): target is DatabaseSync {
  return typeof target === 'object' && target !== null && 'prepare' in target && 'exec' in target
}

/** The store on a connection that is the user's. */
async function storeOn(database: DatabaseSync, prefix: string, options: SqliteOptions): Promise<FullStore> {
  const settings = (['survives', 'patience', 'mostPages'] as const).filter((name) => options[name] !== undefined)
  if (settings.length > 0) {
    const failure = { at: `options.${settings[0]}`, expected: 'no settings for a connection that is yours', found: 'one' }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
  }
  const path = database.location?.() ?? ':memory:'
  const place: StorePlace = { engine: 'sqlite', name: path, prefix }
  const isReadOnly = options.readOnly === true
  try {
    const turns = turnsFor(path, database)
    const inTurn = isReadOnly ? turns : overwriting(database, turns)
    return await storeOver({ database, place, inTurn, isReadOnly, isShared: true })
  } catch (error) {
    throw translateSqlite(error, path)
  }
}

interface Opened {
  readonly database: DatabaseSync
  readonly place: StorePlace
  readonly inTurn: InTurn
  readonly isReadOnly?: boolean
  /** Whether the connection is the user's. */
  readonly isShared?: boolean
  readonly setUp?: () => void
}

async function storeOver({ database, place, inTurn, isReadOnly, isShared = false, setUp }: Opened): Promise<FullStore> {
  const { prefix = '' } = place
  const transactions = transactionsOn(database)
  const db = kyselyOver(database, { prefix, isShared, transactions })
  const older = isReadOnly === true ? await checkSchema(db, place) : {}
  if (isReadOnly !== true)
    await inTurn(async () => {
      setUp?.()
      if (!(await isMigrated(db, place))) await migrateAlone(db, place)
    })
  return sqlStore({
    ...{ place, db, inTurn, ...older },
    // What is not acknowledged was not done: nothing lies between this process and the file.
    settled: (write) => write(false),
    append: appender(database, { db, prefix, transactions }),
    remember: rememberer(database, { db, prefix, transactions }),
    now: () => sql<number>`${Date.now()}`,
    created: { created_at: sql.raw(NOW) },
    documents: () => ({}),
    words: sqliteWords,
    translate: (error) => translateSqlite(error, place.name),
    scrub: () => (isShared ? emptySharedLog(db, place) : emptyLog(db, place)),
    close: () => db.destroy(),
  })
}

/** All of it or nothing, while no other connection writes: SQLite can undo the making of tables, though Kysely does not ask for it. */
async function migrateAlone(db: SqlBackend['db'], place: StorePlace): Promise<void> {
  await db.connection().execute(async (alone) => {
    await sql`begin`.execute(alone)
    try {
      await migrate(alone, place)
      await sql`commit`.execute(alone)
    } catch (error) {
      await sql`rollback`.execute(alone)
      throw error
    }
  })
}

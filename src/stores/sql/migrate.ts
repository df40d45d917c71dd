import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { CompactionError, type StoreTrouble } from '../../schema/failures.ts'
import type { SqlBackend } from './backend.ts'
import { migrationsFor, type SqlEngine } from './migrations.ts'
import { TABLE_NAMES, type Tables } from './tables.ts'

/** Where a store lives, for the migrator and for people. */
export interface StorePlace {
  readonly engine: SqlEngine
  /** How failures name it. */
  readonly name: string
  /** The schema of its tables, if the database has schemas. */
  readonly schema?: string
  /** What the names of its tables begin with. With one, other tables may stand beside them. */
  readonly prefix?: string
}

/** The migrator's own tables. With a prefix they still say whose they are. */
function bookkeeping({ prefix = '' }: StorePlace): { readonly applied: string; readonly lock: string } {
  const applied = `${prefix}palimpsest_migration`
  return { applied, lock: `${applied}_lock` }
}

/**
 * Brings a database to our schema. A database with foreign tables, or with ours from a newer program, is refused before anything is
 * written.
 */
export async function migrate(
  db: Kysely<Tables>,
  place: StorePlace,
  migrations: Readonly<Record<string, Migration>> = migrationsFor(place.engine),
): Promise<void> {
  const known = Object.keys(migrations)
  const applied = await appliedMigrations(db, place)
  if (applied.length === known.length) return
  const own = bookkeeping(place)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => ({ ...migrations }) },
    migrationTableName: own.applied,
    migrationLockTableName: own.lock,
    ...(place.schema === undefined ? {} : { migrationTableSchema: place.schema }),
  })
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  // Two processes opened a new database at the same time, and the other one has made the tables.
  if ((await appliedMigrations(db, place)).length < known.length) throw error
}

/** Whether a database has our schema. Only looks. */
export async function isMigrated(db: Kysely<Tables>, place: StorePlace): Promise<boolean> {
  return (await appliedMigrations(db, place)).length === Object.keys(migrationsFor(place.engine)).length
}

/** The oldest schema that has everything that is read: what came later is for people. */
const READABLE = '0002-records'

/** From here on a row says when its entry was appended. */
const TIMED = '0007-times'
const COSTED = '0008-costs'

/** From here on requests are numbered, and can be shown again. */
const NUMBERED = '0009-steps'

/** Fails if a read-only database does not have a schema that we can read: it cannot be migrated. Says what an older one does not have. */
export async function checkSchema(
  db: Kysely<Tables>,
  place: StorePlace,
): Promise<Pick<SqlBackend, 'isUntimed' | 'isUncosted' | 'isUnnumbered'>> {
  const known = Object.keys(migrationsFor(place.engine))
  const applied = await appliedMigrations(db, place)
  const lacks = (name: string): boolean => !applied.includes(name)
  if (!lacks(READABLE)) return { isUntimed: lacks(TIMED), isUncosted: lacks(COSTED), isUnnumbered: lacks(NUMBERED) }
  const found = `schema ${applied.at(-1) ?? 'of nothing yet'}, which can only be read here`
  return refuse(place, 'read-only', `schema ${known.at(-1)}; open it for writing to migrate it`, found)
}

/** Names of what was applied. Refuses what is not ours or not known. */
async function appliedMigrations(db: Kysely<Tables>, place: StorePlace): Promise<readonly string[]> {
  const { applied, lock } = bookkeeping(place)
  const tables = await tableNames(db, place)
  if (!tables.includes(applied)) {
    checkForeign(
      place,
      tables.filter((name) => name !== lock),
    )
    return []
  }
  const from = place.schema === undefined ? sql.table(applied) : sql.id(place.schema, applied)
  const { rows } = await sql<{ readonly name: string }>`select name from ${from} order by name`.execute(db)
  const known = Object.keys(migrationsFor(place.engine))
  const newer = rows.map(({ name }) => name).filter((name) => !known.includes(name))
  if (newer.length > 0) {
    refuse(place, 'newer-schema', `schema ${known.at(-1)} or older`, `schema ${newer.at(-1)}, made by a newer program`)
  }
  return rows.map(({ name }) => name)
}

/** Without a prefix there may be no other tables; with one, none that has a name of ours. */
function checkForeign(place: StorePlace, tables: readonly string[]): void {
  const { engine, prefix = '' } = place
  if (prefix === '' && tables.length > 0) {
    const expected = 'an empty database or one of Palimpsest; beside other tables ours need a prefix'
    refuse(place, 'not-ours', expected, `${tables.length} other tables`)
  }
  // To SQLite, large and small letters are the same.
  const folded = (name: string): string => (engine === 'sqlite' ? name.toLowerCase() : name)
  const taken = tables.filter((name) => folded(name).startsWith(prefix) && TABLE_NAMES.has(folded(name).slice(prefix.length)))
  if (taken.length > 0) refuse(place, 'not-ours', 'a prefix that no other table has', taken.join(', '))
}

async function tableNames(db: Kysely<Tables>, { engine, schema = 'public' }: StorePlace): Promise<readonly string[]> {
  const named = sql<{ readonly name: string }>
  const query =
    engine === 'sqlite'
      ? named`select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite_%'`
      : named`select table_name as name from information_schema.tables where table_schema = ${schema}`
  return (await query.execute(db)).rows.map(({ name }) => name)
}

function refuse(place: StorePlace, reason: StoreTrouble, expected: string, found: string): never {
  throw new CompactionError<'store-unusable'>({ code: 'store-unusable', reason, at: place.name, expected, found })
}

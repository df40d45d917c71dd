import { Kysely, PostgresDialect, sql } from 'kysely'
import pg, { type Pool } from 'pg'
import { CompactionError } from '../schema/failures.ts'
import { appender } from './postgres/append.ts'
import { translatePostgres } from './postgres/translate.ts'
import { postgresWords } from './postgres/words.ts'
import type { SqlBackend } from './sql/backend.ts'
import { migrate, type StorePlace } from './sql/migrate.ts'
import { type FullStore, sqlStore } from './sql/sql-store.ts'
import type { Tables } from './sql/tables.ts'

export interface PostgresOptions {
  /** The schema for our tables; created if it is missing. Several stores may live in one database. */
  readonly schema?: string
}

/**
 * Opens a store in a PostgreSQL database, for many processes on many machines. Takes an address, or your own pool, which `close` then
 * leaves open.
 *
 * @example
 * const compactor = createCompactor({ store: await openPostgresStore('postgres://agent@db/agents') })
 */
export async function openPostgresStore(target: string | Pool, options: PostgresOptions = {}): Promise<FullStore> {
  const { schema = 'palimpsest' } = options
  const isOurs = typeof target === 'string'
  if (target === '' || target === undefined || target === null) {
    // Its driver would look for a server of its own choice.
    const failure = {
      at: 'the address of a database',
      expected: 'an address or a pool',
      found: `${target === '' ? 'an empty one' : target}`,
    }
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
  }
  const pool = isOurs ? new pg.Pool({ connectionString: target }) : target
  // A connection that breaks while idle is replaced by the next query; without a listener it would end the process.
  if (isOurs) pool.on('error', () => undefined)
  const place: StorePlace = { engine: 'postgres', name: nameOf(pool), schema }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }).withSchema(schema)
  const close = async (): Promise<void> => {
    if (isOurs) await pool.end()
  }
  try {
    await migrate(db, place)
    return await sqlStore(backendOver({ pool, schema, db, place, close }))
  } catch (error) {
    await close()
    throw translatePostgres(error, place.name)
  }
}

function backendOver(parts: {
  readonly pool: Pool
  readonly schema: string
  readonly db: SqlBackend['db']
  readonly place: StorePlace
  readonly close: () => Promise<void>
}): SqlBackend {
  const { db, place, close } = parts
  return {
    place,
    db,
    inTurn: (write) => write(),
    append: appender(parts.pool, parts.schema),
    // The server's clock: machines do not agree about the time.
    now: () => sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    words: postgresWords(parts.schema),
    translate: (error) => translatePostgres(error, place.name),
    // The server reuses the room of deleted rows by itself.
    scrub: async () => undefined,
    close,
  }
}

/** Host and database, without user and password. */
function nameOf(pool: Pool): string {
  const { host, port, database, connectionString } = pool.options
  if (connectionString === undefined) return `postgres://${host ?? 'localhost'}:${port ?? 5432}/${database ?? ''}`
  const url = URL.parse(connectionString)
  return url === null ? 'postgres' : `postgres://${url.host}${url.pathname}`
}

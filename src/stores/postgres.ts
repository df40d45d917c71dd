import { type Dialect, Kysely, PostgresDialect, sql } from 'kysely'
import pg, { type ClientBase, type Pool, type PoolClient } from 'pg'
import { CompactionError } from '../schema/failures.ts'
import { foundIn } from '../schema/found-in.ts'
import { appender } from './postgres/append.ts'
import { listenTo, takeClient } from './postgres/listen.ts'
import { rememberer } from './postgres/remember.ts'
import { onlyOnce, type Settle, settling } from './postgres/settle.ts'
import { type Querying, SharedClient } from './postgres/shared-client.ts'
import { isCut, translatePostgres } from './postgres/translate.ts'
import { postgresWords } from './postgres/words.ts'
import type { SqlBackend } from './sql/backend.ts'
import { documentsOf } from './sql/documents.ts'
import { isMigrated, migrate, type StorePlace } from './sql/migrate.ts'
import { checkedPrefix, prefixPlugin } from './sql/prefix.ts'
import { type FullStore, sqlStore } from './sql/sql-store.ts'
import type { Tables } from './sql/tables.ts'

export interface PostgresOptions {
  /** The schema for our tables; created if it is missing. Several stores may live in one database. */
  readonly schema?: string
  /** What the names of our tables begin with, `agent_` for example. With a prefix the schema may hold other tables, too. */
  readonly prefix?: string
  /**
   * How long to try to find out whether something was written, if the connection broke before the server said so; in milliseconds, 15,000
   * by default.
   */
  readonly patience?: number
}

/**
 * Opens a store in a PostgreSQL database, for many processes on many machines. Takes an address, or your own pool or client, which `close`
 * then leaves open. If the client is in a transaction, what we write is part of that.
 *
 * @example
 * const compactor = createCompactor({ store: await openPostgresStore('postgres://agent@db/agents') })
 */
export async function openPostgresStore(target: string | Pool | ClientBase, options: PostgresOptions = {}): Promise<FullStore> {
  const { schema = 'palimpsest', patience = 15_000 } = options
  const prefix = checkedPrefix(options.prefix)
  checkTarget(target)
  const { dialect, querying, name, settled, close } = connected(target, patience)
  const place: StorePlace = { engine: 'postgres', name, schema, prefix }
  const plugins = prefix === '' ? {} : { plugins: [prefixPlugin(prefix)] }
  const db = new Kysely<Tables>({ dialect, ...plugins }).withSchema(schema)
  try {
    if (!(await isMigrated(db, place))) await migrateWithin(db, place)
    return await sqlStore({
      place,
      db,
      inTurn: (write) => write(),
      settled,
      append: appender(querying, { schema, prefix, settled }),
      remember: rememberer(db, name),
      // The server's clock: machines do not agree about the time.
      now: () => sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
      created: {},
      documents: documentsOf,
      words: postgresWords({ schema, prefix }),
      translate: (error) => translatePostgres(error, place.name),
      // The server reuses the room of deleted rows by itself.
      scrub: async () => undefined,
      close,
    })
  } catch (error) {
    await close()
    throw translatePostgres(error, place.name)
  }
}

/** `postgres://…`, or the folder of a socket. What is neither may hold a password, and is not repeated. */
const ADDRESS = /^\w[\w+.-]*:\/\/|^\/|^socket:/

function checkTarget(target: unknown): void {
  if (typeof target === 'string' ? ADDRESS.test(target) : typeof target === 'object' && target !== null && 'query' in target)
    return
  // Its driver would look for a server of its own choice.
  const failure = {
    at: 'the address of a database',
    expected: 'an address, such as postgres://localhost/agents, a pool or a client',
    found: target === '' ? 'an empty one' : typeof target === 'string' ? 'a text without a host or a path' : foundIn(target),
  }
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', ...failure })
}

interface Connected {
  readonly dialect: Dialect
  readonly querying: Querying
  /** How failures name the database: host and database, without user and password. */
  readonly name: string
  readonly settled: Settle
  readonly close: () => Promise<void>
}

function connected(target: string | Pool | ClientBase, patience: number): Connected {
  if (typeof target !== 'string' && !isPool(target)) {
    const of = (name: 'host' | 'port' | 'database'): string => String(Reflect.get(target, name) ?? '')
    const client = new SharedClient(target)
    const name = `postgres://${of('host')}:${of('port')}/${of('database')}`
    const stop = listenTo(target)
    return { dialect: client.dialect(), querying: client, name, settled: onlyOnce, close: async () => stop() }
  }
  const isOurs = typeof target === 'string'
  const pool = isOurs ? new pg.Pool({ connectionString: target }) : target
  // A connection that breaks while idle is replaced by the next query.
  const stop = listenTo(pool)
  const close = async (): Promise<void> => (isOurs ? pool.end() : stop())
  const connect = (): Promise<PoolClient> => takeClient(pool)
  const dialect = new PostgresDialect({ pool: { connect, end: () => pool.end(), options: pool.options } })
  return { dialect, querying: queryingOn(connect), name: nameOf(pool), settled: settling(patience), close }
}

function queryingOn(connect: () => Promise<PoolClient>): Querying {
  return {
    async query(config) {
      const client = await connect()
      let isBroken = true
      try {
        const result = await client.query(config)
        isBroken = false
        return result
      } catch (error) {
        isBroken = isCut(error)
        throw error
      } finally {
        client.release(isBroken)
      }
    },
  }
}

function isPool(target: Pool | ClientBase): target is Pool {
  return 'totalCount' in target
}

/** Kysely's migrator sets a time for which it waits for others; in a transaction of the user's it would go on to hold. */
async function migrateWithin(db: SqlBackend['db'], place: StorePlace): Promise<void> {
  const { rows } = await sql<{ readonly before: string }>`select current_setting('lock_timeout') as before`.execute(db)
  await migrate(db, place)
  await sql`select set_config('lock_timeout', ${rows[0]?.before ?? '0'}, true)`.execute(db)
}

function nameOf(pool: Pool): string {
  const { host, port, database, connectionString } = pool.options
  if (connectionString === undefined) return `postgres://${host ?? 'localhost'}:${port ?? 5432}/${database ?? ''}`
  const url = URL.parse(connectionString)
  return url === null ? 'postgres' : `postgres://${url.host}${url.pathname}`
}

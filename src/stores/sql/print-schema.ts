import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryResult,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { APPLICATION_ID } from '../sqlite/check-file.ts'
import { migrate, type StorePlace } from './migrate.ts'
import { migrationsFor } from './migrations.ts'
import { checkedPrefix, prefixPlugin } from './prefix.ts'
import type { Tables } from './tables.ts'

/** What the database draws and says itself: no secret and no time stands in what is printed. */
const DRAWN = {
  sqlite: { secret: sql<string>`lower(hex(randomblob(32)))`, time: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')" },
  postgres: {
    secret: sql<string>`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`,
    time: `to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
} as const

/** The statements that make a store in an empty database: those of the migrator itself, which is run on a database that only listens. */
export async function printSchema(wanted: Omit<StorePlace, 'name'>): Promise<string> {
  const { engine, schema } = wanted
  const { secret, time } = DRAWN[engine]
  const prefix = checkedPrefix(wanted.prefix)
  const listener = new Listener()
  const plugins = prefix === '' ? {} : { plugins: [prefixPlugin(prefix)] }
  const db = new Kysely<Tables>({ dialect: listeningDialect(engine, listener), ...plugins })
  await migrate(
    schema === undefined ? db : db.withSchema(schema),
    { ...wanted, prefix, name: 'schema' },
    migrationsFor(engine, secret),
  )
  // The mark of a file that is ours alone.
  const mark = engine === 'sqlite' && prefix === '' ? [`pragma application_id = ${APPLICATION_ID}`] : []
  const statements = ['begin', ...mark, ...listener.heard.filter(makes).map((query) => textOf(query, time)), 'commit']
  return statements.map((text) => `${inLines(text)};\n`).join('')
}

/** Listens and does nothing: every question is answered with no rows, as by an empty database. */
class Listener implements Driver, DatabaseConnection {
  readonly heard: CompiledQuery[] = []

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.heard.push(query)
    return { rows: [] }
  }

  async *streamQuery(): AsyncIterableIterator<never> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }
  async init(): Promise<void> {}
  async beginTransaction(): Promise<void> {}
  async commitTransaction(): Promise<void> {}
  async rollbackTransaction(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

function listeningDialect(engine: StorePlace['engine'], listener: Listener): Dialect {
  const isSqlite = engine === 'sqlite'
  return {
    createDriver: () => listener,
    createAdapter: () => (isSqlite ? new SqliteAdapter() : new PostgresAdapter()),
    createQueryCompiler: () => (isSqlite ? new SqliteQueryCompiler() : new PostgresQueryCompiler()),
    createIntrospector: () => ({
      getSchemas: async () => [],
      getTables: async () => [],
      getMetadata: async () => ({ tables: [] }),
    }),
  }
}

/** Not questions, and not the lock that keeps two migrators apart. */
function makes({ sql: text }: CompiledQuery): boolean {
  return /^\s*(?:create|alter|insert|update|drop)\b/i.test(text)
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** A statement with its values in it. The time of a migration is the time at which the statement is carried out. */
function textOf({ sql: text, parameters }: CompiledQuery, time: string): string {
  let next = 0
  return text.replace(/\?|\$\d+/g, () => {
    const value = parameters[next]
    next += 1
    if (typeof value === 'number') return String(value)
    return TIME.test(String(value)) ? time : `'${String(value).replaceAll("'", "''")}'`
  })
}

/** The columns of a table each on a line of its own. */
function inLines(text: string): string {
  if (!/^create table/i.test(text)) return text
  let depth = 0
  const signs = [...text].map((sign, index) => {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === '(' && depth === 1) return '(\n  '
    if (sign === ')' && depth === 0) return '\n)'
    return sign === ' ' && depth === 1 && text[index - 1] === ',' ? '\n  ' : sign
  })
  return signs.join('')
}

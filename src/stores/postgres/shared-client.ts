import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { ClientBase, QueryConfig } from 'pg'
import { codeOf } from '../safe-files.ts'
import { noteBroken } from './listen.ts'
import { isCut, unconfirmed } from './translate.ts'

/** What carries out one statement by itself: a pool, or a client of the user's. */
export interface Querying {
  query(config: QueryConfig): Promise<{ readonly rowCount: number | null }>
}

/** The last in line for each client: two statements of ours must not come between each other's savepoints. */
const lines = new WeakMap<ClientBase, Promise<void>>()

interface Ends {
  readonly commit: readonly string[]
  readonly rollback: readonly string[]
}
const OWN: Ends = { commit: ['commit'], rollback: ['rollback'] }
const PART: Ends = {
  commit: ['release savepoint palimpsest'],
  rollback: ['rollback to savepoint palimpsest', 'release savepoint palimpsest'],
}
const NO_TRANSACTION = '25P01'
const ONLY_READS = /^\s*select\b/i

/**
 * One connection, which is the user's. If it is in a transaction, each of our writes is a savepoint in it: a write that fails takes back only
 * itself, and only the user commits. Otherwise our writes are transactions of their own.
 */
export class SharedClient implements Driver, DatabaseConnection, Querying {
  readonly #client: ClientBase
  /** How the transaction ends that we are in; nothing if we are in none. */
  #ends: Ends | undefined
  #handOn: () => void = () => undefined

  constructor(client: ClientBase) {
    this.#client = client
  }

  dialect(): Dialect {
    return {
      createDriver: () => this,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    }
  }

  async query(config: QueryConfig): Promise<{ readonly rowCount: number | null }> {
    await this.acquireConnection()
    try {
      return await this.#alone(() => this.#ask(() => this.#client.query(config)))
    } finally {
      await this.releaseConnection()
    }
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = () => this.#ask(() => this.#client.query(sql, [...parameters]))
    const isPart = this.#ends !== undefined || ONLY_READS.test(sql)
    const { rows, rowCount } = await (isPart ? statement() : this.#alone(statement))
    return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) }
  }

  // biome-ignore lint/correctness/useYield: the interface has it, and we never stream.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('rows are not streamed')
  }

  async init(): Promise<void> {}

  async destroy(): Promise<void> {}

  /** Waits for the client. */
  async acquireConnection(): Promise<DatabaseConnection> {
    const before = lines.get(this.#client)
    const { promise, resolve } = Promise.withResolvers<void>()
    lines.set(this.#client, promise)
    await before
    this.#handOn = resolve
    return this
  }

  async releaseConnection(): Promise<void> {
    this.#handOn()
  }

  /** Asked by trying: outside of a transaction there are no savepoints, and nothing is harmed. */
  async beginTransaction(): Promise<void> {
    try {
      await this.#ask(() => this.#client.query('savepoint palimpsest'))
      this.#ends = PART
      return
    } catch (error) {
      if (codeOf(error) !== NO_TRANSACTION) throw error
    }
    await this.#ask(() => this.#client.query('begin'))
    this.#ends = OWN
  }

  commitTransaction(): Promise<void> {
    return this.#end('commit')
  }

  rollbackTransaction(): Promise<void> {
    return this.#end('rollback')
  }

  /** One statement, all by itself. */
  async #alone<Result>(statement: () => Promise<Result>): Promise<Result> {
    await this.beginTransaction()
    try {
      const result = await statement()
      await this.#end('commit')
      return result
    } catch (error) {
      // If the connection is gone, this fails, too, and must not hide why.
      await this.#end('rollback').catch(() => undefined)
      throw error
    }
  }

  async #ask<Result>(query: () => Promise<Result>): Promise<Result> {
    try {
      return await query()
    } catch (error) {
      if (isCut(error)) noteBroken(this.#client)
      throw error
    }
  }

  async #end(how: keyof Ends): Promise<void> {
    const ends = this.#ends
    this.#ends = undefined
    try {
      for (const statement of ends?.[how] ?? []) await this.#ask(() => this.#client.query(statement))
    } catch (error) {
      // A savepoint is gone with the user's transaction; a transaction of our own may have been committed.
      throw how === 'commit' && ends === OWN && isCut(error) ? unconfirmed(error) : error
    }
  }
}

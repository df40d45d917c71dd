import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { ClientBase, QueryConfig, QueryResult } from 'pg'
import { codeOf } from '../safe-files.ts'

/** What carries out one statement by itself: a pool, or a client of the user's. */
export interface Querying {
  query(config: QueryConfig): Promise<Pick<QueryResult, 'rowCount'>>
}

/** The last in line for each client: two statements of ours must not come between each other's savepoints. */
const lines = new WeakMap<ClientBase, Promise<void>>()

/**
 * A pool of one connection, which is the user's. If it is in a transaction, each of our writes is a savepoint in it: a write that fails takes
 * back only itself, and only the user commits. Otherwise our writes are transactions of their own.
 */
export function sharedClient(client: ClientBase): PostgresPool & Querying {
  const connect = async (): Promise<Connection> => new Connection(client, await turnOn(client))
  return {
    options: {},
    connect,
    end: async () => undefined,
    async query(config) {
      const connection = await connect()
      try {
        return await connection.alone(() => client.query(config))
      } finally {
        connection.release()
      }
    },
  }
}

/** Waits for the client, and gives what hands it on. */
async function turnOn(client: ClientBase): Promise<() => void> {
  const before = lines.get(client)
  const { promise, resolve } = Promise.withResolvers<void>()
  lines.set(client, promise)
  await before
  return resolve
}

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

class Connection implements PostgresPoolClient {
  readonly release: () => void
  readonly #client: ClientBase
  #ends: Ends | undefined

  constructor(client: ClientBase, release: () => void) {
    this.#client = client
    this.release = release
  }

  query: PostgresPoolClient['query'] = (text: unknown, values?: readonly unknown[]): never => {
    // Kysely asks for a cursor only to stream rows, which we never do.
    return this.#carryOut(String(text), values) as never
  }

  async #carryOut(text: string, values: readonly unknown[] = []): Promise<unknown> {
    if (text === 'begin') return this.#begin()
    if (text === 'commit' || text === 'rollback') return this.#end(text)
    const statement = (): Promise<QueryResult> => this.#client.query(text, [...values])
    return this.#ends !== undefined || ONLY_READS.test(text) ? statement() : this.alone(statement)
  }

  /** One statement, all by itself. */
  async alone<Result>(statement: () => Promise<Result>): Promise<Result> {
    await this.#begin()
    try {
      const result = await statement()
      await this.#end('commit')
      return result
    } catch (error) {
      await this.#end('rollback')
      throw error
    }
  }

  /** Asked by trying: outside of a transaction there are no savepoints, and nothing is harmed. */
  async #begin(): Promise<unknown> {
    try {
      const begun = await this.#client.query('savepoint palimpsest')
      this.#ends = PART
      return begun
    } catch (error) {
      if (codeOf(error) !== NO_TRANSACTION) throw error
    }
    this.#ends = OWN
    return this.#client.query('begin')
  }

  async #end(how: keyof Ends): Promise<unknown> {
    const statements = this.#ends?.[how] ?? []
    this.#ends = undefined
    let ended: unknown
    for (const statement of statements) ended = await this.#client.query(statement)
    return ended
  }
}

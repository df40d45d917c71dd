import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

/** A PostgreSQL server for tests. */
export interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

type Started = { readonly url: string } | { readonly failed: string }

/** The server that `PALIMPSEST_TEST_POSTGRES` names, or one of our own that is gone when it is stopped. */
export async function startPostgres(): Promise<TestServer> {
  const given = process.env['PALIMPSEST_TEST_POSTGRES']
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined }
  return startServer([])
}

/** How a server ends: as its administrator asks for it, at once, or as if it had crashed. */
export const ENDS = { fast: 'SIGINT', immediate: 'SIGQUIT', killed: 'SIGKILL' } as const

/** A server of our own that can be ended, and is then started again; what it has acknowledged outlives that. */
export async function startMortalPostgres(): Promise<TestServer & { restart(end: keyof typeof ENDS): Promise<void> }> {
  const { child, ...server } = await startServer(['--crashes'])
  return {
    ...server,
    async restart(end) {
      const restarted = once(child, 'message')
      child.send(ENDS[end])
      await restarted
    },
  }
}

async function startServer(settings: readonly string[]): Promise<TestServer & { readonly child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('./postgres-server.ts', import.meta.url)), settings, { execArgv: [] })
  const ended = once(child, 'exit')
  const started = await new Promise<Started>((resolve) => {
    child.once('message', (message) => resolve(message as Started))
    child.once('exit', (code) => resolve({ failed: `its process ended with ${code}` }))
  })
  if ('failed' in started) throw new Error(`PostgreSQL did not start: ${started.failed}`)
  const stop = async (): Promise<void> => {
    child.disconnect()
    await ended
  }
  return { child, url: started.url, stop }
}

/** Empties the tables of a store, so that the next test need not make them: that takes longer than most tests do. */
export async function emptyStore(url: string, schema: string, prefix = ''): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select table_name as name from information_schema.tables where table_schema = $1', [
    schema,
  ])
  const ours = rows
    .map(({ name }) => String(name))
    .filter((name) => name.startsWith(prefix) && !KEPT.test(name.slice(prefix.length)))
  // Truncating would make a new file for every table and index: these hold a few rows each. In any order, whatever refers to what.
  const deletes = ours.map((name) => `delete from ${schema}.${name}`)
  await client.query(['set session_replication_role = replica', ...deletes].join('; '))
  await client.end()
}

const KEPT = /^(?:meta|palimpsest_migration)/

/** A name that no other test has. */
export function newSchema(): string {
  return `test_${randomBytes(6).toString('hex')}`
}

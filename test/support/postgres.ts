import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

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
  const child = fork(fileURLToPath(new URL('./postgres-server.ts', import.meta.url)), { execArgv: [] })
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
  return { url: started.url, stop }
}

/** A name that no other test has. */
export function newSchema(): string {
  return `test_${randomBytes(6).toString('hex')}`
}

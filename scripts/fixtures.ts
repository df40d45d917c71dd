/**
 * `node scripts/fixtures.ts <root of a built checkout> <folder>`: writes stores with the code of that checkout, and beside them what can
 * be seen of their threads. Later code is held against them (test/long/fixtures.test.ts).
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { ArtifactStore, Store } from '../src/schema/ports.ts'
import { type ObservedThread, observeThreads } from '../test/support/observed-threads.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { type Doors, openDoors } from './fixtures/doors.ts'
import { dumpSchema } from './fixtures/dump-schema.ts'
import { FILES_KEY, writeThreads } from './fixtures/write-threads.ts'

interface Opened {
  readonly store: Store
  readonly artifacts: ArtifactStore
}

const [root, out] = process.argv.slice(2)
if (root === undefined || out === undefined)
  throw new Error('Usage: node scripts/fixtures.ts <root of a built checkout> <folder>')
const folder = resolve(out)
const doors = await openDoors(resolve(root))
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const expected = {
  sqlite: await writeSqlite(doors),
  postgres: await writePostgres(doors),
  jsonl: await writeFiles(doors),
}
for (const { parentPath, name } of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
  each.isFile(),
)) {
  const path = join(parentPath, name)
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }))
  rmSync(path)
}
writeFileSync(join(folder, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`)

async function writeSqlite({ sqlite, storeArtifacts, ...rest }: Doors): Promise<readonly ObservedThread[]> {
  const open = async (path: string): Promise<Opened> => {
    const store = await sqlite.openSqliteStore(path)
    return { store, artifacts: storeArtifacts.storeArtifacts(store) }
  }
  const path = join(folder, 'agent.db')
  await write(rest, await open(path), { keepRequests: 5 })
  return inCopy(path, async (copy) => observe(rest, await open(copy)))
}

async function writePostgres({ postgres, storeArtifacts, ...rest }: Doors): Promise<readonly ObservedThread[]> {
  const server = await startPostgres()
  const schema = 'palimpsest_fixture'
  const open = async (): Promise<Opened> => {
    const store = await postgres.openPostgresStore(server.url, { schema })
    return { store, artifacts: storeArtifacts.storeArtifacts(store) }
  }
  await write(rest, await open(), { keepRequests: 5 })
  writeFileSync(join(folder, 'postgres.sql'), await dumpSchema(server.url, schema))
  const seen = await observe(rest, await open())
  await server.stop()
  return seen
}

async function writeFiles({ jsonl, fileArtifacts, ...rest }: Doors): Promise<readonly ObservedThread[]> {
  const open = (path: string): Opened => ({
    store: jsonl.openJsonlStore(join(path, 'sessions')),
    artifacts: fileArtifacts.openFileArtifacts(join(path, 'artifacts')),
  })
  const path = join(folder, 'files')
  await write(rest, open(path), { keepRequests: 0, redactionKey: FILES_KEY })
  return inCopy(path, async (copy) => observe(rest, open(copy)))
}

async function write(
  { main }: Pick<Doors, 'main'>,
  opened: Opened,
  options: { readonly keepRequests: number; readonly redactionKey?: string },
): Promise<void> {
  await writeThreads(main, { ...opened, redactionKey: undefined, ...options })
  await opened.store.close()
}

async function observe({ main }: Pick<Doors, 'main'>, opened: Opened): Promise<readonly ObservedThread[]> {
  const compactor = main.createCompactor({ ...opened })
  const seen = await observeThreads(compactor, ['default', 'other'])
  await compactor.close()
  return seen
}

/** Looks at a copy: looking takes compactions back. */
async function inCopy<Result>(path: string, look: (copy: string) => Promise<Result>): Promise<Result> {
  const beside = mkdtempSync(join(tmpdir(), 'palimpsest-fixture-'))
  cpSync(path, join(beside, 'copy'), { recursive: true })
  const result = await look(join(beside, 'copy'))
  rmSync(beside, { recursive: true })
  return result
}

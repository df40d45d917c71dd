import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { artifactId, entryId } from '../../src/schema/ids.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openFileKeys } from '../../src/stores/keys.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../src/stores/store-artifacts.ts'
import { alpha, commit, entries, entry, headAt } from '../../src/testing/store-fixtures.ts'
import { emptyFolder } from '../support/folders.ts'
import { MASTER_KEY } from '../support/full-child.ts'

const CHILD = join(import.meta.dirname, '../support/full-child.ts')
const FULL = { code: 'store-unusable', reason: 'full' }
const artifact = { id: artifactId('a1'), content: 'kept', entry: entryId('e0'), tool: 'read' }

/** Stores with something in them. */
async function written(folder: string): Promise<void> {
  const sqlite = await openSqliteStore(join(folder, 'agent.db'))
  const jsonl = openJsonlStore(join(folder, 'sessions'))
  for (const store of [sqlite, jsonl]) {
    await store.append(alpha, 0, entries(0, 3), headAt(3))
    await store.commit(alpha, null, commit('c1', null))
  }
  await storeArtifacts(sqlite).put(alpha, artifact)
  await openFileArtifacts(join(folder, 'artifacts'), { keys: openFileKeys(join(folder, 'keys'), MASTER_KEY) }).put(
    alpha,
    artifact,
  )
  await sqlite.close()
  await jsonl.close()
}

/** What a process meets whose files may have so many blocks of 512 bytes: the system refuses the rest, as a full disk does. */
async function meets(folder: string, blocks: number): Promise<unknown> {
  const command = `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', CHILD, folder]
  const { stdout } = await promisify(execFile)('sh', ['-c', command, 'sh', ...node])
  return JSON.parse(stdout)
}

describe('a disk without room', () => {
  it('case 80 · is said to be full by every store; what was there stays, and what is small still fits', async () => {
    const folder = emptyFolder()
    await written(folder)
    const wrong = { append: FULL, commit: FULL, put: FULL, left: [3, 'c1', 'kept'], small: 'done' }
    expect(await meets(folder, 512)).toMatchObject({ sqlite: wrong, files: { ...wrong, erase: 'done', gone: 'done' } })
    for (const store of [await openSqliteStore(join(folder, 'agent.db')), openJsonlStore(join(folder, 'sessions'))]) {
      expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 4))
      await store.append(alpha, 4, [entry(4, 'now there is room '.repeat(60_000))], headAt(5))
      expect((await store.head(alpha)).length).toBe(5)
      await store.close()
    }
  })

  it('case 80 · where not one byte can be written: nothing is left in the way, and content can still be erased', async () => {
    const folder = emptyFolder()
    await written(folder)
    // SQLite's own two files beside the database may be there, and are empty.
    const names = (): readonly string[] =>
      globSync(`${folder}/**/*`)
        .filter((name) => !/-(?:shm|wal)$/.test(name))
        .sort()
    const [before, database] = [names(), readFileSync(join(folder, 'agent.db'))]
    const wrong = { append: FULL, commit: FULL, put: FULL, left: [3, 'c1', 'kept'], small: FULL }
    expect(await meets(folder, 0)).toMatchObject({ sqlite: FULL, files: { ...wrong, erase: 'done', gone: 'done' } })
    expect(readFileSync(join(folder, 'agent.db')).equals(database)).toBe(true)
    expect(names()).toEqual(before.filter((name) => !name.endsWith('.artifact')))
    // No lock was left behind either, or it would be among the names: nothing has to be waited for.
    const store = openJsonlStore(join(folder, 'sessions'))
    await store.append(alpha, 3, entries(3, 4), headAt(4))
    expect((await store.head(alpha)).length).toBe(4)
  })
})

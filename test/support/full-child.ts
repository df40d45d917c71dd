/** A process that may not write long files: `node full-child.ts <folder>`. Prints what every attempt to write came to, and what is left. */
import { join } from 'node:path'
import { isCompactionError } from '../../src/schema/failures.ts'
import { artifactId, commitId, entryId } from '../../src/schema/ids.ts'
import type { ArtifactStore, Store } from '../../src/schema/ports.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openFileKeys } from '../../src/stores/keys.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../src/stores/store-artifacts.ts'
import { alpha, commit, entry, headAt } from '../../src/testing/store-fixtures.ts'

export const MASTER_KEY: Uint8Array = Buffer.alloc(32, 7)
const LONG = 'too long for a full disk '.repeat(60_000)
const long = [entry(3), entry(4, LONG)]
const artifact = (id: string, content: string) => ({ id: artifactId(id), content, entry: entryId('e0'), tool: 'read' })
const longCommit = { ...commit('c2', 'c1'), plan: { ...commit('c2', 'c1').plan, thread: LONG as never } }

async function outcomeOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return (await work()) ?? 'done'
  } catch (error) {
    return isCompactionError(error) ? error.failure : `a bug: ${String(error)}`
  }
}

/** What becomes of writes that are too long, what is left then, and whether what is small still finds room. */
async function writesTo(store: Store, artifacts: ArtifactStore): Promise<Record<string, unknown>> {
  return {
    append: await outcomeOf(() => store.append(alpha, 3, long, headAt(5))),
    commit: await outcomeOf(() => store.commit(alpha, commitId('c1'), longCommit)),
    put: await outcomeOf(() => artifacts.put(alpha, artifact('a2', LONG))),
    left: await outcomeOf(async () => [
      (await store.read(alpha, 0, 9)).length,
      (await store.latest(alpha))?.id,
      (await artifacts.get(alpha, artifactId('a1')))?.content,
    ]),
    // Nothing that failed is in the way.
    small: await outcomeOf(() => store.append(alpha, 3, [entry(3)], headAt(4))),
  }
}

async function inSqlite(path: string): Promise<unknown> {
  const store = await openSqliteStore(path)
  const artifacts = storeArtifacts(store)
  const tried = await writesTo(store, artifacts)
  await store.close()
  return tried
}

async function inFiles(folder: string): Promise<unknown> {
  const store = openJsonlStore(join(folder, 'sessions'))
  const keys = openFileKeys(join(folder, 'keys'), MASTER_KEY)
  const artifacts = openFileArtifacts(join(folder, 'artifacts'), { keys })
  const tried = {
    ...(await writesTo(store, artifacts)),
    erase: await outcomeOf(() => artifacts.erase(alpha.tenant, [artifactId('a1')])),
    gone: await outcomeOf(() => artifacts.get(alpha, artifactId('a1'))),
  }
  await store.close()
  return tried
}

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? ''
  const sqlite = await outcomeOf(() => inSqlite(join(folder, 'agent.db')))
  console.log(JSON.stringify({ sqlite, files: await outcomeOf(() => inFiles(folder)) }))
}

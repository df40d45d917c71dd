import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { artifactId, entryId, tenantId, threadId } from '../../../src/schema/ids.ts'
import { memoryKeys } from '../../../src/stores/keys.ts'
import { openSqliteStore } from '../../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../../src/stores/store-artifacts.ts'
import { failureIn, rejection } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'

const key = { tenant: tenantId('acme'), thread: threadId('t') }
const artifact = { id: artifactId('x1'), content: 'CANARY-7f3a the content itself', entry: entryId('e3'), tool: 'read' }

describe('artifacts in the database of a store', () => {
  it('are there after a restart', async () => {
    const path = `${emptyFolder()}/agent.db`
    const first = await openSqliteStore(path)
    await storeArtifacts(first).put(key, artifact)
    await first.close()
    const second = await openSqliteStore(path)
    expect(await storeArtifacts(second).get(key, artifact.id)).toEqual(artifact)
    await second.close()
  })

  it('case 68 · leave nothing in the file or its log once they are erased, even without a key', async () => {
    const path = `${emptyFolder()}/agent.db`
    const store = await openSqliteStore(path)
    const artifacts = storeArtifacts(store)
    await artifacts.put(key, artifact)
    await artifacts.erase(key.tenant, [artifact.id])
    const bytes = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('')
    expect(bytes).not.toContain('CANARY')
    expect((await artifacts.metadata(key, artifact.id))?.gone?.why).toBe('erased')
    await store.close()
  })

  it('F16, case 82 · that were changed, cut or sealed with another key are told apart, and nothing of them is shown', async () => {
    const path = `${emptyFolder()}/agent.db`
    const store = await openSqliteStore(path)
    const keys = memoryKeys()
    const artifacts = storeArtifacts(store, { keys })
    await artifacts.put(key, artifact)
    expect(failureIn(await rejection(storeArtifacts(store).get(key, artifact.id)))).toMatchObject({ code: 'key-unusable' })
    const other = storeArtifacts(store, { keys: memoryKeys() })
    expect(failureIn(await rejection(other.get(key, artifact.id)))).toMatchObject({ code: 'key-unusable' })
    const raw = new DatabaseSync(path)
    for (const change of ['substr(body, 1, 10)', 'zeroblob(length(body))']) {
      raw.exec(`update artifacts set body = ${change}`)
      const error = await rejection(artifacts.get(key, artifact.id))
      expect(failureIn(error)).toMatchObject({ code: 'artifact-damaged', artifact: 'x1' })
      expect(String(error)).not.toContain('CANARY')
      await artifacts.put(key, artifact)
      expect(await artifacts.get(key, artifact.id)).toEqual(artifact)
    }
    raw.close()
    await store.close()
  })
})

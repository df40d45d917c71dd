import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { artifactId, entryId, tenantId, threadId } from '../../../src/schema/ids.ts'
import { openSqliteArtifacts } from '../../../src/stores/sqlite-artifacts.ts'
import { caught, failureIn } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'

const key = { tenant: tenantId('acme'), thread: threadId('t') }
const artifact = { id: artifactId('x1'), content: 'CANARY-7f3a the content itself', entry: entryId('e3'), tool: 'read' }

describe('artifacts in SQLite', () => {
  it('are there after a restart', async () => {
    const path = `${emptyFolder()}/artifacts.db`
    const first = openSqliteArtifacts(path)
    await first.put(key, artifact)
    await first.close()
    const second = openSqliteArtifacts(path)
    expect(await second.get(key, artifact.id)).toEqual(artifact)
    await second.close()
  })

  it('case 68 · leave nothing in the file or its log once they are erased, even without a key', async () => {
    const path = `${emptyFolder()}/artifacts.db`
    const store = openSqliteArtifacts(path)
    await store.put(key, artifact)
    await store.erase(key.tenant, [artifact.id])
    const bytes = [path, `${path}-wal`].map((file) => readFileSync(file, 'latin1')).join('')
    expect(bytes).not.toContain('CANARY')
    expect((await store.metadata(key, artifact.id))?.gone?.why).toBe('erased')
    await store.close()
  })

  it('case 82 · are not looked for in a file that is no database', () => {
    const path = `${emptyFolder()}/notes.txt`
    writeFileSync(path, 'just some notes, and long enough to be read as a header of something else entirely')
    expect(failureIn(caught(() => openSqliteArtifacts(path)))).toMatchObject({ code: 'store-unusable', at: path })
    expect(readFileSync(path, 'utf8')).toContain('just some notes')
  })
})

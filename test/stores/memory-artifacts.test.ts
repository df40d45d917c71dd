import { describe, expect, it } from 'vitest'
import { artifactId, entryId, tenantId, threadId } from '../../src/schema/ids.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'

const key = { tenant: tenantId('a'), thread: threadId('t') }
const artifact = { id: artifactId('x1'), content: 'half \ud800 and whole', entry: entryId('e3'), tool: 'read' }

describe('artifacts in memory', () => {
  it('C5 · come back as they were put, from any thread of the tenant, however often they were put', async () => {
    const store = memoryArtifacts()
    await store.put(key, artifact)
    await store.put(key, artifact)
    expect(await store.get(key, artifact.id)).toEqual(artifact)
    expect(await store.get({ ...key, thread: threadId('other') }, artifact.id)).toEqual(artifact)
  })

  it('are another tenant’s business never, and nothing where nothing was put', async () => {
    const store = memoryArtifacts()
    await store.put(key, artifact)
    expect(await store.get({ ...key, tenant: tenantId('b') }, artifact.id)).toBeNull()
    expect(await store.get(key, artifactId('__proto__'))).toBeNull()
  })
})

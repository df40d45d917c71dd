import { randomUUID } from 'node:crypto'
import { globSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { artifactId, entryId, tenantId, threadId } from '../../src/schema/ids.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { alpha, entries, headAt, measures } from '../../src/testing/store-fixtures.ts'
import { emptyFolder } from '../support/folders.ts'

const CANARY = 'CANARY what was being written'
const key = { tenant: tenantId('acme'), thread: threadId('t') }
const artifact = { id: artifactId('x1'), content: 'content', entry: entryId('e3'), tool: 'read' }

/** What a process leaves that is killed while it writes a file. */
function killedWriting(path: string): string {
  const left = `${path}.${randomUUID()}.new`
  writeFileSync(left, CANARY)
  return left
}

const unfinishedIn = (folder: string): readonly string[] => globSync(`${folder}/**/*.new`)

describe('what a killed process left half written', () => {
  it('case 68 · goes with the artifact when that is erased', async () => {
    const folder = emptyFolder()
    const store = openFileArtifacts(folder)
    await store.put(key, artifact)
    killedWriting(globSync(`${folder}/**/*.artifact`)[0] ?? '')
    await store.erase(key.tenant, [artifact.id])
    expect(unfinishedIn(folder)).toEqual([])
  })

  it('case 68 · goes when the folder is used again, unless somebody may still be writing it', async () => {
    const folder = emptyFolder()
    await openFileArtifacts(folder).put(key, artifact)
    const path = globSync(`${folder}/**/*.artifact`)[0] ?? ''
    const [old, young] = [killedWriting(path), killedWriting(path)]
    utimesSync(old, 1_000_000, 1_000_000)
    await openFileArtifacts(folder).put(key, { ...artifact, id: artifactId('x2') })
    expect(unfinishedIn(folder)).toEqual([young])
  })

  it('case 68 · goes when something of a session file is erased', async () => {
    const folder = emptyFolder()
    const store = openJsonlStore(folder)
    await store.append(alpha, 0, entries(0, 3), headAt(3), measures(0, 3))
    const path = globSync(`${folder}/**/*.jsonl`)[0] ?? ''
    killedWriting(path)
    await store.erase(alpha)
    expect(unfinishedIn(folder)).toEqual([])
    expect(readdirSync(dirname(path)).length).toBeGreaterThan(0)
  })
})

import { globSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createCompactor, memoryStore, presets } from '../../../src/index.ts'
import { tenantId, threadId } from '../../../src/schema/ids.ts'
import { artifactsIn, collectArtifacts } from '../../../src/stores/collect-artifacts.ts'
import { openFileArtifacts } from '../../../src/stores/file-artifacts.ts'
import { memoryKeys } from '../../../src/stores/keys.ts'
import { failureIn, rejection } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from '../../support/steps.ts'

const steps: readonly Step[] = [
  ...Array.from({ length: 9 }, (_, turn) => [
    user(`Request ${turn}: ${prose(60, turn)}`),
    calls([`a-${turn}`, 'read_file', { path: `src/file-${turn}.ts` }]),
    results([`a-${turn}`, `content of file ${turn}\n${prose(1500, turn)}`]),
    agent(`Answer ${turn}: ${prose(200, turn + 7)}`),
  ]).flat(),
  user('Now write the migration.'),
]

/** A thread whose old results were put away, on a disk, sealed. */
async function putAway() {
  const folder = emptyFolder()
  const keys = memoryKeys()
  const store = memoryStore()
  const artifacts = openFileArtifacts(folder, { keys })
  const compactor = createCompactor({ policy: presets.harness(), store, artifacts })
  const thread = await compactor.thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  await thread.compact({ window: 16_000, model: 'gpt-4o' })
  const ids = [...artifactsIn(await thread.commits())]
  return { folder, store, artifacts, compactor, thread, ids }
}

describe('artifacts that the engine put away on disk', () => {
  it('C21 · are read back through the thread, whole', async () => {
    const { thread, ids } = await putAway()
    expect(ids.length).toBeGreaterThan(2)
    for (const id of ids) expect(await thread.readArtifact(id)).toMatch(/^content of file \d\n/)
    expect(await thread.readArtifact('never')).toBeNull()
  })

  it('that were damaged since are a failure, never other content', async () => {
    const { folder, thread, ids } = await putAway()
    for (const file of globSync(`${folder}/**/*.artifact`)) writeFileSync(file, 'gone')
    expect(failureIn(await rejection(thread.readArtifact(ids[0] ?? '')))).toMatchObject({ code: 'artifact-damaged' })
  })

  it('C21 · stay while any branch points to them, and go when none does', async () => {
    const { store, artifacts, ids } = await putAway()
    const tenant = tenantId('default')
    const [commit] = await store.commits({ tenant, thread: threadId('t') })
    if (commit === undefined) throw new Error('expected a commit')
    await store.commit({ tenant, thread: threadId('t/branch') }, null, commit)
    const later = { store, artifacts, now: Date.UTC(2200, 0), graceMs: 0 }
    expect(await collectArtifacts({ ...later, threads: ['t', 't/branch'] })).toEqual({ expired: [], unreachable: [] })
    // The first thread is gone; its branch still shows them.
    expect(await collectArtifacts({ ...later, threads: ['t/branch'] })).toEqual({ expired: [], unreachable: [] })
    expect((await artifacts.list(tenant)).length).toBe(ids.length)
    const swept = await collectArtifacts({ ...later, threads: [] })
    expect([...swept.unreachable].sort()).toEqual([...ids].sort())
  })

  it('are not swept in the hour in which a compaction may be about to point to them', async () => {
    const { store, artifacts } = await putAway()
    expect(await collectArtifacts({ store, artifacts, threads: [] })).toEqual({ expired: [], unreachable: [] })
  })

  it('case 80 · stay in the prompt where the folder cannot be written', async () => {
    const file = `${emptyFolder()}/a-file`
    writeFileSync(file, '')
    const compactor = createCompactor({ policy: presets.harness(), artifacts: openFileArtifacts(file) })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', steps))
    await thread.compact({ window: 16_000, model: 'gpt-4o' })
    expect([...artifactsIn(await thread.commits())]).toEqual([])
  })
})

import { describe, expect, inject, it } from 'vitest'
import type { ManagedArtifacts } from '../../../src/schema/artifacts.ts'
import { tenantId } from '../../../src/schema/ids.ts'
import type { Store } from '../../../src/schema/ports.ts'
import { collectArtifacts } from '../../../src/stores/collect-artifacts.ts'
import { openFileArtifacts } from '../../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../../src/stores/jsonl.ts'
import { openPostgresStore } from '../../../src/stores/postgres.ts'
import { openSqliteStore } from '../../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../../src/stores/store-artifacts.ts'
import { emptiedSchema } from '../../support/emptied-schema.ts'
import { emptyFolder } from '../../support/folders.ts'
import { lightEngine } from '../../support/light-engine.ts'
import { agent, finishedTurns, messagesFor, user } from '../../support/steps.ts'
import { PUTS_AWAY } from '../../support/store-child.ts'

interface Place {
  readonly store: Store
  readonly artifacts: ManagedArtifacts
}
const inDatabase = async (open: Promise<Store & Parameters<typeof storeArtifacts>[0]>): Promise<Place> => {
  const store = await open
  return { store, artifacts: storeArtifacts(store) }
}
const places: Readonly<Record<string, () => Promise<Place>>> = {
  SQLite: () => inDatabase(openSqliteStore(':memory:')),
  PostgreSQL: () => inDatabase(openPostgresStore(inject('postgres'), { schema: emptiedSchema(inject('postgres')) })),
  files: async () => ({ store: openJsonlStore(emptyFolder()), artifacts: openFileArtifacts(emptyFolder()) }),
}
const talk = messagesFor('openai-chat', [...finishedTurns(20, 400), user('go')])
const LATER = Date.UTC(2200, 0)

describe.each(Object.entries(places))('artifacts in %s that are not needed', (_, open) => {
  it('C21 · are found by asking all threads of the tenant; a branch or what was undone still needs them', async () => {
    const { store, artifacts } = await open()
    const engine = lightEngine({ store, artifacts, policy: PUTS_AWAY })
    const [thread, theirs] = [await engine.thread('t'), await engine.thread('t', { tenant: 'other' })]
    for (const each of [thread, theirs]) {
      await each.append(talk)
      await each.compact({ window: 6_000 })
    }
    const { length } = await artifacts.list(tenantId('default'))
    expect(length).toBeGreaterThan(3)
    await thread.undo({ window: 1_000_000 })
    const collect = () => collectArtifacts({ store, artifacts, now: LATER })
    expect(await collect()).toEqual({ expired: [], unreachable: [] })
    // Something that a compaction put away and never came to point to.
    const key = { tenant: tenantId('default'), thread: 't' as never }
    await artifacts.put(key, { id: 'stray' as never, content: 'stray', entry: 'e0' as never, tool: 'read' })
    expect(await collect()).toEqual({ expired: [], unreachable: ['stray'] })
    expect(await artifacts.list(tenantId('default'))).toHaveLength(length)
    expect(await artifacts.list(tenantId('other'))).toHaveLength(length)
    await store.close()
  })

  it('C21 · are not those that only a branch still points to', async () => {
    const { store, artifacts } = await open()
    const engine = lightEngine({ store, artifacts, policy: PUTS_AWAY })
    const thread = await engine.thread('t')
    await thread.append(talk)
    await thread.compact({ window: 6_000 })
    await thread.append(messagesFor('openai-chat', [agent('went'), user('on')]))
    const branch = await thread.branch({ at: `e${(await thread.entries()).length - 1}`, id: 'mine' })
    const before = await artifacts.list(tenantId('default'))
    // The thread itself is gone for the collector.
    const swept = await collectArtifacts({ store, artifacts, threads: ['mine'], now: LATER })
    expect(swept.unreachable).toEqual([])
    for (const id of before) expect(await branch.readArtifact(id)).toMatch(/\w/)
    await store.close()
  })
})

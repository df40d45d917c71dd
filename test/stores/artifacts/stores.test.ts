import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import type { ManagedArtifacts } from '../../../src/schema/artifacts.ts'
import type { ArtifactOptions } from '../../../src/stores/artifacts/keep-artifacts.ts'
import { openFileArtifacts } from '../../../src/stores/file-artifacts.ts'
import { memoryKeys, openFileKeys } from '../../../src/stores/keys.ts'
import { memoryArtifacts } from '../../../src/stores/memory-artifacts.ts'
import { openPostgresStore } from '../../../src/stores/postgres.ts'
import { openSqliteStore } from '../../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../../src/stores/store-artifacts.ts'
import { type ArtifactScene, artifactCases } from '../../../src/testing/artifact-cases.ts'
import { isNoticed } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'
import { emptyStore, newSchema } from '../../support/postgres.ts'

const stores: Readonly<Record<string, (options: ArtifactOptions) => ManagedArtifacts | Promise<ManagedArtifacts>>> = {
  memory: (options) => memoryArtifacts(options),
  file: (options) => openFileArtifacts(emptyFolder(), options),
  'SQLite store': async (options) => storeArtifacts(await openSqliteStore(':memory:'), options),
  'sealed SQLite store': async (options) => storeArtifacts(await openSqliteStore(':memory:'), { ...options, keys: memoryKeys() }),
  'PostgreSQL store': async (options) => storeArtifacts(await inPostgres(), options),
  'sealed PostgreSQL store': async (options) => storeArtifacts(await inPostgres(), { ...options, keys: memoryKeys() }),
  'sealed file': (options) => openFileArtifacts(emptyFolder(), { ...options, keys: memoryKeys() }),
  'sealed file with wrapped keys': (options) =>
    openFileArtifacts(emptyFolder(), { ...options, keys: openFileKeys(emptyFolder(), randomBytes(32)) }),
}

/** One for all cases, with tables that are emptied after each: to make them takes longer than most cases do. */
const pool = new pg.Pool({ connectionString: inject('postgres') })
afterAll(() => pool.end())
const schema = newSchema()

async function inPostgres(): ReturnType<typeof openPostgresStore> {
  onTestFinished(() => emptyStore(inject('postgres'), schema))
  return openPostgresStore(pool, { schema })
}

/** A scene for a case, over a store that may be spoiled. */
async function sceneWith(
  open: (options: ArtifactOptions) => ManagedArtifacts | Promise<ManagedArtifacts>,
): Promise<ArtifactScene> {
  const settings = { now: 1_000_000, kept: { sensitivity: 'internal', ttlMs: null } as ArtifactScene['kept'] }
  const artifacts = await open({ clock: () => scene.now, classify: () => scene.kept })
  const scene: ArtifactScene = { artifacts, ...settings }
  return scene
}

describe.each(Object.entries(stores))('the %s artifact store', (_, open) => {
  it.each(artifactCases)('$name', async ({ run }) => {
    await run(await sceneWith(open))
  })
})

describe('the cases that define an artifact store', () => {
  /** Memory stores that are each wrong in one way. */
  const wrong: Readonly<Record<string, (store: ManagedArtifacts) => Partial<ManagedArtifacts>>> = {
    'loses half characters': (store) => ({
      put: (key, artifact) => store.put(key, { ...artifact, content: artifact.content.toWellFormed() }),
    }),
    'mixes tenants up': (store) => ({ get: ({ thread }, id) => store.get({ tenant: 'acme' as never, thread }, id) }),
    'lists everything': (store) => ({ list: () => store.list('acme' as never) }),
    'gives content to any requester of the tenant': (store) => ({
      retrieve: (id, context) => store.retrieve(id, { ...context, permissions: ['artifacts:read-restricted'] }),
    }),
    'sweeps what was put a moment ago': (store) => ({
      sweep: (tenant, { reachable }) => store.sweep(tenant, { reachable, unreachableBefore: Number.POSITIVE_INFINITY }),
    }),
    'sweeps nothing': () => ({ sweep: async () => ({ expired: [], unreachable: [] }) }),
    'erases nothing': () => ({ erase: async () => undefined }),
    'erases nothing of a thread': () => ({ eraseThread: async () => undefined }),
    'erases a tenant for a thread': (store) => ({ eraseThread: ({ tenant }) => store.eraseTenant(tenant) }),
    'tells nothing of what it has': () => ({ metadata: async () => null }),
  }

  it.each(Object.entries(wrong))('notice a store that %s', async (_, spoil) => {
    const spoiled = (options: ArtifactOptions): ManagedArtifacts => {
      const store = memoryArtifacts(options)
      return { ...store, ...spoil(store) }
    }
    expect(
      await isNoticed(
        artifactCases.map(
          ({ run }) =>
            async () =>
              run(await sceneWith(spoiled)),
        ),
      ),
    ).toBe(true)
  })
})

import assert from 'node:assert/strict'
import type { ArtifactClass, ArtifactPermission, ManagedArtifacts, SecurityContext } from '../schema/artifacts.ts'
import { isCompactionError } from '../schema/failures.ts'
import { type ArtifactId, artifactId, entryId, type TenantId, tenantId, threadId } from '../schema/ids.ts'
import type { Artifact, ThreadKey } from '../schema/ports.ts'

/** What a case needs: an empty store whose clock and classes the case may set. */
export interface ArtifactScene {
  readonly artifacts: ManagedArtifacts
  /** Read by the store's clock. */
  now: number
  /** Given by the store's `classify`. */
  kept: ArtifactClass
}

export interface ArtifactCase {
  readonly name: string
  /** Throws if the store is wrong. */
  run(scene: ArtifactScene): Promise<void>
}

const acme = tenantId('acme')
const key: ThreadKey = { tenant: acme, thread: threadId('alpha') }
const other: ThreadKey = { tenant: tenantId('other'), thread: threadId('alpha') }
const HOUR = 3_600_000

/** Everything that the engine and hosts rely on. An artifact store is done when all of these pass, under any test runner. */
export const artifactCases: readonly ArtifactCase[] = [
  {
    name: 'C5, C21 · gives content back as it was put, from any thread of the tenant, however often it was put',
    async run({ artifacts }) {
      for (const content of [
        '',
        'plain',
        'half \ud800 and whole \udc00',
        '\ufeffa mark in front',
        '👩‍👩‍👧‍👦\u0000\r\n\u2028',
        'x'.repeat(300_000),
      ]) {
        const artifact = { ...made(`id of ${content.length}`), content }
        await artifacts.put(key, artifact)
        await artifacts.put(key, artifact)
        assert.deepEqual(await artifacts.get({ ...key, thread: threadId('beta') }, artifact.id), artifact)
      }
    },
  },
  {
    name: 'C21 · tells what is known of content without the content',
    async run(scene) {
      scene.kept = { sensitivity: 'confidential', ttlMs: HOUR }
      await scene.artifacts.put(key, made('a'))
      const metadata = await scene.artifacts.metadata(key, artifactId('a'))
      const { keyId: _, ...told } = metadata ?? { keyId: null }
      const { createdAt, expiresAt } = { createdAt: scene.now, expiresAt: scene.now + HOUR }
      assert.deepEqual(told, {
        ...{ id: 'a', tenant: 'acme', thread: 'alpha', entry: 'e3', tool: 'read', sensitivity: 'confidential' },
        ...{ bytes: 12, createdAt, putAt: createdAt, expiresAt, gone: null },
      })
      assert.ok(!JSON.stringify(metadata).includes('content of a'))
      assert.equal(await scene.artifacts.metadata(key, artifactId('b')), null)
    },
  },
  {
    name: 'refuses other content under the same id, and keeps what was there',
    async run({ artifacts }) {
      await artifacts.put(key, made('a'))
      assert.equal((await failureOf(artifacts.put(key, { ...made('a'), content: 'something else' }))).code, 'artifact-conflict')
      assert.equal((await artifacts.get(key, artifactId('a')))?.content, 'content of a')
    },
  },
  {
    name: 'L13, case 66 · gives nothing to another tenant, by id, list, metadata or words, whatever the names are',
    async run({ artifacts }) {
      const tenants = ['acme', 'acme/x', 'acme","x', '', '../acme', 'ACME'].map(tenantId)
      for (const tenant of tenants)
        await artifacts.put({ ...key, tenant }, { ...made('same'), content: `of ${JSON.stringify(tenant)}` })
      for (const tenant of tenants) {
        assert.equal((await artifacts.get({ ...key, tenant }, artifactId('same')))?.content, `of ${JSON.stringify(tenant)}`)
        assert.deepEqual(await artifacts.list(tenant), ['same'])
      }
      assert.equal(await artifacts.get(other, artifactId('same')), null)
      assert.equal(await artifacts.metadata(other, artifactId('same')), null)
      assert.deepEqual(await artifacts.list(other.tenant), [])
    },
  },
  {
    name: 'C21 · gives content to those whose permissions reach it, and one and the same failure to all others',
    async run(scene) {
      const { artifacts } = scene
      scene.kept = { sensitivity: 'restricted', ttlMs: null }
      await artifacts.put(key, made('a'))
      assert.equal((await artifacts.retrieve(artifactId('a'), reader('artifacts:read-restricted'))).content, 'content of a')
      for (const context of [
        reader('artifacts:read'),
        reader('artifacts:read-confidential'),
        reader(),
        reader('admin' as ArtifactPermission),
      ]) {
        const there = await failureOf(artifacts.retrieve(artifactId('a'), context))
        const nowhere = await failureOf(artifacts.retrieve(artifactId('b'), context))
        assert.equal(there.code, 'artifact-unavailable')
        assert.deepEqual({ ...there, artifact: 'b' }, nowhere)
      }
      const stranger = { ...reader('artifacts:read-restricted'), tenant: other.tenant }
      assert.equal((await failureOf(artifacts.retrieve(artifactId('a'), stranger))).code, 'artifact-unavailable')
      assert.equal(
        (await failureOf(artifacts.look(artifactId('a'), stranger, { kind: 'range', from: 0, to: 9 }))).code,
        'artifact-unavailable',
      )
    },
  },
  {
    name: 'C21 · gives out nothing that has expired, and sweeping leaves a tombstone of it without content',
    async run(scene) {
      const { artifacts } = scene
      scene.kept = { sensitivity: 'internal', ttlMs: HOUR }
      await artifacts.put(key, made('a'))
      scene.now += HOUR - 1
      assert.notEqual(await artifacts.get(key, artifactId('a')), null)
      scene.now += 1
      assert.equal(await artifacts.get(key, artifactId('a')), null)
      assert.deepEqual(await artifacts.list(acme), [])
      const nothing = { reachable: new Set([artifactId('a')]), unreachableBefore: 0 }
      assert.deepEqual(await artifacts.sweep(acme, nothing), { expired: ['a'], unreachable: [] })
      assert.deepEqual(await artifacts.sweep(acme, nothing), { expired: [], unreachable: [] })
      const metadata = await artifacts.metadata(key, artifactId('a'))
      assert.deepEqual([metadata?.gone, metadata?.bytes], [{ why: 'expired', at: scene.now }, 0])
      await artifacts.put(key, made('a'))
      assert.equal((await artifacts.get(key, artifactId('a')))?.content, 'content of a')
    },
  },
  {
    name: 'keeps what is put again for the longer time and at the higher sensitivity, under its first name',
    async run(scene) {
      const { artifacts } = scene
      scene.kept = { sensitivity: 'restricted', ttlMs: HOUR }
      await artifacts.put(key, made('a'))
      scene.now += 10
      scene.kept = { sensitivity: 'public', ttlMs: 2 * HOUR }
      await artifacts.put({ ...key, thread: threadId('beta') }, { ...made('a'), entry: entryId('e9') })
      const metadata = await artifacts.metadata(key, artifactId('a'))
      assert.deepEqual([metadata?.sensitivity, metadata?.thread, metadata?.entry], ['restricted', 'alpha', 'e3'])
      assert.deepEqual(
        [metadata?.createdAt, metadata?.putAt, metadata?.expiresAt],
        [scene.now - 10, scene.now, scene.now + 2 * HOUR],
      )
    },
  },
  {
    name: 'sweeps what nothing points to, but not what was put a moment ago, once more or for the first time',
    async run(scene) {
      const { artifacts } = scene
      for (const id of ['kept', 'old', 'again']) await artifacts.put(key, made(id))
      await artifacts.put(other, made('old'))
      scene.now += HOUR
      await artifacts.put(key, made('again'))
      await artifacts.put(key, made('new'))
      const swept = await artifacts.sweep(acme, { reachable: new Set([artifactId('kept')]), unreachableBefore: scene.now })
      assert.deepEqual(swept, { expired: [], unreachable: ['old'] })
      assert.deepEqual([...(await artifacts.list(acme))].sort(), ['again', 'kept', 'new'])
      assert.deepEqual(await artifacts.list(other.tenant), ['old'])
    },
  },
  {
    name: 'F16, case 68 · erases content and leaves a tombstone; erases a tenant and leaves nothing',
    async run({ artifacts }) {
      await artifacts.put(key, made('a'))
      await artifacts.put(key, made('b'))
      await artifacts.put(other, made('a'))
      await artifacts.erase(acme, [artifactId('a'), artifactId('never')])
      assert.equal(await artifacts.get(key, artifactId('a')), null)
      assert.equal((await artifacts.metadata(key, artifactId('a')))?.gone?.why, 'erased')
      await artifacts.eraseTenant(acme)
      assert.deepEqual(await artifacts.list(acme), [])
      assert.equal(await artifacts.metadata(key, artifactId('a')), null)
      assert.equal((await artifacts.get(other, artifactId('a')))?.content, 'content of a')
      await artifacts.put(key, made('a'))
      assert.equal((await artifacts.get(key, artifactId('a')))?.content, 'content of a')
    },
  },
  {
    name: 'F16, case 68 · erases what a thread put away first, and nothing of other threads and tenants',
    async run({ artifacts }) {
      const beta = { ...key, thread: threadId('beta') }
      await artifacts.put(key, made('a'))
      await artifacts.put(beta, made('a'))
      await artifacts.put(beta, made('b'))
      await artifacts.put(other, made('a'))
      await artifacts.eraseThread?.(key)
      assert.equal(await artifacts.get(beta, artifactId('a')), null)
      assert.equal((await artifacts.metadata(key, artifactId('a')))?.gone?.why, 'erased')
      assert.equal((await artifacts.get(key, artifactId('b')))?.content, 'content of b')
      assert.equal((await artifacts.get(other, artifactId('a')))?.content, 'content of a')
      assert.deepEqual(await artifacts.list(acme), ['b'])
    },
  },
  {
    name: 'C21 · gives nothing for a place that is not there, and never fails over a range',
    async run({ artifacts }) {
      await artifacts.put(key, { ...made('a'), content: 'one\ntwo' })
      const look = (what: Parameters<ManagedArtifacts['look']>[2]) =>
        artifacts.look(artifactId('a'), reader('artifacts:read'), what)
      for (const [from, to] of [
        [7, 99],
        [5, 2],
        [-5, 0],
        [1e15, 2e15],
      ] as const) {
        const piece = await look({ kind: 'range', from, to })
        assert.equal(piece.kind === 'piece' && piece.text, '')
        const lines = await look({ kind: 'lines', from: from + 3, to: to + 3 })
        assert.ok(lines.kind === 'piece')
      }
      const nothing = await look({ kind: 'search', text: 'three', limit: 10 })
      assert.deepEqual(nothing, { kind: 'matches', matches: [], more: false })
    },
  },
  {
    name: 'C21 · reads characters, lines and matches of content, within limits',
    async run({ artifacts }) {
      const content = 'first line\nSecond line\nthird'
      await artifacts.put(key, { ...made('a'), content })
      const look = (what: Parameters<ManagedArtifacts['look']>[2]) =>
        artifacts.look(artifactId('a'), reader('artifacts:read'), what)
      assert.deepEqual(await look({ kind: 'range', from: 6, to: 10 }), {
        kind: 'piece',
        text: 'line',
        from: 6,
        to: 10,
        of: content.length,
      })
      const lines = await look({ kind: 'lines', from: 2, to: 3 })
      assert.equal(lines.kind === 'piece' && lines.text, 'Second line\nthird')
      assert.deepEqual(await look({ kind: 'search', text: 'LINE', ignoreCase: true, limit: 1 }), {
        kind: 'matches',
        matches: [{ line: 1, text: 'first line' }],
        more: true,
      })
    },
  },
  {
    name: 'case 67 · takes any id as a name and nothing more',
    async run({ artifacts }) {
      const ids = ['../../etc/passwd', '..', '', '/', 'a\u0000b', '__proto__', 'x'.repeat(5_000), 'NUL', 'Ä', 'a', 'A']
      for (const id of ids) await artifacts.put(key, made(id))
      for (const id of ids) assert.equal((await artifacts.get(key, artifactId(id)))?.content, `content of ${id}`)
      assert.equal((await artifacts.list(acme)).length, ids.length)
    },
  },
]

function made(id: string): Artifact {
  return { id: artifactId(id), content: `content of ${id}`, entry: entryId('e3'), tool: 'read' }
}

function reader(...permissions: readonly ArtifactPermission[]): SecurityContext {
  return { requester: 'somebody', tenant: acme, permissions }
}

async function failureOf(
  attempt: Promise<unknown>,
): Promise<{ readonly code: string; readonly artifact?: ArtifactId | TenantId }> {
  const error = await attempt.then(
    () => assert.fail('expected a failure'),
    (reason: unknown) => reason,
  )
  assert.ok(isCompactionError(error), `expected a failure of ours, got ${String(error)}`)
  return error.failure
}

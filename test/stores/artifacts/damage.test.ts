import { randomBytes } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ManagedArtifacts } from '../../../src/schema/artifacts.ts'
import { artifactId, entryId, tenantId, threadId } from '../../../src/schema/ids.ts'
import type { Artifact, ThreadKey } from '../../../src/schema/ports.ts'
import { openFileArtifacts } from '../../../src/stores/file-artifacts.ts'
import { memoryKeys, openFileKeys } from '../../../src/stores/keys.ts'
import { failureIn, rejection } from '../../support/caught.ts'
import { emptyFolder } from '../../support/folders.ts'

const CANARY = 'CANARY-7f3a the content itself'
const key: ThreadKey = { tenant: tenantId('acme'), thread: threadId('t') }
const artifact: Artifact = { id: artifactId('x1'), content: CANARY, entry: entryId('e3'), tool: 'read' }

interface Shelved {
  readonly folder: string
  /** The file that the artifact lies in. */
  readonly file: string
  readonly store: ManagedArtifacts
}

async function shelved(open: (folder: string) => ManagedArtifacts): Promise<Shelved> {
  const folder = emptyFolder()
  const store = open(folder)
  await store.put(key, artifact)
  return { folder, store, file: globSync(`${folder}/**/*.artifact`)[0] ?? '' }
}

const sealed = (): Promise<Shelved> => {
  const keys = memoryKeys()
  return shelved((folder) => openFileArtifacts(folder, { keys }))
}

/** What is said about an artifact, and that none of its content is. */
async function complaint(store: ManagedArtifacts): Promise<unknown> {
  const error = await rejection(store.get(key, artifact.id))
  expect(`${String(error)} ${JSON.stringify(failureIn(error))}`).not.toContain('CANARY')
  return failureIn(error)
}

/** Changes a field of the header line. */
function relabel(file: string, change: (header: Record<string, unknown>) => Record<string, unknown>): void {
  const bytes = readFileSync(file)
  const end = bytes.indexOf(10)
  const header = JSON.stringify(change(JSON.parse(bytes.toString('utf8', 0, end))))
  writeFileSync(file, Buffer.concat([Buffer.from(`${header}\n`), bytes.subarray(end + 1)]))
}

describe('an artifact on disk', () => {
  it('F16 · holds nothing of its content that can be read without the key, and the id of the key', async () => {
    const { file, store } = await sealed()
    expect(readFileSync(file, 'latin1')).not.toContain('CANARY')
    expect((await store.metadata(key, artifact.id))?.keyId).toMatch(/^\d{13}-/)
  })

  it('that was cut short, at any length, is a failure that says how long it should be', async () => {
    for (const make of [sealed, () => shelved((folder) => openFileArtifacts(folder))]) {
      const { file, store } = await make()
      const whole = readFileSync(file).length
      truncateSync(file, whole - 3)
      expect(await complaint(store)).toMatchObject({
        code: 'artifact-damaged',
        artifact: 'x1',
        expected: expect.stringMatching(/^\d+ bytes$/),
      })
      for (const length of [whole >> 1, 10, 0]) {
        truncateSync(file, length)
        expect(await complaint(store)).toMatchObject({ code: 'artifact-damaged', artifact: 'x1' })
      }
    }
  })

  it('with any byte changed is a failure, and is healed by putting the content again', async () => {
    for (const make of [sealed, () => shelved((folder) => openFileArtifacts(folder))]) {
      const { file, store } = await make()
      const bytes = readFileSync(file)
      for (let at = bytes.indexOf(10) + 1; at < bytes.length; at += 5) {
        writeFileSync(file, bytes.with(at, (bytes[at] ?? 0) ^ 1))
        expect(await complaint(store)).toMatchObject({ code: 'artifact-damaged' })
      }
      await store.put(key, artifact)
      expect(await store.get(key, artifact.id)).toEqual(artifact)
    }
  })

  it('F16 · cannot be passed off as less sensitive, longer lived or another thread’s, even with its hash made anew', async () => {
    const { createHash } = await import('node:crypto')
    const { boundText } = await import('../../../src/stores/artifacts/header.ts')
    for (const change of [{ sensitivity: 'public' }, { expiresAt: 9e15 }, { thread: 'u' }, { tool: 'write' }]) {
      const { file, store } = await sealed()
      const body = readFileSync(file).subarray(readFileSync(file).indexOf(10) + 1)
      relabel(file, (header) => {
        const changed = { ...header, ...change }
        const bound = Buffer.from(`${boundText(changed as never)}\n`)
        return {
          ...changed,
          hash: createHash('sha256')
            .update(Buffer.concat([bound, body]))
            .digest('hex'),
        }
      })
      expect(await complaint(store)).toMatchObject({ code: 'artifact-damaged', found: 'other content' })
    }
  })

  it('L13, case 66 · put in another tenant’s place is a failure that names neither tenant nor content', async () => {
    const { folder, file, store } = await sealed()
    const mallory = { ...key, tenant: tenantId('mallory') }
    await store.put(mallory, { ...artifact, content: 'theirs' })
    const [theirs = ''] = globSync(`${folder}/**/*.artifact`).filter((each) => each !== file)
    writeFileSync(theirs, readFileSync(file))
    const error = await rejection(store.get(mallory, artifact.id))
    expect(failureIn(error)).toMatchObject({ code: 'artifact-damaged', found: 'another one' })
    expect(String(error)).not.toMatch(/CANARY|acme/)
  })

  it('of a newer version, or no artifact at all, is a failure that says what was found', async () => {
    const { file, store } = await sealed()
    relabel(file, (header) => ({ ...header, version: 2 }))
    expect(await complaint(store)).toMatchObject({
      code: 'artifact-damaged',
      expected: 'a header of version 1',
      found: 'version 2',
    })
    relabel(file, ({ tool: _, ...header }) => ({ ...header, version: 1 }))
    expect(await complaint(store)).toMatchObject({ found: 'one that lacks some' })
    writeFileSync(file, 'SQLite format 3\u0000\n')
    expect(await complaint(store)).toMatchObject({ expected: 'the header of an artifact', found: 'something else' })
  })

  it('case 67 · is not read, written or deleted through a link', async () => {
    const { file, store } = await sealed()
    const elsewhere = join(emptyFolder(), 'secret')
    writeFileSync(elsewhere, 'CANARY of somebody else')
    rmSync(file)
    symlinkSync(elsewhere, file)
    expect(failureIn(await rejection(store.get(key, artifact.id)))).toMatchObject({ code: 'store-unusable' })
    const home = dirname(file)
    renameSync(home, `${home}-moved`)
    symlinkSync(dirname(elsewhere), home)
    const attempts = [
      () => store.put(key, artifact),
      () => store.get(key, artifact.id),
      () => store.eraseTenant(key.tenant),
      () => store.list(key.tenant),
    ]
    for (const attempt of attempts) {
      expect(failureIn(await rejection(attempt()))).toMatchObject({
        code: 'store-unusable',
        expected: 'a folder',
        found: 'a link',
      })
    }
    expect(readFileSync(elsewhere, 'utf8')).toBe('CANARY of somebody else')
  })

  it('case 67 · is as long as its content and a header: nothing is ever unpacked', async () => {
    const folder = emptyFolder()
    const store = openFileArtifacts(folder)
    await store.put(key, { ...artifact, content: '0'.repeat(5_000_000) })
    const [file = ''] = globSync(`${folder}/**/*.artifact`)
    expect(readFileSync(file).length - 5_000_000).toBeLessThan(1_000)
    const context = { requester: 'r', tenant: key.tenant, permissions: ['artifacts:read'] } as const
    const seen = await store.look(artifact.id, context, { kind: 'range', from: 0, to: 5_000_000 })
    expect(seen).toMatchObject({ kind: 'piece', to: 65_536, of: 5_000_000 })
  })

  it('case 80 · that cannot be written is a failure that names the place, and nothing is left behind', async () => {
    const folder = join(emptyFolder(), 'a-file')
    writeFileSync(folder, '')
    expect(failureIn(await rejection(openFileArtifacts(folder).put(key, artifact)))).toMatchObject({ code: 'store-unusable' })
    expect(readFileSync(folder, 'utf8')).toBe('')
  })
})

describe('data keys', () => {
  const again = (folder: string, keys: ReturnType<typeof memoryKeys>): ManagedArtifacts => openFileArtifacts(folder, { keys })

  it('F16 · that are missing, or not given, are a failure that names the key and no content', async () => {
    const { folder } = await sealed()
    expect(await complaint(again(folder, memoryKeys()))).toMatchObject({ code: 'key-unusable', found: 'no key of this id' })
    expect(await complaint(openFileArtifacts(folder))).toMatchObject({ code: 'key-unusable', found: 'none' })
  })

  it('F16 · of the right id and the wrong bytes are told from damage', async () => {
    const { folder } = await sealed()
    const wrong = { ...memoryKeys(), byId: async (_: unknown, id: string) => ({ id, key: randomBytes(32) }) }
    expect(await complaint(again(folder, wrong))).toMatchObject({ code: 'key-unusable', found: 'another key' })
    const short = { ...memoryKeys(), byId: async (_: unknown, id: string) => ({ id, key: randomBytes(16) }) }
    expect(await complaint(again(folder, short))).toMatchObject({ code: 'key-unusable', expected: '32 bytes', found: '16' })
  })

  it('F16 · may be changed: what was sealed with an older one can still be read', async () => {
    const keys = memoryKeys()
    const store = openFileArtifacts(emptyFolder(), { keys })
    await store.put(key, artifact)
    const before = await store.metadata(key, artifact.id)
    keys.rotate(key.tenant)
    expect(await store.get(key, artifact.id)).toEqual(artifact)
    await store.put(key, artifact)
    expect((await store.metadata(key, artifact.id))?.keyId).not.toBe(before?.keyId)
  })

  it('F16, case 68 · once forgotten leave nothing that copies of the files could be read with', async () => {
    const folder = emptyFolder()
    const [keyFolder, master] = [emptyFolder(), randomBytes(32)]
    const store = openFileArtifacts(folder, { keys: openFileKeys(keyFolder, master) })
    await store.put(key, artifact)
    const [file = ''] = globSync(`${folder}/**/*.artifact`)
    const copy = readFileSync(file)
    await store.eraseTenant(key.tenant)
    expect(globSync(`${keyFolder}/**/*.key`)).toEqual([])
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, copy)
    expect(await complaint(store)).toMatchObject({ code: 'key-unusable', found: 'no key of this id' })
  })

  it('F16 · in a folder are wrapped: another master key, or a changed file, opens nothing', async () => {
    const [folder, keyFolder, master] = [emptyFolder(), emptyFolder(), randomBytes(32)]
    await openFileArtifacts(folder, { keys: openFileKeys(keyFolder, master) }).put(key, artifact)
    expect(await openFileArtifacts(folder, { keys: openFileKeys(keyFolder, master) }).get(key, artifact.id)).toEqual(artifact)
    expect(await complaint(openFileArtifacts(folder, { keys: openFileKeys(keyFolder, randomBytes(32)) }))).toMatchObject({
      code: 'key-unusable',
      expected: 'a data key wrapped with this master key',
    })
    const [file = ''] = globSync(`${keyFolder}/**/*.key`)
    truncateSync(file, 20)
    expect(await complaint(openFileArtifacts(folder, { keys: openFileKeys(keyFolder, master) }))).toMatchObject({
      code: 'key-unusable',
    })
    await expect(async () => openFileKeys(keyFolder, randomBytes(31))).rejects.toThrow('expected 32 bytes, found 31')
  })

  it('F16 · of a tenant are one key, also where two ask at once, and no two tenants share one', async () => {
    const keys = openFileKeys(emptyFolder(), randomBytes(32))
    const [first, second] = await Promise.all([keys.current(tenantId('a')), keys.current(tenantId('a'))])
    expect(second?.id).toBe(first?.id)
    expect((await keys.current(tenantId('b'))).id).not.toBe(first?.id)
    expect(await keys.byId(tenantId('b'), first?.id ?? '')).toBeNull()
    expect(await keys.byId(tenantId('a'), '../../../etc/passwd')).toBeNull()
  })
})

import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/index.ts'
import { artifactId, entryId } from '../../src/schema/ids.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../src/stores/store-artifacts.ts'
import { alpha, commit, entries, headAt, measures } from '../../src/testing/store-fixtures.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { whileClosed } from '../support/closed-folder.ts'
import { emptyFolder } from '../support/folders.ts'
import { lightEngine } from '../support/light-engine.ts'
import { messagesFor, user } from '../support/steps.ts'

const READ_ONLY = { code: 'store-unusable', reason: 'read-only' }
const artifact = { id: artifactId('a'), content: 'kept', entry: entryId('e0'), tool: 'read' }

/** A database with a thread, a commit and an artifact in it. */
async function madeIn(folder: string, length = 3): Promise<string> {
  const path = join(folder, 'agent.db')
  const store = await openSqliteStore(path)
  await store.append(alpha, 0, entries(0, length), headAt(length), measures(0, length))
  await store.commit(alpha, null, commit('c1', null))
  await storeArtifacts(store).put(alpha, artifact)
  await store.close()
  return path
}

/** Names and fingerprints of everything in a folder, but for the files that SQLite puts beside a database while it is open. */
const contents = (folder: string): unknown =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => !/-(?:wal|shm)$/.test(path))
    .sort()
    .map((path) => [path, statSync(path).isFile() ? sha256Hex(readFileSync(path, 'base64')) : 'folder'])

describe('a folder that may only be read', () => {
  it('case 80 · has an SQLite file that can be read, and every write is refused', async () => {
    const folder = emptyFolder()
    const closed = join(folder, 'closed')
    mkdirSync(closed)
    const path = await madeIn(closed)
    const before = contents(closed)
    await whileClosed(folder, closed, async () => {
      expect(failureIn(await rejection(openSqliteStore(path)))).toMatchObject({
        ...READ_ONLY,
        expected: expect.stringContaining('readOnly: true'),
      })
      const store = await openSqliteStore(path, { readOnly: true })
      expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 3))
      expect(await store.latest(alpha)).toEqual(commit('c1', null))
      expect(await store.threads.of(alpha.tenant)).toEqual(['alpha'])
      expect(await storeArtifacts(store).get(alpha, artifact.id)).toEqual(artifact)
      for (const write of [
        () => store.append(alpha, 3, entries(3, 4), headAt(4)),
        () => store.commit(alpha, commit('c1', null).id, commit('c2', 'c1')),
        () => store.pin(alpha, [0]),
        () => store.erase(alpha),
        () => storeArtifacts(store).erase(alpha.tenant, [artifact.id]),
      ])
        expect(failureIn(await rejection(write()))).toMatchObject(READ_ONLY)
      await store.close()
    })
    expect(contents(closed)).toEqual(before)
  })

  it('case 80 · has session files and artifacts that can be read, and every write is refused', async () => {
    const folder = emptyFolder()
    const sessions = openJsonlStore(join(folder, 'sessions'))
    await sessions.append(alpha, 0, entries(0, 3), headAt(3))
    await openFileArtifacts(join(folder, 'artifacts')).put(alpha, artifact)
    const before = contents(folder)
    const [file = '', put = ''] = [...globSync(`${folder}/sessions/**/*.jsonl`), ...globSync(`${folder}/artifacts/**/*.artifact`)]
    // Root keeps these for itself; here they are to be read.
    for (const path of [file, put, dirname(dirname(file)), dirname(dirname(put)), dirname(put)]) chmodSync(path, 0o755)
    await whileClosed(folder, dirname(file), async () => {
      const store = openJsonlStore(join(folder, 'sessions'))
      expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 3))
      expect(failureIn(await rejection(store.append(alpha, 3, entries(3, 4), headAt(4))))).toMatchObject(READ_ONLY)
      await store.close()
    })
    await whileClosed(folder, dirname(put), async () => {
      const artifacts = openFileArtifacts(join(folder, 'artifacts'))
      expect(await artifacts.get(alpha, artifact.id)).toEqual(artifact)
      expect(failureIn(await rejection(artifacts.put(alpha, { ...artifact, id: artifactId('b') })))).toMatchObject(READ_ONLY)
      expect(failureIn(await rejection(artifacts.erase(alpha.tenant, [artifact.id])))).toMatchObject(READ_ONLY)
      expect(failureIn(await rejection(artifacts.eraseTenant(alpha.tenant)))).toMatchObject(READ_ONLY)
    })
    expect(contents(folder)).toEqual(before)
  })

  it('case 80 · says what to do with an SQLite file whose latest writes stand in a log beside it', async () => {
    const folder = emptyFolder()
    const [open, closed, copy] = ['open', 'closed', 'copy'].map((name) => join(folder, name)) as [string, string, string]
    for (const each of [open, closed, copy]) mkdirSync(each)
    const writer = await openSqliteStore(join(open, 'agent.db'))
    await writer.append(alpha, 0, entries(0, 3), headAt(3), measures(0, 3))
    // As a process leaves it that was killed, or a copy that was made while one wrote.
    for (const name of ['agent.db', 'agent.db-wal']) copyFileSync(join(open, name), join(closed, name))
    await writer.close()
    const before = readdirSync(closed)
    await whileClosed(folder, closed, async () => {
      for (const options of [{}, { readOnly: true }]) {
        expect(failureIn(await rejection(openSqliteStore(join(closed, 'agent.db'), options)))).toMatchObject({
          code: 'store-unusable',
          reason: 'unmerged',
          expected: expect.stringContaining('copy agent.db and agent.db-wal to one, and open the copy'),
        })
      }
    })
    expect(readdirSync(closed)).toEqual(before)
    for (const name of before) copyFileSync(join(closed, name), join(copy, name))
    const store = await openSqliteStore(join(copy, 'agent.db'))
    expect(await store.read(alpha, 0, 9)).toEqual(entries(0, 3))
    await store.close()
  })

  it('lets a thread be opened and shown', async () => {
    const path = join(emptyFolder(), 'agent.db')
    const written = await openSqliteStore(path)
    await (await lightEngine({ store: written }).thread('t')).append(messagesFor('openai-chat', [user('hello')]))
    await written.close()
    const store = await openSqliteStore(path, { readOnly: true })
    const thread = await lightEngine({ store }).thread('t')
    expect(JSON.stringify((await thread.prepare({})).request)).toContain('hello')
    expect(failureIn(await rejection(thread.append(messagesFor('openai-chat', [user('more')]))))).toMatchObject(READ_ONLY)
    expect(await thread.entries()).toHaveLength(1)
    await store.close()
  })
})

describe('a file that is only read', () => {
  it('case 82 · gives what is left where it was cut off, and says where it cannot', async () => {
    const path = await madeIn(emptyFolder(), 2_000)
    truncateSync(path, statSync(path).size >> 1)
    const cut = readFileSync(path)
    expect(failureIn(await rejection(openSqliteStore(path)))).toMatchObject({ reason: 'damaged' })
    const store = await openSqliteStore(path, { readOnly: true })
    expect((await store.head(alpha)).length).toBe(2_000)
    expect(await store.read(alpha, 0, 100)).toEqual(entries(0, 100))
    expect(failureIn(await rejection(store.read(alpha, 0, 2_000)))).toMatchObject({ code: 'store-unusable', reason: 'damaged' })
    await store.close()
    expect(readFileSync(path).equals(cut)).toBe(true)
  })

  it('must be there, ours, readable, and of a schema that needs no change; nothing is made or changed', async () => {
    const parent = emptyFolder()
    const folder = join(parent, 'closed')
    mkdirSync(folder)
    const path = await madeIn(folder)
    const notes = join(folder, 'notes.txt')
    writeFileSync(notes, 'These are my notes. '.repeat(50))
    const refusal = async (at: string): Promise<unknown> => failureIn(await rejection(openSqliteStore(at, { readOnly: true })))
    const raw = new DatabaseSync(path)
    raw.exec(`delete from palimpsest_migration where name > '0001-threads'`)
    raw.close()
    const before = contents(folder)
    expect(await refusal(join(folder, 'none.db'))).toMatchObject({ reason: 'missing' })
    expect(await refusal(notes)).toMatchObject({ reason: 'not-ours' })
    expect(await refusal(path)).toMatchObject({ ...READ_ONLY, found: 'schema 0001-threads, which can only be read here' })
    expect(contents(folder)).toEqual(before)
    chmodSync(path, 0o000)
    const attempts = [{}, { readOnly: true }]
    await whileClosed(parent, folder, async () => {
      for (const options of attempts) {
        expect(failureIn(await rejection(openSqliteStore(path, options)))).toMatchObject({ ...READ_ONLY, at: path })
      }
    })
  })
})

/** A store of your own: one JSON file a thread. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompactor } from 'palimpsest'
import {
  type Commit,
  CompactionError,
  type Entry,
  GENESIS,
  type Head,
  isCapable,
  type Store,
  type ThreadKey,
} from 'palimpsest/ports'
import { fullStoreCases, storeCases } from 'palimpsest/testing'

interface Kept {
  readonly entries: readonly Entry[]
  readonly head: Head
  readonly commits: readonly Commit[]
  readonly pins: readonly number[]
}

/** For one process. Reading, comparing and writing happen without a pause, so that two calls cannot get in between. */
function jsonFileStore(folder: string): Store {
  // The tenant is part of the name, and any name is a legal name of a file once it is hashed.
  const fileOf = ({ tenant, thread }: ThreadKey): string =>
    join(
      folder,
      `${createHash('sha256')
        .update(JSON.stringify([tenant, thread]))
        .digest('hex')}.json`,
    )
  const load = (key: ThreadKey): Kept => {
    try {
      return JSON.parse(readFileSync(fileOf(key), 'utf8'))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      return { entries: [], head: { length: 0, hash: GENESIS }, commits: [], pins: [] }
    }
  }
  const save = (key: ThreadKey, kept: Kept): void => {
    // All or nothing: the new file takes the place of the old one at once.
    writeFileSync(`${fileOf(key)}.new`, JSON.stringify(kept), { flush: true })
    renameSync(`${fileOf(key)}.new`, fileOf(key))
  }
  return {
    secrets: 'none',
    async head(key) {
      const { head, commits, pins } = load(key)
      return { ...head, commit: commits.at(-1)?.id ?? null, pins: pins.length }
    },
    async append(key, expected, entries, head) {
      const kept = load(key)
      const { thread } = key
      const actual = kept.head.length
      if (actual !== expected) throw new CompactionError({ code: 'log-conflict', thread, expected, actual })
      if (entries.length > 0) save(key, { ...kept, entries: [...kept.entries, ...entries], head })
    },
    read: async (key, from, end) => load(key).entries.slice(from, end),
    async commit(key, expected, commit) {
      const kept = load(key)
      const { thread } = key
      const actual = kept.commits.at(-1)?.id ?? null
      if (actual !== expected) throw new CompactionError({ code: 'commit-conflict', thread, expected, actual })
      save(key, { ...kept, commits: [...kept.commits, commit] })
    },
    latest: async (key) => load(key).commits.at(-1) ?? null,
    commits: async (key) => load(key).commits,
    async pin(key, seqs) {
      const kept = load(key)
      save(key, { ...kept, pins: [...new Set([...kept.pins, ...seqs])] })
    },
    pins: async (key) => load(key).pins,
    async close() {},
  }
}

const folders: string[] = []
function newStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'own-store-'))
  folders.push(folder)
  return jsonFileStore(folder)
}

try {
  const store = newStore()
  const capable = fullStoreCases.filter(({ needs }) => needs.every((name) => isCapable(store, name)))
  for (const { run } of [...storeCases, ...capable]) await run(newStore())

  const first = await createCompactor({ store }).thread('kept')
  await first.append([{ role: 'user', content: 'Remember me.' }])
  // Another compactor over the same files, as after a restart.
  const again = await createCompactor({ store }).thread('kept')
  const { request } = await again.prepare({ dialect: 'openai-chat' })
  assert.equal(request.messages[0]?.content, 'Remember me.')
  console.log(`${storeCases.length + capable.length} cases pass; after a restart: ${JSON.stringify(request.messages)}`)
  // What needs more than the store can do is refused when it is asked for, by name.
  assert.throws(() => createCompactor({ store, keepRequests: 5 }), /requests/)
} finally {
  for (const folder of folders) rmSync(folder, { recursive: true })
}

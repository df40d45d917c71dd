import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { talk } from '../../scripts/fixtures/talk.ts'
import { FILES_KEY, SECRET } from '../../scripts/fixtures/write-threads.ts'
import { ALL_DIALECTS } from '../../src/dialects/all.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { type Compactor, createCompactor } from '../../src/index.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import type { ArtifactStore, Dialect, Store } from '../../src/schema/ports.ts'
import { openFileArtifacts } from '../../src/stores/file-artifacts.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../src/stores/store-artifacts.ts'
import { emptyFolder } from '../support/folders.ts'
import { observeThreads } from '../support/observed-threads.ts'
import { newSchema } from '../support/postgres.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url))
const TENANTS = ['default', 'other'] as const
const COMMITS = readdirSync(FIXTURES)

/**
 * OpenAI Chat as the first of these commits wrote it: since then a frame stands in front of an agent that would speak first, and between a summary and its
 * words. But for that frame, requests are the same.
 */
const AS_WRITTEN: readonly [Dialect, ...Dialect[]] = [
  { ...openaiChat, traits: { ...openaiChat.traits, firstUser: false } },
  ...ALL_DIALECTS.filter((dialect) => dialect !== openaiChat),
]

const dialectsOf = (commit: string): readonly [Dialect, ...Dialect[]] => (commit === '899963f' ? AS_WRITTEN : ALL_DIALECTS)

interface Opened {
  readonly store: Store
  readonly artifacts: ArtifactStore
}

/** Opens a copy of what an older program wrote. */
const stores: Readonly<Record<'sqlite' | 'postgres' | 'jsonl', (commit: string) => Promise<Opened>>> = {
  async sqlite(commit) {
    const store = await openSqliteStore(join(unpacked(commit), 'agent.db'))
    return { store, artifacts: storeArtifacts(store) }
  },
  async postgres(commit) {
    const schema = newSchema()
    const dump = readFileSync(join(unpacked(commit), 'postgres.sql'), 'utf8')
    const client = new pg.Client({ connectionString: inject('postgres') })
    await client.connect()
    await client.query(dump.replaceAll('palimpsest_fixture', schema))
    await client.end()
    const store = await openPostgresStore(inject('postgres'), { schema })
    return { store, artifacts: storeArtifacts(store) }
  },
  async jsonl(commit) {
    const folder = join(unpacked(commit), 'files')
    return { store: openJsonlStore(join(folder, 'sessions')), artifacts: openFileArtifacts(join(folder, 'artifacts')) }
  },
}

/** The files of a fixture, in a folder that is gone when the test is over. */
function unpacked(commit: string): string {
  const folder = emptyFolder()
  for (const name of readdirSync(join(FIXTURES, commit), { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.gz')) continue
    const path = join(folder, name.slice(0, -'.gz'.length))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, gunzipSync(readFileSync(join(FIXTURES, commit, name))))
  }
  return folder
}

const expectedOf = (commit: string): Readonly<Record<keyof typeof stores, unknown>> =>
  JSON.parse(readFileSync(join(FIXTURES, commit, 'expected.json'), 'utf8'))

async function goesOn(compactor: Compactor, tenant: string, name: string): Promise<void> {
  const thread = await compactor.thread(name, { tenant })
  const before = await thread.entries()
  await thread.append(talk('openai-chat', 'again', 0, 6))
  const { tokens } = await thread.prepare({ dialect: 'anthropic', window: 200_000 })
  const { changed, receipt } = await thread.compact({ window: 1_600, reserve: 300 })
  expect([name, changed, receipt.violations]).toEqual([name, true, []])
  expect(receipt.tokens.after).toBeLessThan(tokens)
  expect((await thread.entries()).slice(0, before.length)).toEqual(before)
  expect((await compactor.verify(name, { tenant })).kind).toBe('whole')
}

describe.each(COMMITS)('a store that commit %s wrote', (commit) => {
  const kinds = Object.keys(stores).filter((kind): kind is keyof typeof stores => kind in stores)

  it.each(kinds)('gives the same requests, commits, artifacts and undos, and verifies: %s', async (kind) => {
    const compactor = createCompactor({ ...(await stores[kind](commit)), dialects: dialectsOf(commit) })
    expect(await observeThreads(compactor, TENANTS)).toEqual(expectedOf(commit)[kind])
    await compactor.close()
  })

  it.each(kinds)('is gone on with: %s', async (kind) => {
    const compactor = createCompactor(await stores[kind](commit))
    for (const tenant of TENANTS) for (const name of await compactor.threads({ tenant })) await goesOn(compactor, tenant, name)
    await compactor.close()
  })

  it.each(kinds)('case 100, F16 · has its revisions linked, and an erasure reaches them: %s', async (kind) => {
    const opened = await stores[kind](commit)
    const [tenant, thread, linked] = [tenantId('default'), threadId('revised'), threadId('revised/revisions')]
    expect(await opened.store.links?.of({ tenant, thread })).toEqual([{ kind: 'revision', thread, linked }])
    const compactor = createCompactor(opened)
    await compactor.erase({ thread, entry: 'e0' })
    expect(await compactor.threads()).not.toContain(linked)
    await compactor.close()
  })

  it.each(kinds)('knows a secret again by its token: %s', async (kind) => {
    const redactionKey = kind === 'jsonl' ? FILES_KEY : undefined
    const compactor = createCompactor({ ...(await stores[kind](commit)), redact: 'entries', redactionKey })
    const thread = await compactor.thread('redacted')
    await thread.append([{ role: 'user', content: `The key is ${SECRET}, use it.` }])
    const [first, second] = (await thread.entries()).map((entry) => (entry.kind === 'text' ? entry.text : ''))
    expect(first).toMatch(/^The key is \[redacted:.*\], use it\.$/)
    expect(second).toBe(first)
    await compactor.close()
  })
})

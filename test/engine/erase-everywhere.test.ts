import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Compactor } from '../../src/index.ts'
import { sha256Hex } from '../../src/index.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { storeArtifacts } from '../../src/stores/store-artifacts.ts'
import { cachedSummarizer } from '../../src/summarizers/cache.ts'
import { lightEngine } from '../support/light-engine.ts'
import { newSchema } from '../support/postgres.ts'
import { agent, calls, finishedTurns, messagesFor, results, user } from '../support/steps.ts'
import { PUTS_AWAY } from '../support/store-child.ts'
import { add, answerOf, scripted } from '../support/summaries.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-erase-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Words that occur nowhere else. They are looked for in small letters, as an index may keep them. */
const CANARY = 'canarysings4711'
const talk = messagesFor('openai-chat', [
  user(`my number is ${CANARY}`),
  calls(['x', 'read_file', { path: 'a' }]),
  results(['x', `${CANARY} ${'content '.repeat(200)}`]),
  agent(`so it is ${CANARY}`),
  ...finishedTurns(40, 200),
  user('go'),
])
const HOLDERS = [0, 2, 3]

interface Place {
  readonly store: StoreWith<Capability> & Parameters<typeof storeArtifacts>[0]
  /** Tables or files that still hold the canary. */
  holding(): Promise<readonly string[]>
}

async function inSqlite(): Promise<Place> {
  const own = mkdtempSync(join(folder, 'db-'))
  const store = await openSqliteStore(join(own, 'a.db'))
  const holding = async (): Promise<readonly string[]> =>
    readdirSync(own).filter((name) => readFileSync(join(own, name), 'latin1').toLowerCase().includes(CANARY))
  return { store, holding }
}

const pool = new pg.Pool({ connectionString: inject('postgres') })
afterAll(() => pool.end())

async function inPostgres(): Promise<Place> {
  const schema = newSchema()
  const store = await openPostgresStore(pool, { schema })
  return {
    store,
    async holding() {
      const { rows } = await pool.query('select table_name as name from information_schema.tables where table_schema = $1', [
        schema,
      ])
      const found: string[] = []
      for (const { name } of rows) {
        const { rows: hits } = await pool.query(`select 1 from ${schema}.${name} as t where lower(t::text) like '%${CANARY}%'
          or lower(t::text) like '%${Buffer.from(CANARY).toString('hex')}%' limit 1`)
        if (hits.length > 0) found.push(name)
      }
      return found
    },
  }
}

/** Everything that can hold words of a conversation does: log, summaries, artifacts, index, cache, revisions and a branch. */
async function filled({ store }: Place): Promise<Compactor> {
  const summarizer = cachedSummarizer(
    scripted(() => answerOf([add('fact', `The number is ${CANARY}.`, [3])])),
    store.summaries,
    sha256Hex,
  )
  const artifacts = storeArtifacts(store)
  const compactor = lightEngine({ store, summarizer, artifacts, policy: PUTS_AWAY, keepRequests: 10 })
  const thread = await compactor.thread('t')
  await thread.append(talk)
  await thread.compact({ window: 6_000 })
  await thread.prepare({ window: 1_000_000 })
  const edited = talk.map((message, index) => (index === 0 ? { role: 'user', content: `my number was ${CANARY}` } : message))
  await thread.resend(edited)
  const branch = await thread.branch({ at: 'e60' })
  await branch.append(messagesFor('openai-chat', [user('only in the branch')]))
  await branch.prepare({ window: 1_000_000 })
  expect((await compactor.search(CANARY)).length).toBeGreaterThan(5)
  return compactor
}

describe.each(Object.entries({ SQLite: inSqlite, PostgreSQL: inPostgres }))('erasing in %s', (name, open) => {
  it('F16, case 68 · an entry at a time reaches everything that held it, in every branch, and the chains still verify', async () => {
    const place = await open()
    const compactor = await filled(place)
    expect((await place.holding()).length).toBeGreaterThan(0)
    for (const entry of HOLDERS) {
      expect(await compactor.erase({ thread: 't', entry: `e${entry}` })).toMatchObject({ threads: 0, entries: 2 })
    }
    expect(await place.holding()).toEqual([])
    expect(await compactor.search(CANARY)).toEqual([])
    expect(await (await compactor.thread('t')).requests()).toEqual([])
    for (const thread of ['t', 't/branch-60']) {
      expect(await compactor.verify(thread)).toMatchObject({ kind: 'whole', erased: 3 })
      expect(JSON.stringify((await (await compactor.thread(thread)).prepare()).request)).not.toContain(CANARY)
    }
    expect(await compactor.search('only branch')).toHaveLength(1)
    await place.store.close()
  })

  it('F16, case 68 · a thread takes its branches along; erasing a branch says who still has what it shared', async () => {
    const place = await open()
    const compactor = await filled(place)
    const branch = await compactor.erase({ thread: 't/branch-60' })
    expect(branch).toMatchObject({ threads: 1, entries: 61, sharedWith: ['t'] })
    expect(await compactor.threads()).toEqual(['t', 't/revisions'])
    await (await (await compactor.thread('t')).branch({ at: 'e50' })).append(talk)
    const erased = await compactor.erase({ thread: 't' })
    expect(erased).toMatchObject({ threads: 2 })
    expect(erased).not.toHaveProperty('sharedWith')
    expect(await compactor.threads()).toEqual([])
    expect(await place.holding()).toEqual([])
    expect(await compactor.verify('t')).toMatchObject({ kind: 'whole', length: 0 })
    await place.store.close()
  })

  it('F16, case 68 · a thread leaves what a branch of an older program has put away, and says that there is one', async () => {
    const { store } = await open()
    const compactor = lightEngine({ store, artifacts: storeArtifacts(store), policy: PUTS_AWAY })
    const thread = await compactor.thread('t')
    await thread.append(talk)
    await thread.compact({ window: 6_000 })
    await thread.append(messagesFor('openai-chat', [agent('went'), user('on')]))
    const mine = await thread.branch({ at: `e${(await thread.entries()).length - 1}`, id: 'mine' })
    const shown = (await mine.prepare({ window: 1_000_000 })).request
    const ids = (await mine.commits()).flatMap(({ plan }) =>
      plan.records.flatMap((record) => (record.action === 'externalize' ? [record.artifact] : [])),
    )
    expect(ids.length).toBeGreaterThan(2)
    // Older programs had no links, and a name of the user's does not say what it is.
    const unlinked: StoreWith<Capability> = { ...store, links: { ...store.links, of: async () => [] } }
    const older = lightEngine({ store: unlinked, artifacts: storeArtifacts(store), policy: PUTS_AWAY })
    expect(await older.erase({ thread: 't' })).toMatchObject({ threads: 1, sharedWith: ['mine'] })
    const again = await compactor.thread('mine')
    expect((await again.prepare({ window: 1_000_000 })).request).toEqual(shown)
    for (const id of ids) expect(await again.readArtifact(id)).toMatch(/\w/)
    await store.close()
  })

  it('F16, case 68 · a thread takes its branches along, whatever they are called', async () => {
    const { store } = await open()
    const compactor = lightEngine({ store })
    const thread = await compactor.thread('t')
    await thread.append(messagesFor('openai-chat', [user('one'), agent('two'), user('three')]))
    await (await thread.branch({ at: 'e2', id: 'mine' })).branch({ at: 'e1', id: 'mine, too' })
    await (await compactor.thread('not mine')).append(messagesFor('openai-chat', [user('one')]))
    expect(await compactor.erase({ thread: 't' })).toMatchObject({ threads: 3, sharedWith: ['not mine'] })
    expect(await compactor.threads()).toEqual(['not mine'])
    await store.close()
  })

  it('F16, L13 · a tenant leaves nothing of it, and everything of others', async () => {
    const place = await open()
    const compactor = await filled(place)
    const other = await compactor.thread('t', { tenant: 'other' })
    await other.append(messagesFor('openai-chat', [user('something else')]))
    await compactor.erase({ tenant: 'default', everything: true })
    expect(await place.holding()).toEqual([])
    expect(await compactor.threads()).toEqual([])
    expect(await compactor.threads({ tenant: 'other' })).toEqual(['t'])
    await place.store.close()
  })

  it(`what is erased while others search is not found again (${name})`, async () => {
    const place = await open()
    const compactor = lightEngine({ store: place.store })
    for (let round = 0; round < 5; round += 1) {
      const thread = await compactor.thread(`r${round}`)
      await thread.append(talk)
      await Promise.all([
        ...HOLDERS.map((entry) => compactor.erase({ thread: `r${round}`, entry: `e${entry}` })),
        ...[1, 2, 3].map(() => compactor.search(CANARY)),
      ])
      expect(await compactor.search(CANARY)).toEqual([])
    }
    expect(await place.holding()).toEqual([])
    await place.store.close()
  })
})

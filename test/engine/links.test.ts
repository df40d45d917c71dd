import fc from 'fast-check'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Compactor } from '../../src/index.ts'
import type { StoreWith } from '../../src/schema/capabilities.ts'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { openJsonlStore } from '../../src/stores/jsonl.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { emptyFolder } from '../support/folders.ts'
import { lightEngine } from '../support/light-engine.ts'
import { emptyStore, newSchema } from '../support/postgres.ts'

const tenant = tenantId('default')
type LinkedStore = StoreWith<'rows' | 'threads' | 'links' | 'erase'>

const schema = newSchema()
const inPostgres = openPostgresStore(inject('postgres'), { schema })
afterAll(async () => (await inPostgres).close())

const stores: Readonly<Record<string, () => Promise<LinkedStore>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(':memory:'),
  'session files': async () => openJsonlStore(emptyFolder(), { sync: 'never' }),
  PostgreSQL: async () => {
    const store = await inPostgres
    await emptyStore(inject('postgres'), schema)
    return { ...store, close: async () => undefined }
  },
}

const says = (content: string, role = 'user') => ({ role, content })
const AT_LENGTH = says('and so on. '.repeat(40), 'assistant')

/** Everything that a store holds of a tenant, by thread. */
async function contents(store: LinkedStore): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const thread of await store.threads.of(tenant)) {
    const key = { tenant, thread }
    const all = [await store.read(key, 0, 999), await store.commits(key), [...(await store.pins(key))].sort()]
    found.set(thread, JSON.stringify(all))
  }
  return found
}

async function write(engine: Compactor, thread: string, ...texts: readonly string[]): Promise<void> {
  await (await engine.thread(thread)).append(texts.map((text) => says(text)))
}

describe.each(Object.entries(stores))('case 100 · threads of users that are named like ours, in %s', (_, open) => {
  it('F16, case 68 · stay when a thread is erased of which only their name reminds', async () => {
    const store = await open()
    const engine = lightEngine({ store })
    for (const name of ['bank', 'bank/branch-office', 'bank/branch-2', 'bank/revisions'])
      await write(engine, name, `we are ${name}`)
    await engine.erase({ thread: 'bank' })
    expect(await engine.threads()).toEqual(['bank/branch-2', 'bank/branch-office', 'bank/revisions'])
    await store.close()
  })

  it('F16, case 68 · stay when an entry is erased: `doc/revisions` is the user’s', async () => {
    const store = await open()
    const engine = lightEngine({ store })
    await write(engine, 'doc', 'a first draft')
    await write(engine, 'doc/revisions', 'my own list of revisions')
    await engine.erase({ thread: 'doc', entry: 'e0' })
    expect((await (await engine.thread('doc/revisions')).entries()).map((entry) => entry.kind === 'text' && entry.text)).toEqual([
      'my own list of revisions',
    ])
    await store.close()
  })

  it('F16 · stay as they are when another thread begins with the same words; the answer names them', async () => {
    const store = await open()
    const engine = lightEngine({ store })
    for (const name of ['one', 'other']) await write(engine, name, 'hello', `I am ${name}`)
    expect(await engine.erase({ thread: 'one', entry: 'e0' })).toMatchObject({ entries: 1, sharedWith: ['other'] })
    expect(JSON.stringify(await store.read({ tenant, thread: threadId('other') }, 0, 1))).toContain('hello')
    await store.close()
  })
})

/** Names that users may give: some begin like others, some look like ours. */
const names = fc
  .tuple(
    fc.constantFrom('a', 'b', 'a/b', 'doc'),
    fc.array(fc.constantFrom('/revisions', '/branch-1', '/branch-2-2', '/branch-office', '/', '-2'), { maxLength: 2 }),
  )
  .map(([first, rest]) => `${first}${rest.join('')}`)

type Deed =
  | { readonly do: 'write'; readonly name: string; readonly text: string }
  | { readonly do: 'branch'; readonly from: number; readonly at: number; readonly id: string | undefined }
  | { readonly do: 'edit'; readonly from: number; readonly at: number; readonly isFolded: boolean }
  | { readonly do: 'erase thread'; readonly from: number }
  | { readonly do: 'erase entry'; readonly from: number; readonly at: number }

const number = fc.nat({ max: 30 })
// Few different words, so that threads of different users begin with the same.
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('write' as const), name: names, text: fc.constantFrom('hi', 'yes', 'no') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('branch' as const),
      from: number,
      at: number,
      id: fc.option(names, { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), from: number, at: number, isFolded: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase thread' as const), from: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase entry' as const), from: number, at: number }) },
)

/** What was made for whom, as an onlooker knows it. */
interface Made {
  readonly kind: 'branch' | 'revision'
  readonly of: string
  readonly name: string
}

/** What erasures took besides the thread that they named: a game in which that never happens proves nothing. */
const taken = { branch: 0, revision: 0 }

/** Plays users of one store, and fails if an erasure leaves too much or takes too much. */
async function play(store: LinkedStore, game: readonly Deed[]): Promise<void> {
  const engine = lightEngine({ store })
  let made: readonly Made[] = []
  const below = (name: string): readonly string[] => [
    name,
    ...made.flatMap((each) => (each.kind === 'branch' && each.of === name ? below(each.name) : [])),
  ]
  const rootOf = (name: string): string => {
    const above = made.find((each) => each.kind === 'branch' && each.name === name)
    return above === undefined ? name : rootOf(above.of)
  }
  const revisionsOf = (of: readonly string[]): readonly string[] =>
    made.flatMap((each) => (each.kind === 'revision' && of.includes(each.of) ? [each.name] : []))
  for (const deed of game) {
    const before = await contents(store)
    const isOurs = (name: string): boolean => made.some((each) => each.kind === 'revision' && each.name === name)
    const all = [...before.keys()].filter((name) => !isOurs(name))
    const name = deed.do === 'write' ? deed.name : (all[deed.from % Math.max(1, all.length)] ?? '')
    if (name === '' || isOurs(name)) continue
    const thread = await engine.thread(name)
    const entries = await thread.entries()
    // A history that is resent may lead to a branch, and start a branch there, or revisions. Made for whom, we say in the name.
    const note = async (isResent: boolean): Promise<void> => {
      const all = await engine.threads()
      for (const found of all.filter((each) => !before.has(each))) {
        const isRevision = isResent && /\/revisions(?:-\d+)?$/.test(found)
        const above = below(rootOf(name)).concat(all.filter((each) => !before.has(each)))
        const mark = isRevision ? '/revisions' : '/branch-'
        const of = isResent
          ? above.filter((each) => found.startsWith(`${each}${mark}`)).sort((x, y) => y.length - x.length)[0]
          : name
        made = [...made, { kind: isRevision ? 'revision' : 'branch', of: of ?? name, name: found }]
      }
    }
    if (deed.do === 'write') await thread.append([0, 1, 2, 3, 4, 5].flatMap(() => [says(deed.text), AT_LENGTH]))
    else if (deed.do === 'branch') {
      const id = deed.id === undefined ? {} : { id: deed.id }
      await thread.branch({ at: `e${deed.at % entries.length}`, ...id })
      await note(false)
    } else if (deed.do === 'edit') {
      if (deed.isFolded) await thread.compact({ window: 250, reserve: 50 }).catch(() => undefined)
      const edited = deed.at % (deed.isFolded ? 2 : entries.length)
      const history = entries.map((entry, index) =>
        says(`${entry.kind === 'text' ? entry.text : ''}${index === edited ? ' edited' : ''}`, entry.role),
      )
      await thread.resend(history, { dialect: 'openai-chat' })
      await note(true)
    } else {
      const isWhole = deed.do === 'erase thread'
      const gone = isWhole ? below(name) : []
      const family = isWhole ? gone : below(rootOf(name))
      const touched = new Set([...family, ...revisionsOf(family)])
      await engine.erase(isWhole ? { thread: name } : { thread: name, entry: `e${deed.at % entries.length}` })
      const after = await contents(store)
      for (const [other, held] of before) if (!touched.has(other)) expect([other, after.get(other)]).toEqual([other, held])
      for (const each of [...gone, ...(isWhole ? revisionsOf(gone) : revisionsOf([name]))])
        expect([...after.keys()]).not.toContain(each)
      for (const { kind, name: each } of made) if (before.has(each) && !after.has(each) && each !== name) taken[kind] += 1
      made = made.filter((each) => after.has(each.name) && after.has(each.of))
    }
  }
}

describe('case 100, L13 · whatever users call their threads', () => {
  it.each([
    ['memory', 100],
    ['SQLite', 20],
    ['session files', 4],
    ['PostgreSQL', 4],
  ])('F16, case 68 · an erasure takes what is linked, and changes nothing else: %s', async (kind, numRuns) => {
    await fc.assert(
      fc.asyncProperty(fc.array(deeds, { minLength: 6, maxLength: 14 }), async (game) => {
        const store = await (stores[kind] ?? stores['memory'])?.()
        if (store === undefined) throw new Error('no store')
        await play(store, game)
        await store.close()
      }),
      { numRuns },
    )
    if (kind === 'memory') expect(Math.min(taken.branch, taken.revision)).toBeGreaterThan(0)
  })
})

import { describe, expect, inject, it } from 'vitest'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { fullStoreCases } from '../../src/testing/full-store-cases.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { capabilitiesOf } from '../support/capabilities.ts'
import { isNoticed } from '../support/caught.ts'
import { emptyStore, newSchema } from '../support/postgres.ts'

const stores: Readonly<Record<string, () => Promise<StoreWith<Capability>>>> = {
  memory: async () => memoryStore(),
  SQLite: () => openSqliteStore(':memory:'),
  PostgreSQL: () => openPostgresStore(inject('postgres'), { schema: shared }),
}
const shared = newSchema()

describe.each(Object.entries(stores))('the %s store', (named, open) => {
  it('has every capability, and each of them has its cases', async () => {
    const store = await open()
    const tried = new Set(fullStoreCases.flatMap(({ needs }) => needs))
    expect([...tried].sort()).toEqual([...capabilitiesOf(store)].sort())
    expect(tried.size).toBe(12)
    await store.close()
  })

  it.each([...storeCases, ...fullStoreCases])('$name', async ({ run }) => {
    const store = await open()
    await run(store)
    await store.close()
    if (named === 'PostgreSQL') await emptyStore(inject('postgres'), shared)
  })
})

describe('the cases that define a store with everything', () => {
  type Full = StoreWith<Capability>
  const withLeases = (store: Full, take: Full['leases']['take']): Full => ({ ...store, leases: { ...store.leases, take } })
  /** Memory stores that are each wrong in one way. */
  const wrong: Readonly<Record<string, (store: Full) => Full>> = {
    'gives the lease to every holder': (store) => withLeases(store, (key, _, time) => store.leases.take(key, 'everybody', time)),
    'forgets to look at the fence': (store) => ({ ...store, commit: (key, expected, made) => store.commit(key, expected, made) }),
    'never lets a lease run out': (store) => withLeases(store, (key, holder) => store.leases.take(key, holder, 1_000_000)),
    'erases nothing': (store) => ({ ...store, erase: async () => ({ threads: 0, entries: 0, commits: 0 }) }),
    'leaves the words of an erased entry in commits': (store) => {
      const commits: Full['commits'] = async (key) => (await store.commits(key)).concat(kept.get(key.thread) ?? [])
      const kept = new Map<string, Awaited<ReturnType<Full['commits']>>>()
      const commit: Full['commit'] = async (key, ...rest) => {
        await store.commit(key, ...rest)
        kept.set(key.thread, [rest[1]])
      }
      return { ...store, commit, commits }
    },
    'reads ranges from the first to the last': (store) => ({
      ...store,
      rows: (key, ranges) => store.rows(key, [rangeOf(ranges.at(0)?.from ?? 0, ranges.at(-1)?.end ?? 0)]),
    }),
    'has one secret for all': (store) => ({
      ...store,
      secrets: { fingerprintKey: async () => 'secret', redactionKey: (tenant) => store.secrets.redactionKey(tenant) },
    }),
  }

  it('fail for a store without what they need, and say what that is', async () => {
    const { search: _, ...store } = memoryStore()
    const [searching] = fullStoreCases.filter(({ needs }) => needs.includes('search'))
    await expect(async () => searching?.run(store)).rejects.toThrow('a store with search')
  })

  it.each(Object.entries(wrong))('notice a store that %s', async (_, spoil) => {
    expect(
      await isNoticed(
        fullStoreCases.map(
          ({ run }) =>
            () =>
              run(spoil(memoryStore())),
        ),
      ),
    ).toBe(true)
  })
})

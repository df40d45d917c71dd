import { describe, expect, it } from 'vitest'
import { tenantId } from '../../src/schema/ids.ts'
import type { Store } from '../../src/schema/ports.ts'
import { memoryStore } from '../../src/stores/memory.ts'
import { storeCases } from '../../src/testing/store-cases.ts'
import { isNoticed } from '../support/caught.ts'

const stores: Readonly<Record<string, () => Store>> = { memory: () => memoryStore() }

describe.each(Object.entries(stores))('the %s store', (_, open) => {
  it.each(storeCases)('$name', async ({ run }) => {
    const store = open()
    await run(store)
    await store.close()
  })
})

describe('the cases that define a store', () => {
  /** Memory stores that are each wrong in one way. */
  const wrong: Readonly<Record<string, (store: Store) => Store>> = {
    'forgets to compare before it appends': (store) => ({
      ...store,
      append: async (key, _, given, head) => store.append(key, (await store.head(key)).length, given, head),
    }),
    'forgets to compare before it commits': (store) => ({
      ...store,
      commit: async (key, _, given) => store.commit(key, (await store.latest(key))?.id ?? null, given),
    }),
    'reads one entry too many': (store) => ({ ...store, read: (key, from, to) => store.read(key, from, to + 1) }),
    'mixes tenants up': (store) => ({
      ...store,
      read: (key, from, to) => store.read({ ...key, tenant: tenantId('x') }, from, to),
      append: (key, expected, given, head) => store.append({ ...key, tenant: tenantId('x') }, expected, given, head),
    }),
    'forgets pins': (store) => ({ ...store, pins: async () => [] }),
    'gives commits newest first': (store) => ({ ...store, commits: async (key) => (await store.commits(key)).toReversed() }),
    'loses lone surrogates': (store) => ({
      ...store,
      append: (key, expected, given, head) =>
        store.append(key, expected, JSON.parse(JSON.stringify(given).replaceAll('\\ud800', '?')), head),
    }),
  }

  it.each(Object.entries(wrong))('notice a store that %s', async (_, spoil) => {
    expect(
      await isNoticed(
        storeCases.map(
          ({ run }) =>
            () =>
              run(spoil(memoryStore())),
        ),
      ),
    ).toBe(true)
  })
})

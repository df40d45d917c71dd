import { join } from 'node:path'
import { medianOf } from '../../bench/clock.ts'
import type { Capability, StoreWith } from '../../src/schema/capabilities.ts'
import { messageId, tenantId, threadId } from '../../src/schema/ids.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { entry, headAt } from '../../src/testing/store-fixtures.ts'
import type { Line } from '../stores.ts'

const QUERIES = 200
const key = { tenant: tenantId('bench'), thread: threadId('long') }

/** How long it takes to make a long thread searchable, and to find words in it: rare ones, common ones, both. */
export async function measureSearch(folder: string, url: string, length: number): Promise<readonly Line[]> {
  const stores = [
    ['SQLite', await openSqliteStore(join(folder, 'search.db'), { survives: 'crash' })],
    ['PostgreSQL', await openPostgresStore(url, { schema: 'search' })],
  ] as const
  const lines: Line[] = []
  for (const [name, store] of stores) {
    lines.push(...(await measureIn(name, store, length)))
    await store.close()
  }
  return lines
}

async function measureIn(name: string, store: StoreWith<Capability>, length: number): Promise<readonly Line[]> {
  for (let from = 0; from < length; from += 1_000) {
    const texts = Array.from({ length: Math.min(1_000, length - from) }, (_, index) => entry(from + index, textOf(from + index)))
    const named = texts.map((each) => ({ ...each, message: { ...each.message, id: messageId(`m${each.seq}`) } }))
    await store.append(key, from, named, headAt(from + named.length))
  }
  const started = performance.now()
  await store.search(key.tenant, { text: 'first', thread: key.thread })
  const filled = (performance.now() - started) / 1_000
  const times: number[] = []
  let missed = 0
  for (let query = 0; query < QUERIES; query += 1) {
    const wanted = (query * 7_919) % length
    const asked = performance.now()
    const hits = await store.search(key.tenant, { text: `the value of name${wanted} in module`, thread: key.thread, limit: 5 })
    times.push(performance.now() - asked)
    if (!hits.some(({ seq }) => seq === wanted)) missed += 1
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return [
    { what: `${name}: making ${length} entries searchable, s`, found: filled.toFixed(1) },
    { what: `${name}: a search, ms, half of them below`, found: medianOf(times).toFixed(1) },
    { what: `${name}: a search, ms, 95 % below`, found: p95.toFixed(1) },
    { what: `${name}: searches that missed their entry`, found: `${missed}`, target: 'none', met: missed === 0 },
  ]
}

/** Eighty words that all entries share, some that few do, and one of its own. */
function textOf(seq: number): string {
  const common = Array.from({ length: 80 }, (_, word) => `word${(seq * 31 + word * 17) % 500}`).join(' ')
  return `the module ${seq % 100} says: ${common}; the value of name${seq} is ${seq * 3}`
}

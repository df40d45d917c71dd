import pg from 'pg'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { openPostgresStore } from '../../src/stores/postgres.ts'
import { entry, headAt, measures } from '../../src/testing/store-fixtures.ts'
import { newSchema } from '../../test/support/postgres.ts'
import type { Line } from '../stores.ts'
import { median } from './appends.ts'

/** What an append costs beside `select 1`, which is a round trip and nothing else. */
export async function measureRoundTrips(url: string, steps: number): Promise<readonly Line[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const store = await openPostgresStore(pool, { schema: newSchema() })
  const key = { tenant: tenantId('t'), thread: threadId('thread') }
  const trips: number[] = []
  const appends: number[] = []
  for (let step = 0; step < steps; step += 1) {
    trips.push(await timed(() => pool.query('select 1')))
    const [from, to] = [step * 5, step * 5 + 5]
    const entries = Array.from({ length: 5 }, (_, index) => entry(from + index))
    appends.push(await timed(() => store.append(key, from, entries, headAt(to), measures(from, to))))
  }
  await pool.end()
  return [
    { what: 'PostgreSQL: a round trip, µs', found: median(trips).toFixed(0) },
    { what: 'PostgreSQL: an append of five entries, µs', found: median(appends).toFixed(0) },
  ]
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) * 1000
}

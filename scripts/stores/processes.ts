import { startChild } from '../../test/support/children.ts'
import { openStoreAt, type StoreAt } from '../../test/support/light-engine.ts'
import { newSchema } from '../../test/support/postgres.ts'
import { historyFaults } from '../../test/support/written-history.ts'
import type { Line } from '../stores.ts'

export const NAMES: readonly string[] = ['a', 'bb', 'ccc', 'dddd', 'eeeee', 'ffffff', 'ggggggg', 'hhhhhhhh']
export const THREADS: readonly string[] = ['t0', 't1', 't2', 't3', 't4']

/** Eight processes that write to the same threads, and what is wrong with what they wrote. */
export async function measureProcesses(url: string, steps: number): Promise<readonly Line[]> {
  const at: StoreAt = { kind: 'postgres', url, schema: newSchema() }
  await (await openStoreAt(at)).close()
  const started = performance.now()
  const ended = await Promise.all(NAMES.map((name) => startChild({ task: 'write', at, name, threads: THREADS, steps }).ended))
  const seconds = (performance.now() - started) / 1000
  const store = await openStoreAt(at)
  const faults = await historyFaults(store, { threads: THREADS, names: NAMES, steps })
  await store.close()
  const conflicts = ended.reduce((sum, { printed }) => sum + (printed as { readonly conflicts: number }).conflicts, 0)
  const all = `${NAMES.length} processes × ${steps} steps on one PostgreSQL`
  return [
    { what: `${all}, seconds`, found: seconds.toFixed(1) },
    { what: 'steps that had to be tried again', found: `${conflicts}` },
    { what: 'lost, doubled, out of order, chains broken', found: `${faults.length}`, target: 'none', met: faults.length === 0 },
    ...faults.slice(0, 5).map((found) => ({ what: 'fault', found })),
  ]
}

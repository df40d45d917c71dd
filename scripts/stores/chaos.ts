import pg from 'pg'
import { startChild } from '../../test/support/children.ts'
import { openStoreAt, type StoreAt } from '../../test/support/light-engine.ts'
import { type ENDS, newSchema, startMortalPostgres } from '../../test/support/postgres.ts'
import { historyFaults } from '../../test/support/written-history.ts'
import type { Line } from '../stores.ts'
import { NAMES, THREADS } from './processes.ts'

interface Printed {
  readonly steps: number
  readonly failures: Readonly<Record<string, number>>
}

/** Eight processes that write to the same threads while backends are terminated, and the server is restarted and crashes. */
export async function measureChaos(minutes: number): Promise<readonly Line[]> {
  const server = await startMortalPostgres()
  const at: StoreAt = { kind: 'postgres', url: server.url, schema: newSchema() }
  await (await openStoreAt(at)).close()
  const until = Date.now() + minutes * 60_000
  // Half of them do not wait for an answer to be made up for, and have to look for themselves.
  const running = NAMES.map(async (name, index) => {
    const own: StoreAt = index % 2 === 0 ? at : { ...at, patience: 0 }
    const { printed } = await startChild({ task: 'go on', at: own, name, threads: THREADS, until, window: 4_000 }).ended
    return printed as Printed
  })
  const all = Promise.allSettled(running)
  const { terminated, ends } = await disturb(server, until)
  const ended = await all
  const steps = Object.fromEntries(
    ended.map((each, index) => [NAMES[index] ?? '', each.status === 'fulfilled' ? each.value.steps : 0]),
  )
  const store = await openStoreAt(at)
  const faults = await historyFaults(store, { threads: THREADS, names: NAMES, steps })
  await store.close()
  await server.stop()
  const exits = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []))
  const failures = new Map<string, number>()
  for (const each of ended) {
    if (each.status === 'rejected') continue
    for (const [kind, count] of Object.entries(each.value.failures)) failures.set(kind, (failures.get(kind) ?? 0) + count)
  }
  return [
    { what: 'chaos: backends terminated', found: `${terminated}` },
    { what: 'servers restarted: fast, immediate, killed', found: `${ends.fast}, ${ends.immediate}, ${ends.killed}` },
    { what: 'steps acknowledged', found: `${Object.values(steps).reduce((sum, count) => sum + count, 0)}` },
    ...[...failures].sort().map(([kind, count]) => ({ what: `failures: ${kind}`, found: `${count}` })),
    { what: 'processes that ended', found: `${exits.length}`, target: 'none', met: exits.length === 0 },
    { what: 'lost, doubled, out of order, chains broken', found: `${faults.length}`, target: 'none', met: faults.length === 0 },
    ...[...exits, ...faults].slice(0, 5).map((found) => ({ what: 'fault', found: found.slice(0, 400) })),
  ]
}

type MortalServer = Awaited<ReturnType<typeof startMortalPostgres>>

async function disturb(
  server: MortalServer,
  until: number,
): Promise<{ readonly terminated: number; readonly ends: Readonly<Record<keyof typeof ENDS, number>> }> {
  const ends = { fast: 0, immediate: 0, killed: 0 }
  let terminated = 0
  for (let round = 0; Date.now() < until; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 800))
    if (round % 12 < 11) terminated += await terminateSome(server.url)
    else {
      const end = (['fast', 'immediate', 'killed'] as const)[Math.floor(round / 12) % 3] ?? 'fast'
      await server.restart(end)
      ends[end] += 1
    }
  }
  return { terminated, ends }
}

/** Terminates about half of the backends that are at work. */
async function terminateSome(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() and random() < 0.5`)
  await client.end()
  return rowCount ?? 0
}

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { tenantId, threadId } from '../../src/schema/ids.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { entry, headAt, measures } from '../../src/testing/store-fixtures.ts'
import type { Line } from '../stores.ts'

const STEP = 5
/** About the size of a step's entries in a real session. */
const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(20)
const MOST = 3

/** Steps of five entries: our append beside the driver's own insert of the same bytes, each in one transaction. */
export async function measureAppends(folder: string, steps: number): Promise<readonly Line[]> {
  const lines: Line[] = []
  for (const survives of ['power-loss', 'crash'] as const) {
    // In turn, so that both meet the same weather.
    const times: { readonly raw: number; readonly ours: number }[] = []
    for (const round of [0, 1, 2, 3, 4]) {
      const name = `${survives}-${round}`
      const raw = rawDriver(join(folder, `raw-${name}.db`), survives, Math.ceil(steps / 5))
      times.push({ raw, ours: await ourStore(join(folder, `ours-${name}.db`), survives, Math.ceil(steps / 5)) })
    }
    const [raw, ours] = [median(times.map((time) => time.raw)), median(times.map((time) => time.ours))]
    lines.push({ what: `SQLite, survives a ${survives}: the driver, µs a step`, found: raw.toFixed(0) })
    lines.push({ what: `SQLite, survives a ${survives}: ours, µs a step`, found: ours.toFixed(0) })
    const ratio = median(times.map((time) => time.ours / time.raw))
    lines.push({ what: 'ratio', found: `${ratio.toFixed(2)} ×`, target: `at most ${MOST} ×`, met: ratio <= MOST })
  }
  return lines
}

/** One table, one prepared statement, the same bytes. In microseconds a step. */
function rawDriver(path: string, survives: 'power-loss' | 'crash', steps: number): number {
  const database = new DatabaseSync(path)
  database.exec('pragma journal_mode = wal')
  database.exec(`pragma synchronous = ${survives === 'power-loss' ? 'full' : 'normal'}`)
  database.exec(
    'create table entries (tenant text, thread text, seq integer, body text, primary key (tenant, thread, seq)) without rowid',
  )
  const insert = database.prepare('insert into entries values (?, ?, ?, ?)')
  const started = performance.now()
  for (let step = 0; step < steps; step += 1) {
    database.exec('begin immediate')
    for (let seq = step * STEP; seq < (step + 1) * STEP; seq += 1)
      insert.run('t', 'thread', seq, JSON.stringify(entry(seq, TEXT)))
    database.exec('commit')
  }
  const time = performance.now() - started
  database.close()
  return (time * 1000) / steps
}

async function ourStore(path: string, survives: 'power-loss' | 'crash', steps: number): Promise<number> {
  const store = await openSqliteStore(path, { survives })
  const key = { tenant: tenantId('t'), thread: threadId('thread') }
  const started = performance.now()
  for (let step = 0; step < steps; step += 1) {
    const [from, to] = [step * STEP, (step + 1) * STEP]
    const entries = Array.from({ length: STEP }, (_, index) => entry(from + index, TEXT))
    await store.append(key, from, entries, headAt(to), measures(from, to))
  }
  const time = performance.now() - started
  await store.close()
  return (time * 1000) / steps
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN
}

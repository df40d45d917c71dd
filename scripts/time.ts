/**
 * `npm run time`: 2,000 random histories of append, compact, undo, redo, branch, restore, erase and crash, in memory, SQLite, session files and
 * PostgreSQL; in the last three also with processes that are really killed. Fails if a request under the same view is not what it was, a
 * handle does not resolve, or anything erased comes back. `-- --games 100 --seed 7 --store sqlite`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Store } from '../src/schema/ports.ts'
import { openJsonlStore } from '../src/stores/jsonl.ts'
import { memoryStore } from '../src/stores/memory.ts'
import { openPostgresStore } from '../src/stores/postgres.ts'
import { openSqliteStore } from '../src/stores/sqlite.ts'
import { emptyStore, newSchema, startPostgres } from '../test/support/postgres.ts'
import { openTimeStore, type TimeStore } from '../test/support/time-child.ts'
import { type Deadly, playTime } from '../test/support/time-games.ts'

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '0' },
    store: { type: 'string', default: 'all' },
  },
})
/** Of 20 games, how many each store has. A process takes long to start: few games kill any. */
const SHARES = { memory: 6, sqlite: 6, files: 3, postgres: 2, 'sqlite killed': 1, 'files killed': 1, 'postgres killed': 1 }
type Kind = keyof typeof SHARES
const order = (Object.keys(SHARES) as Kind[]).flatMap((kind) => Array.from({ length: SHARES[kind] }, () => kind))
const kinds = order.filter((kind) => values.store === 'all' || kind === values.store)
if (kinds.length === 0) throw new Error(`There is no store ${values.store}; there are ${Object.keys(SHARES).join(', ')}.`)

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-time-'))
const schema = newSchema()
const server = kinds.some((kind) => kind.startsWith('postgres')) ? await startPostgres() : undefined
const url = server?.url ?? ''
if (server !== undefined) await (await openPostgresStore(url, { schema })).close()

const places: Readonly<Record<string, (seed: number) => TimeStore>> = {
  'sqlite killed': (seed) => ({ kind: 'sqlite', path: join(folder, `${seed}.db`) }),
  'files killed': (seed) => ({ kind: 'files', path: join(folder, String(seed)) }),
  'postgres killed': () => ({ kind: 'postgres', url, schema }),
}
const open: Readonly<Record<string, (seed: number) => Promise<Store>>> = {
  memory: async () => memoryStore(),
  sqlite: () => openSqliteStore(':memory:'),
  files: async (seed) => openJsonlStore(join(folder, String(seed)), { sync: 'never' }),
  postgres: () => openPostgresStore(url, { schema }),
}

const [games, first] = [Number(values.games), Number(values.seed)]
const counts = new Map<Kind, { games: number; faults: number; kills: number }>()
for (let seed = first; seed < first + games; seed += 1) {
  const kind = kinds[(seed * 7) % kinds.length] ?? 'memory'
  const count = counts.get(kind) ?? { games: 0, faults: 0, kills: 0 }
  counts.set(kind, count)
  const { faults, kills } = await play(kind, seed)
  for (const fault of faults.slice(0, 5)) console.log(`${kind}: ${fault}`)
  count.games += 1
  count.faults += faults.length
  count.kills += kills
  if ((seed - first + 1) % 100 === 0) print(seed - first + 1)
}
rmSync(folder, { recursive: true, force: true })
await server?.stop()
print(games)
if ([...counts.values()].some(({ faults }) => faults > 0)) process.exitCode = 1

async function play(kind: Kind, seed: number): Promise<{ readonly faults: readonly string[]; readonly kills: number }> {
  if (kind.startsWith('postgres')) await emptyStore(url, schema)
  const at = places[kind]?.(seed)
  if (at !== undefined) {
    const deadly: Deadly = { at, store: await openTimeStore(at), kills: 0 }
    const faults = await playTime(seed, deadly)
    await deadly.store.close()
    return { faults, kills: deadly.kills }
  }
  const store = await (open[kind] ?? open['memory'])?.(seed)
  if (store === undefined) throw new Error(`There is no store ${kind}.`)
  const faults = await playTime(seed, store)
  await store.close()
  return { faults, kills: 0 }
}

function print(played: number): void {
  const line = [...counts].map(([kind, { games: own, faults, kills }]) => {
    const killed = kind.endsWith('killed') ? `, ${kills} processes killed` : ''
    return `${kind} ${own} (${faults} faults${killed})`
  })
  console.log(`${played} histories: ${line.join('; ')}`)
}

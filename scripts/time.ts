/**
 * `npm run time`: 2,000 random histories of append, compact, undo, redo, branch, restore, erase and crash. Fails if a request under the same view
 * is not what it was, a handle does not resolve, or anything erased comes back. `-- --games 100 --seed 7 --store sqlite`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Store } from '../src/schema/ports.ts'
import { openJsonlStore } from '../src/stores/jsonl.ts'
import { memoryStore } from '../src/stores/memory.ts'
import { openSqliteStore } from '../src/stores/sqlite.ts'
import { playTime } from '../test/support/time-games.ts'

const { values } = parseArgs({
  options: {
    games: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '0' },
    store: { type: 'string', default: 'all' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-time-'))
const open: Readonly<Record<string, (seed: number) => Promise<Store>>> = {
  memory: async () => memoryStore(),
  sqlite: () => openSqliteStore(':memory:'),
  files: async (seed) => openJsonlStore(join(folder, String(seed)), { sync: 'never' }),
}
const kinds = values.store === 'all' ? Object.keys(open) : [values.store]
const [games, first] = [Number(values.games), Number(values.seed)]
let faults = 0
for (let seed = first; seed < first + games; seed += 1) {
  const store = await open[kinds[seed % kinds.length] ?? 'memory']?.(seed)
  if (store === undefined) throw new Error(`There is no store ${values.store}.`)
  for (const fault of await playTime(seed, store)) {
    faults += 1
    if (faults <= 20) console.log(fault)
  }
  await store.close()
  if ((seed - first + 1) % 100 === 0) console.log(`${seed - first + 1} games, ${faults} faults`)
}
rmSync(folder, { recursive: true, force: true })
console.log(`${games} histories, ${faults} faults`)
if (faults > 0) process.exitCode = 1

import type { Entry } from '../../schema/entry.ts'
import type { LogRow, ThreadKey } from '../../schema/ports.ts'
import type { SeqRange } from '../../schema/range.ts'
import type { SqlBackend } from './backend.ts'
import { entryOf, named, ROW_COLUMNS, rowOf } from './step.ts'

/** How many ranges one statement asks for. SQLite takes 500 in a compound select. */
const MOST_RANGES = 100

export async function readEntries({ db, place }: SqlBackend, key: ThreadKey, { from, end }: SeqRange): Promise<readonly Entry[]> {
  const { tenant, thread } = named(key)
  const rows = await db
    .selectFrom('entries')
    .select(['seq', 'body'])
    .where('tenant', '=', tenant)
    .where('thread', '=', thread)
    .where('seq', '>=', from)
    .where('seq', '<', end)
    .orderBy('seq')
    .execute()
  return rows.map((row) => entryOf(row, place.name))
}

/** Rows of ranges, each found by its own walk of the key: what lies between them is not looked at. */
export async function readRows(backend: SqlBackend, key: ThreadKey, ranges: readonly SeqRange[]): Promise<readonly LogRow[]> {
  const rows: LogRow[] = []
  for (let first = 0; first < ranges.length; first += MOST_RANGES) {
    for (const row of await rowsOf(backend, key, ranges.slice(first, first + MOST_RANGES))) rows.push(row)
  }
  return rows
}

async function rowsOf(
  { db, place, isUntimed = false }: SqlBackend,
  key: ThreadKey,
  ranges: readonly SeqRange[],
): Promise<readonly LogRow[]> {
  const { tenant, thread } = named(key)
  const [first, ...others] = ranges.map(({ from, end }) =>
    db
      .selectFrom('entries')
      .select(ROW_COLUMNS)
      .$if(!isUntimed, (rows) => rows.select('at'))
      .where('tenant', '=', tenant)
      .where('thread', '=', thread)
      .where('seq', '>=', from)
      .where('seq', '<', end),
  )
  if (first === undefined) return []
  const all = others.reduce((union, other) => union.unionAll(other), first)
  const rows = await all.orderBy('seq').execute()
  return rows.map((row) => rowOf(row, place.name))
}

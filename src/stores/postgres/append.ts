import { createHash, randomUUID } from 'node:crypto'
import { STEP_COLUMNS, type Step, type StepRow } from '../sql/backend.ts'
import type { Settle } from './settle.ts'
import type { Querying } from './shared-client.ts'

/** What the columns of a step are in PostgreSQL. */
const TYPES: Readonly<Record<keyof StepRow, 'integer' | 'bigint' | 'text'>> = {
  seq: 'integer',
  message: 'text',
  turn: 'integer',
  kind: 'text',
  author: 'text',
  tokens: 'integer',
  total: 'bigint',
  frame: 'integer',
  bytes: 'integer',
  exact: 'integer',
  counter: 'text',
  hash: 'text',
  fingerprint: 'text',
  body: 'text',
  at: 'bigint',
}
/** Parameters before the columns: tenant, thread, expected, length, hash, tokens, the name of the append. */
const FIXED = 7

/**
 * Appends in one statement, which is one transaction and one round trip: the thread's row is moved on if it is as long as expected, and
 * only then is there anything to insert.
 */
export function appender(
  pool: Querying,
  { schema, prefix, settled }: { readonly schema: string; readonly prefix: string; readonly settled: Settle },
): (step: Step) => Promise<boolean> {
  const tables = {
    threads: `${quoted(schema)}.${quoted(`${prefix}threads`)}`,
    entries: `${quoted(schema)}.${quoted(`${prefix}entries`)}`,
  }
  // Connections know a statement by its name, and a pool may serve several stores.
  const name = `palimpsest_append_${createHash('sha256').update(tables.threads).digest('hex').slice(0, 32)}`
  const [start, move] = [statement(tables, STARTED), statement(tables, MOVED)]
  const find = `select 1 from ${tables.entries} where tenant = $1 and thread = $2 and seq = $3 and append_id = $4`
  return async ({ tenant, thread, expected, length, hash, tokens, rows }) => {
    const columns = STEP_COLUMNS.map((column) => rows.map((row) => row[column]))
    const id = randomUUID()
    const values = [tenant, thread, expected, length, hash, tokens, id, ...columns]
    const query = expected === 0 ? { name: `${name}_first`, text: start } : { name, text: move }
    return settled(async (isAgain) => {
      const { rowCount } = await pool.query({ ...query, values })
      if (rowCount === rows.length || !isAgain) return rowCount === rows.length
      // Another writer may have said the same in the same place: only the name tells whose it is.
      const own = await pool.query({ text: find, values: [tenant, thread, length - 1, id] })
      return own.rowCount === 1
    })
  }
}

const MOVED = (threads: string): string => `
  update ${threads} as t set length = $4, hash = $5, tokens = t.tokens + $6
  where t.tenant = $1 and t.thread = $2 and t.length = $3 returning t.tokens`

// `$3` is named so that both statements have the same parameters.
const STARTED = (threads: string): string => `
  insert into ${threads} as t (tenant, thread, length, hash, tokens, commits, erasures)
  select $1, $2, $4, $5, $6, 0, 0 where $3::integer = 0
  on conflict (tenant, thread) do update set length = excluded.length, hash = excluded.hash, tokens = excluded.tokens
  where t.length = 0 returning t.tokens`

function statement(
  { threads, entries }: { readonly threads: string; readonly entries: string },
  moved: (threads: string) => string,
): string {
  const columns = STEP_COLUMNS.join(', ')
  const arrays = STEP_COLUMNS.map((column, index) => `$${FIXED + 1 + index}::${TYPES[column]}[]`)
  const values = STEP_COLUMNS.map((column) => (column === 'total' ? 'moved.tokens - $6::bigint + step.total' : `step.${column}`))
  const given = moved(threads).replaceAll('$6', '$6::bigint').replaceAll('$4', '$4::integer')
  return `with moved as (${given})
  insert into ${entries} (tenant, thread, append_id, ${columns})
  select $1, $2, case when step.seq = $4::integer - 1 then $7 end, ${values.join(', ')} from moved, unnest(${arrays.join(', ')}) as step(${columns})`
}

/** An identifier. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

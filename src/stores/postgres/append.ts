import { createHash } from 'node:crypto'
import { STEP_COLUMNS, type Step, type StepRow } from '../sql/backend.ts'
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
}
/** Parameters before the columns: tenant, thread, expected, length, hash, tokens. */
const FIXED = 6

/**
 * Appends in one statement, which is one transaction and one round trip: the thread's row is moved on if it is as long as expected, and
 * only then is there anything to insert.
 */
export function appender(
  pool: Querying,
  { schema, prefix }: { readonly schema: string; readonly prefix: string },
): (step: Step) => Promise<boolean> {
  const tables = {
    threads: `${quoted(schema)}.${quoted(`${prefix}threads`)}`,
    entries: `${quoted(schema)}.${quoted(`${prefix}entries`)}`,
  }
  // Connections know a statement by its name, and a pool may serve several stores.
  const name = `palimpsest_append_${createHash('sha256').update(tables.threads).digest('hex').slice(0, 32)}`
  const [start, move] = [statement(tables, STARTED), statement(tables, MOVED)]
  return async ({ tenant, thread, expected, length, hash, tokens, rows }) => {
    const columns = STEP_COLUMNS.map((column) => rows.map((row) => row[column]))
    const values = [tenant, thread, expected, length, hash, tokens, ...columns]
    const query = expected === 0 ? { name: `${name}_first`, text: start } : { name, text: move }
    const { rowCount } = await pool.query({ ...query, values })
    return rowCount === rows.length
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
  insert into ${entries} (tenant, thread, ${columns})
  select $1, $2, ${values.join(', ')} from moved, unnest(${arrays.join(', ')}) as step(${columns})`
}

/** An identifier. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../sql/tables.ts'
import type { WantedWords, WordIndex, WordMatch, WordRow } from '../sql/words.ts'

/** Entries at the end that are looked at to see how common a word is, and how many of them make it common. */
const LOOKED_AT = 256
const COMMON = 16
/** How far back to look for a common word. */
const WALKED = 8_192

/** Each of these lists must have a word in the entry. Words have neither quotation marks nor operators. */
function queryOf(scope: readonly (readonly string[])[]): string {
  return scope.map((any) => `(${any.map((word) => `'${word}'`).join(' | ')})`).join(' & ')
}

/** Words that must all be there. */
function allOf(term: string): readonly (readonly string[])[] {
  return term.split(' ').map((word) => [word])
}

/** Words beside their row, under an index of PostgreSQL's full-text search. They come cut: none of its dictionaries is asked. */
export function postgresWords({ schema, prefix }: { readonly schema: string; readonly prefix: string }): WordIndex {
  const table = sql.id(schema, `${prefix}search_rows`)
  return {
    add: (db, rows) => addWords(db, table, rows),
    latest: (db, wanted) => latestWith(db, table, wanted),
    async grown(db) {
      // Without this the server takes a table that has just been filled for an empty one, and reads all of it.
      await sql`analyze ${table}`.execute(db)
    },
    async remove(db, { tenant, thread, seq }) {
      await db
        .deleteFrom('search_rows')
        .where('tenant', '=', tenant)
        .$if(thread !== undefined, (rows) => rows.where('thread', '=', thread ?? ''))
        .$if(seq !== undefined, (rows) => rows.where('seq', '=', seq ?? -1))
        .execute()
    },
  }
}

async function addWords(db: Kysely<Tables>, table: RawBuilder<unknown>, rows: readonly WordRow[]): Promise<void> {
  const column = (name: keyof WordRow, type: 'text' | 'integer') => sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  const columns = [column('tenant', 'text'), column('thread', 'text'), column('seq', 'integer'), column('words', 'text')]
  await sql`insert into ${table} (tenant, thread, seq, words)
    select tenant, thread, seq, array_to_tsvector(string_to_array(words, ' '))
    from unnest(${sql.join(columns)}) as row (tenant, thread, seq, words)`.execute(db)
}

/**
 * A word that many entries hold is found fastest by walking back from the last one; one that few hold, by the index. Left alone, the server
 * guesses, and is a hundred times slower when it guesses wrong.
 */
async function latestWith(db: Kysely<Tables>, table: RawBuilder<unknown>, wanted: WantedWords): Promise<readonly WordMatch[]> {
  const { tenant, thread, scope, terms, range, most } = wanted
  const inside = range === undefined ? sql`` : sql`and seq >= ${range.from} and seq < ${range.end}`
  const of = thread === undefined ? sql`tenant = ${tenant}` : sql`tenant = ${tenant} and thread = ${thread}`
  const backwards = thread === undefined ? sql`id desc` : sql`seq desc`
  const last = (many: number) =>
    sql`(select thread, seq, words from ${table} where ${of} order by ${backwards} limit ${many}) as last`
  const counts = await countsOf(db, terms, last(LOOKED_AT))
  const each = terms.map((term, index) => {
    const query = queryOf([...scope, ...allOf(term)])
    return (counts[index] ?? 0) >= COMMON
      ? sql`select * from (select ${term}::text as term, thread, seq from ${last(WALKED)}
          where words @@ ${query}::tsquery ${inside} limit ${most}) as found`
      : sql`select * from (select ${term}::text as term, thread, seq from ${table}
          where words @@ ${query}::tsquery and tenant = ${tenant} ${inside} order by id + 0 desc limit ${most}) as found`
  })
  return (await sql<WordMatch>`${sql.join(each, sql` union all `)}`.execute(db)).rows
}

/** How many of some rows hold each term. */
async function countsOf(db: Kysely<Tables>, terms: readonly string[], rows: RawBuilder<unknown>): Promise<readonly number[]> {
  const shares = terms.map((term) => sql`count(*) filter (where words @@ ${queryOf(allOf(term))}::tsquery)::integer`)
  const counted = sql<{ readonly counts: readonly number[] }>`select array[${sql.join(shares)}] as counts from ${rows}`
  return (await counted.execute(db)).rows[0]?.counts ?? []
}

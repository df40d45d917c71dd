import { sql } from 'kysely'
import type { WordIndex } from '../sql/words.ts'

/** Words beside their row, under an index of PostgreSQL's full-text search. They come cut: none of its dictionaries is asked. */
export function postgresWords(schema: string): WordIndex {
  const table = sql.id(schema, 'search_rows')
  return {
    async add(db, rows) {
      const column = (values: readonly (string | number)[], type: 'text' | 'integer') => sql`${values}::${sql.raw(type)}[]`
      const columns = [
        column(
          rows.map((row) => row.tenant),
          'text',
        ),
        column(
          rows.map((row) => row.thread),
          'text',
        ),
        column(
          rows.map((row) => row.seq),
          'integer',
        ),
        column(
          rows.map((row) => row.words),
          'text',
        ),
      ]
      await sql`insert into ${table} (tenant, thread, seq, words)
        select tenant, thread, seq, array_to_tsvector(string_to_array(words, ' '))
        from unnest(${sql.join(columns)}) as row (tenant, thread, seq, words)`.execute(db)
    },
    async latest(db, { tenant, scope, terms, most }) {
      const each = terms.map((term) => {
        const match = [...scope, [term]].map((any) => `(${any.map((word) => `'${word}'`).join(' | ')})`).join(' & ')
        // The sum keeps the server from walking through all rows backwards.
        return sql`select * from (
          select ${term}::text as term, thread, seq from ${table}
          where words @@ ${match}::tsquery and tenant = ${tenant} order by id + 0 desc limit ${most}) as found`
      })
      const found = sql<{
        readonly term: string
        readonly thread: string
        readonly seq: number
      }>`${sql.join(each, sql` union all `)}`
      return (await found.execute(db)).rows
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

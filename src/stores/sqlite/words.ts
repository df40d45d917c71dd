import { sql } from 'kysely'
import type { WordIndex } from '../sql/words.ts'

/** Rows of one statement: SQLite takes 32,766 values. */
const AT_ONCE = 250

const ROWS = sql.table('search_rows')
const WORDS = sql.table('search_words')

/** Words in a table of SQLite's full-text search, by the number of their row in `search_rows`. */
export const sqliteWords: WordIndex = {
  async add(db, rows) {
    // No other connection writes meanwhile: the transaction began as a writer.
    const { rows: last } = await sql<{ readonly id: number }>`select coalesce(max(id), 0) as id from ${ROWS}`.execute(db)
    let id = last[0]?.id ?? 0
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const numbered = rows.slice(from, from + AT_ONCE).map((row) => {
        id += 1
        return { id, ...row }
      })
      const places = numbered.map((row) => sql`(${row.id}, ${row.tenant}, ${row.thread}, ${row.seq})`)
      await sql`insert into ${ROWS} (id, tenant, thread, seq) values ${sql.join(places)}`.execute(db)
      const words = numbered.map((row) => sql`(${row.id}, ${row.words})`)
      await sql`insert into ${WORDS} (rowid, words) values ${sql.join(words)}`.execute(db)
    }
  },
  async latest(db, { tenant, scope, terms, range, most }) {
    const inside = range === undefined ? sql`` : sql`and r.seq >= ${range.from} and r.seq < ${range.end}`
    const each = terms.map((term) => {
      const match = [...scope, ...term.split(' ').map((word) => [word])]
        .map((any) => `(${any.map((word) => `"${word}"`).join(' OR ')})`)
        .join(' AND ')
      return sql`select * from (
        select ${term} as term, r.thread, r.seq from ${WORDS} join ${ROWS} as r on r.id = ${WORDS}.rowid
        where ${WORDS} match ${match} and r.tenant = ${tenant} ${inside} order by ${WORDS}.rowid desc limit ${most})`
    })
    const found = sql<{
      readonly term: string
      readonly thread: string
      readonly seq: number
    }>`${sql.join(each, sql` union all `)}`
    return (await found.execute(db)).rows
  },
  async remove(db, { tenant, thread, seq }) {
    const of = sql.join(
      [
        sql`tenant = ${tenant}`,
        ...(thread === undefined ? [] : [sql`thread = ${thread}`]),
        ...(seq === undefined ? [] : [sql`seq = ${seq}`]),
      ],
      sql` and `,
    )
    await sql`delete from ${WORDS} where rowid in (select id from ${ROWS} where ${of})`.execute(db)
    await sql`delete from ${ROWS} where ${of}`.execute(db)
  },
}

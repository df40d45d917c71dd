import type { DatabaseSync } from 'node:sqlite'
import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import type { NamedText } from '../../schema/transcript-format.ts'
import { openForReading } from '../../stores/sqlite/open-for-reading.ts'
import { CliError, EXIT } from '../exit.ts'
import { inDatabase } from './in-database.ts'

/** Sessions that no other session began, newest first. */
export function databaseSessions(path: string): readonly { readonly id: string; readonly changed: number }[] {
  return reading(path, (database) =>
    database
      .prepare('select id, time_updated from session where parent_id is null order by time_updated desc, id')
      .all()
      .map((row) => ({ id: String(row['id']), changed: Number(row['time_updated']) })),
  )
}

/** A session as a file of OpenCode's older storage would have it, and the files that would stand beside it. */
export function readDatabase(file: string): { readonly text: string; readonly beside: readonly NamedText[] } {
  const { path, id: named } = inDatabase(file) ?? { path: file, id: undefined }
  const id = named ?? databaseSessions(path)[0]?.id ?? ''
  return reading(path, (database) => {
    const sessions = database.prepare('select * from session where id = ? or parent_id = ? order by id').all(id, id)
    const [own] = sessions.filter((row) => row['id'] === id)
    if (own === undefined) throw new CliError(EXIT.input, `${path}: there is no session ${id || 'in it'}.`)
    const beside = sessions.flatMap((session) => [
      ...(session === own ? [] : [{ path: `session/${session['id']}.json`, text: JSON.stringify(infoOf(session)) }]),
      ...database
        .prepare('select * from message where session_id = ? order by time_created, id')
        .all(String(session['id']))
        .map((row) => ({
          path: `message/${row['session_id']}/${row['id']}.json`,
          text: JSON.stringify({ ...dataOf(row), id: row['id'], sessionID: row['session_id'] }),
        })),
      ...database
        .prepare('select * from part where session_id = ? order by id')
        .all(String(session['id']))
        .map((row) => ({
          path: `part/${row['message_id']}/${row['id']}.json`,
          text: JSON.stringify({ ...dataOf(row), id: row['id'], messageID: row['message_id'], sessionID: row['session_id'] }),
        })),
    ])
    return { text: JSON.stringify(infoOf(own)), beside }
  })
}

type Row = Readonly<Record<string, unknown>>

function infoOf({ id, parent_id, directory, title, version, time_created, time_updated }: Row): object {
  const parent = parent_id === null ? {} : { parentID: parent_id }
  return { id, ...parent, directory, title, version, time: { created: time_created, updated: time_updated } }
}

function dataOf({ data }: Row): JsonObject {
  const value: unknown = JSON.parse(String(data))
  return isJsonObject(value) ? value : {}
}

/** Nothing is written. A database of another version is told from a damaged one by what is missing. */
function reading<Result>(path: string, work: (database: DatabaseSync) => Result): Result {
  try {
    const database = openForReading(path)
    try {
      return work(database)
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof CliError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new CliError(
      EXIT.input,
      `${path}: OpenCode's database cannot be read: ${why}. opencode export <session> > session.json writes a session that can be.`,
      { cause: error },
    )
  }
}

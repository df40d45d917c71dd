import { DatabaseSync } from 'node:sqlite'
import type { ArtifactShelf } from '../../schema/artifacts.ts'
import { codeOf, unusable } from '../safe-files.ts'

interface Row {
  readonly header: string
  readonly body: Uint8Array
}

/** Names are JSON: half a character and NUL come back as they were. */
const nameOf = (name: string): string => JSON.stringify(name)

/** A shelf in a table of a SQLite file, which may hold other tables. What is deleted is overwritten, in the file and in its log. */
export function sqliteShelf(path: string): { readonly shelf: ArtifactShelf; close(): void } {
  const database = attempt(path, () => openDatabase(path))
  const write = database.prepare(
    'insert into artifacts (tenant, id, header, body) values (?, ?, ?, ?) on conflict do update set header = excluded.header, body = excluded.body',
  )
  const read = database.prepare('select header, body from artifacts where tenant = ? and id = ?')
  const header = database.prepare('select header from artifacts where tenant = ? and id = ?')
  const headers = database.prepare('select header from artifacts where tenant = ? order by id')
  const remove = database.prepare('delete from artifacts where tenant = ? and id = ?')
  const removeAll = database.prepare('delete from artifacts where tenant = ?')
  const scrub = (): void => database.exec('pragma wal_checkpoint(truncate)')
  const on = async <Result>(work: () => Result): Promise<Result> => attempt(path, work)

  const shelf: ArtifactShelf = {
    write: (tenant, id, row) =>
      on(() => {
        write.run(nameOf(tenant), nameOf(id), row.header, row.body)
        // An empty body takes the place of content that is to be gone.
        if (row.body.length === 0) scrub()
      }),
    read: (tenant, id) => on(() => (read.get(nameOf(tenant), nameOf(id)) as Row | undefined) ?? null),
    header: (tenant, id) => on(() => (header.get(nameOf(tenant), nameOf(id)) as Pick<Row, 'header'> | undefined)?.header ?? null),
    remove: (tenant, id) =>
      on(() => {
        remove.run(nameOf(tenant), nameOf(id))
        scrub()
      }),
    removeAll: (tenant) =>
      on(() => {
        removeAll.run(nameOf(tenant))
        scrub()
      }),
    headers: (tenant) => on(() => headers.all(nameOf(tenant)).map((row) => String(row['header']))),
  }
  return { shelf, close: () => database.close() }
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma busy_timeout = 5000; pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on')
    database.exec(
      'create table if not exists artifacts (tenant text not null, id text not null, header text not null, body blob not null, primary key (tenant, id)) strict',
    )
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** What SQLite says to an attempt, in our words. */
function attempt<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (codeOf(error) !== 'ERR_SQLITE_ERROR') throw error
    return unusable(error, path, 'a SQLite file that can be read and written')
  }
}

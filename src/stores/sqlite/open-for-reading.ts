import { statSync } from 'node:fs'
import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { codeOf } from '../safe-files.ts'
import { openDatabase } from './node-sqlite.ts'

/** Not defensive: only then does SQLite read what is left of a file that was cut off. Nothing can be written in any case. */
const READING: DatabaseSyncOptions & { readonly defensive: boolean } = { readOnly: true, defensive: false }

/** Opens a file to read it and nothing more, even in a folder that cannot be written, even if its end is missing. */
export function openForReading(path: string): DatabaseSync {
  try {
    return tried(openDatabase(path, READING))
  } catch (error) {
    // SQLite wants to make a file beside it. If there is none, everything is in the file itself.
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) throw error
    const asItIs = pathToFileURL(path)
    asItIs.searchParams.set('immutable', '1')
    try {
      return tried(openDatabase(asItIs, READING))
    } catch (second) {
      // Before 22.15, Node takes no address: then the first refusal stands.
      throw codeOf(second) === 'ERR_INVALID_ARG_TYPE' ? error : second
    }
  }
}

function tried(database: DatabaseSync): DatabaseSync {
  try {
    database.exec('pragma writable_schema = on')
    database.prepare('select count(*) from sqlite_master').get()
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

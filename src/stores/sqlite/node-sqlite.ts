import type { DatabaseSync, DatabaseSyncOptions } from 'node:sqlite'

/** Opens a database. Node's module is asked for and not imported: a Node without it could not even say what it needs. */
export function openDatabase(path: string | URL, options: DatabaseSyncOptions = {}): DatabaseSync {
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite')
  return new Database(path, options)
}

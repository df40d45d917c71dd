import type { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID } from './check-file.ts'

interface FileOptions {
  readonly isMemory: boolean
  readonly isNew: boolean
  /** Whether other tables may stand in the file: then what is said of the whole file is not ours to say. */
  readonly isShared: boolean
  readonly survives?: 'power-loss' | 'crash'
  readonly mostPages?: number
}

/** Sets up a connection of ours, and the file if it is ours alone. */
export function prepareFile(
  database: DatabaseSync,
  { isMemory, isNew, isShared, survives = 'power-loss', mostPages }: FileOptions,
): void {
  if (!isShared) {
    // The mark comes first: a file whose making was cut short is known as ours. Elsewhere this only tries whether we may write.
    database.exec(`begin immediate; pragma application_id = ${APPLICATION_ID}; ${isNew ? 'commit' : 'rollback'}`)
    if (!isMemory) database.exec('pragma journal_mode = wal')
  }
  database.exec(`pragma synchronous = ${survives === 'power-loss' ? 'full' : 'normal'}`)
  // What is deleted is overwritten with zeros.
  database.exec('pragma secure_delete = on')
  if (mostPages !== undefined) database.exec(`pragma max_page_count = ${Math.trunc(mostPages)}`)
}

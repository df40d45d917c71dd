import type { Store } from '../../schema/ports.ts'
import { openJsonlStore } from '../../stores/jsonl.ts'
import { CliError, EXIT } from '../exit.ts'
import { checkScheme, isPostgres, openStore } from './open-store.ts'

/** A folder of session files, or the database that was named. Nothing is lost if the power fails: the next run goes on. */
export async function openOutput(
  place: string,
  { prefix, schema }: { readonly prefix?: string; readonly schema?: string },
): Promise<Store> {
  checkScheme(place)
  const named = prefix === undefined ? {} : { prefix }
  if (isPostgres(place)) return openStore(place, { ...named, ...(schema === undefined ? {} : { schema }) })
  if (schema !== undefined) throw new CliError(EXIT.usage, '--schema needs the address of a PostgreSQL server.')
  if (/\.(?:db|sqlite3?)$/.test(place))
    return (await import('../../stores/sqlite.ts')).openSqliteStore(place, { survives: 'crash', ...named })
  if (prefix !== undefined) throw new CliError(EXIT.usage, 'Session files have no tables: --prefix needs a database.')
  return openJsonlStore(place, { sync: 'never' })
}

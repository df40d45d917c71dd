import { onTestFinished } from 'vitest'
import { emptyStore, newSchema } from './postgres.ts'

let schema: string | undefined

/** A schema of PostgreSQL whose tables are empty when the next test begins: to make them takes longer than most tests do. */
export function emptiedSchema(url: string): string {
  schema ??= newSchema()
  const own = schema
  onTestFinished(() => emptyStore(url, own))
  return own
}

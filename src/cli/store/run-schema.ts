import { isFailure } from '../../schema/failures.ts'
import { CliError, EXIT } from '../exit.ts'
import { printOut } from '../output/print-out.ts'
import { checkScheme, isPostgres } from './open-store.ts'

interface SchemaFlags {
  readonly store?: string
  readonly prefix?: string
  readonly schema?: string
}

/** `palimpsest schema`: the statements that make a store. No database is opened. */
export async function runSchema({ store = 'sqlite', prefix, schema }: SchemaFlags): Promise<void> {
  checkScheme(store)
  const inPostgres = isPostgres(store) || /^postgres(?:ql)?$/.test(store)
  if (schema !== undefined && !inPostgres) {
    throw new CliError(EXIT.usage, 'SQLite has no schemas: --schema needs --store postgres.')
  }
  if (store.endsWith('.jsonl')) throw new CliError(EXIT.usage, 'Session files have no schema: --store is sqlite or postgres.')
  const { printSchema } = await import('../../stores/sql/print-schema.ts')
  const named = prefix === undefined ? {} : { prefix }
  try {
    const place = inPostgres ? ({ engine: 'postgres', schema: schema ?? 'palimpsest' } as const) : ({ engine: 'sqlite' } as const)
    await printOut(await printSchema({ ...place, ...named }))
  } catch (error) {
    if (!isFailure(error, 'input-invalid')) throw error
    throw new CliError(EXIT.usage, `--prefix: expected ${error.failure.expected}.`, { cause: error })
  }
}

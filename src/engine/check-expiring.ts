import { CompactionError } from '../schema/failures.ts'
import type { ExpireOptions } from './expire.ts'
import { checkOptions } from './options.ts'

/** When expiry begins. Refuses options that it does not have: one that is misspelled could erase too much. */
export function checkExpiring(options: ExpireOptions): number {
  checkOptions('compactor.expire', options, { tenant: 'anything', before: 'anything', keep: 'function', dryRun: 'flag' })
  const before = Number(options.before)
  if (Number.isFinite(before)) return before
  const found = String(JSON.stringify(options.before)).slice(0, 40)
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'before', expected: 'a time', found })
}

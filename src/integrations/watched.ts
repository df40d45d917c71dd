import { readToolPolicy } from '../plan/check-tool-policy.ts'
import type { Determinism } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { ToolPolicy } from '../schema/tool-policy.ts'

/** What a tool says about its results, and how it is found out whether they are still true (C8 to C10). */
interface WatchedPolicy extends ToolPolicy {
  /** How the source of a result was when it was made: its hash, etag, time or version. */
  determinism?(input: Json, output: Json): Determinism | undefined | Promise<Determinism | undefined>
}

/** The same by the name of the tool. */
export type WatchedPolicies = Readonly<Record<string, WatchedPolicy>>

/** How many calls are remembered until their results are kept. */
const MOST_CALLS = 1_000

/** Refuses what no tool can declare, by tool and field: passed over, it would be missed when a result is gone. */
export function checkWatched(policies: WatchedPolicies): void {
  if (Array.isArray(policies)) {
    const expected = 'an object by the tools’ names'
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'tools', expected, found: 'a list' })
  }
  for (const [tool, policy] of Object.entries(policies)) {
    const at = `tools.${tool}`
    if (typeof policy !== 'object' || policy === null) readToolPolicy(String(policy), at)
    const { determinism, ...declared } = policy
    readToolPolicy({ ...declared }, at)
    if (determinism === undefined || typeof determinism === 'function') continue
    const found = `a ${typeof determinism}`
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: `${at}.determinism`, expected: 'a function', found })
  }
}

/** Remembers something of a call; of too many, the oldest is forgotten. */
export function rememberCall<Value>(calls: Map<string, Value>, id: string, value: Value): void {
  calls.set(id, value)
  const [oldest] = calls.keys()
  if (calls.size > MOST_CALLS && oldest !== undefined) calls.delete(oldest)
}

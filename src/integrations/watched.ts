import type { Determinism } from '../schema/entry.ts'
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

/** Remembers something of a call; of too many, the oldest is forgotten. */
export function rememberCall<Value>(calls: Map<string, Value>, id: string, value: Value): void {
  calls.set(id, value)
  const [oldest] = calls.keys()
  if (calls.size > MOST_CALLS && oldest !== undefined) calls.delete(oldest)
}

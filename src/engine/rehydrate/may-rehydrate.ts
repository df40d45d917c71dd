import type { RequestOptions } from '../request-options.ts'
import type { ThreadState } from '../thread-state.ts'

/** Whether anything can come back: mostly not, and then a step costs nothing. */
export function mayRehydrate({ ports, records }: ThreadState, { rehydrate }: RequestOptions): boolean {
  const { rehydration, retrieval } = ports.policy
  const isOn = rehydration?.enabled === true || retrieval === true
  return (isOn && records.length > 0) || (rehydrate?.ask ?? []).length > 0
}

const ephemeralTokens = new WeakMap<object, number>()

/** Notes how many tokens of a request stand at its end. */
export function noteEphemeral(request: object, tokens: number): void {
  ephemeralTokens.set(request, tokens)
}

/** Tokens of a request that stand at its end and in no later one. */
export function ephemeralIn(request: object): number {
  return ephemeralTokens.get(request) ?? 0
}

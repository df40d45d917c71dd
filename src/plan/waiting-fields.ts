import type { Policy } from '../schema/policy.ts'

/** Fields of a policy that are set to act and wait for a later part: nothing happens because of them yet (C20). */
export function waitingFields({ retrieval, rehydration }: Policy): readonly (keyof Policy)[] {
  return [
    ...(retrieval === true ? ['retrieval' as const] : []),
    ...(rehydration?.enabled === true ? ['rehydration' as const] : []),
  ]
}

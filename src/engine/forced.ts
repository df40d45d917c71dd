import type { Occasion } from '../schema/receipt.ts'

/** Why something is done that somebody outside asked for. */
export const FORCED = { manual: 'it was asked for', overflow: 'the provider refused the request for its size' } as const

export function isForced(occasion: Occasion): occasion is keyof typeof FORCED {
  return occasion in FORCED
}

import type { JsonObject } from '../schema/json.ts'
import type { Receipt } from '../schema/receipt.ts'

/** How receipts of prunes beside compactions are known. */
export const TURN_IS_OVER: JsonObject = Object.freeze({ turnIsOver: true })
export const WENT_COLD: JsonObject = Object.freeze({ wentCold: true })
export const FOR_ROOM: JsonObject = Object.freeze({ forRoom: true })
const PRUNES: ReadonlySet<string> = new Set([TURN_IS_OVER, WENT_COLD, FOR_ROOM].map((recorded) => JSON.stringify(recorded)))

/** True of the account of such a prune. */
export function isPrune({ inputs }: Receipt): boolean {
  return inputs.circumstances !== undefined && PRUNES.has(JSON.stringify(inputs.circumstances))
}

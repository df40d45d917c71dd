import type { Durability } from './entry.ts'

/**
 * What a tool says about its results (C8, C10). Declared where the tool is defined, in a field `palimpsest` that is taken out before a
 * request is written; a host's own settings (`toolPolicies`) go before, field by field.
 */
export interface ToolPolicy {
  readonly durability?: Durability
  /** Fields of the result, or arguments of the call, that must survive when the content does not. */
  readonly preserve?: readonly string[]
  /** Results above this many tokens are put away, if the policy puts anything away. */
  readonly externalizeAbove?: number
  /** What it costs to have the result again: the cheapest is cleared first. */
  readonly replayCost?: ReplayCost
}

export type ReplayCost = 'free' | 'cheap' | 'expensive'

/** Tool policies by the name of the tool. */
export type ToolPolicies = Readonly<Record<string, ToolPolicy>>

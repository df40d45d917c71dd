import type { ModelLimits } from '../schema/model-limits.ts'
import type { Amount } from '../schema/trigger.ts'
import { roomOf } from './model-limits.ts'
import { refuse } from './triggers/fit-constants.ts'
import { shareOf } from './triggers/words.ts'

/** What the cms agent can be told about its limits. */
export interface CmsSettings {
  /** Tool output is cleared only if this much is saved. */
  readonly pruneMinimum: number
  /** Tokens of recent tool output that stay. */
  readonly pruneProtect: number
  /** Tokens kept free for the answer. */
  readonly outputReserve: Amount
  /** Turns at the end that are never touched. */
  readonly minTurnsToKeep: number
}

const CMS_DEFAULTS: CmsSettings = {
  pruneMinimum: 20_000,
  pruneProtect: 40_000,
  outputReserve: { preset: 4_096 },
  minTurnsToKeep: 2,
}

/** The defaults, each overridable. */
export function cmsSettings(overrides: Partial<Record<keyof CmsSettings, number>> = {}): CmsSettings {
  for (const [field, value] of Object.entries(overrides)) {
    if (!Number.isSafeInteger(value) || value < 0) refuse(field, value, 'a whole number of at least 0')
  }
  return { ...CMS_DEFAULTS, ...overrides }
}

export interface OverflowCheck {
  readonly isOverflow: boolean
  readonly currentTokens: number
  /** Never below 0. */
  readonly availableTokens: number
  readonly modelLimit: number
  readonly outputReserve: number
}

/** Whether a request leaves the answer its room: an overflow begins one token above window − reserve. */
export function checkOverflow(options: {
  readonly tokens: number
  readonly limits: ModelLimits
  /** The model's most output if none is set. */
  readonly outputReserve?: Amount | undefined
}): OverflowCheck {
  const { tokens, limits } = options
  const { window, reserve } = roomOf(limits, options.outputReserve)
  const available = window - reserve - tokens
  return {
    isOverflow: available < 0,
    currentTokens: tokens,
    availableTokens: Math.max(0, available),
    modelLimit: limits.window,
    outputReserve: reserve,
  }
}

/** Whether tokens > threshold × (window − reserve). */
export function isApproachingOverflow(options: {
  readonly tokens: number
  readonly limits: ModelLimits
  readonly outputReserve?: Amount | undefined
  readonly threshold?: number
}): boolean {
  const { window, reserve } = roomOf(options.limits, options.outputReserve)
  return options.tokens > shareOf(window - reserve, options.threshold ?? 0.9)
}

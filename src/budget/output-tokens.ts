import { isJsonObject, type Json, type JsonObject } from '../schema/json.ts'
import type { ModelLimits } from '../schema/model-limits.ts'
import type { Reserve } from '../schema/policy.ts'
import type { Adjustment, Amount } from '../schema/trigger.ts'
import { defaultReserve } from './allowance.ts'
import { clampOutput, type Room, roomOf } from './model-limits.ts'
import { shareOf } from './triggers/words.ts'

/** Where requests of all formats say how long the answer may be. */
const FIELDS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens'] as const
/** Objects inside a request that may say it instead. */
const INSIDE = ['generationConfig', 'generation_config', 'config'] as const

/** Where they say how much of it is for thinking. */
const THINKING = [
  ['thinking', 'budget_tokens'],
  ['thinkingConfig', 'thinkingBudget'],
] as const

/** No more than this is kept free if the request names no length. */
const MOST_USUAL = 32_000
/** Nor more than this share of the window. */
const USUAL_SHARE = 0.25

/** Room for a request and its answer, and what had to be changed about the answer's length. */
interface AnswerRoom extends Room {
  /** What the request's envelope has to say in place of what it said. */
  readonly envelope: Json
}

/**
 * The reserve is what the host asks for; otherwise the answer's length that the request itself names; otherwise the model's most output,
 * within reason, or what the policy takes for `usual`. A length that the model or the window cannot keep is lowered in the request and
 * reported (case 26); never by a limit or a window that is only guessed, nor if thinking alone would use it up.
 *
 *     window 200,000   max_tokens 64,000, model's most 32,000   →  reserve 32,000, max_tokens 32,000
 *     window 128,000   nothing asked, model's most 16,384       →  reserve 16,384
 *     window  16,000   nothing asked, nothing known             →  reserve  4,000
 *     window 200,000   nothing asked, usual above 95 %          →  reserve 10,000
 */
export function answerRoom(limits: ModelLimits, given: number | undefined, envelope: Json, usual?: Reserve): AnswerRoom {
  const asked = within(limits, given)
  const wanted = outputAsked(envelope)
  const inModel = wanted === undefined ? undefined : clampOutput(wanted, withoutGuesses(limits))
  const byPolicy = wanted === undefined && usual !== undefined ? amountOf(usual, limits) : undefined
  const room = roomOf(limits, asked ?? byPolicy ?? usualReserve(limits, inModel?.maxTokens))
  if (wanted === undefined || inModel === undefined) return { ...room, envelope }
  const length = asked === undefined && !isAssumed(limits) ? Math.min(inModel.maxTokens, room.reserve) : inModel.maxTokens
  if (length <= thinkingAsked(envelope)) return { ...roomOf(limits, asked ?? wanted), envelope }
  if (length === wanted) return { ...room, adjustments: withoutReserve(room.adjustments), envelope }
  const lowered: Adjustment =
    length === inModel.maxTokens && inModel.adjustments[0] !== undefined
      ? inModel.adjustments[0]
      : { field: 'max_tokens', wanted, given: length, why: 'an answer may take half of the window' }
  return { ...room, adjustments: [...withoutReserve(room.adjustments), lowered], envelope: withOutput(envelope, length) }
}

/** A host cannot know what a provider turns out to take: a reserve that fitted the declared window is made to fit the one that was learned. */
function within({ window, sources }: ModelLimits, asked: number | undefined): Amount | undefined {
  const isTooMuch = asked !== undefined && Number.isSafeInteger(asked) && asked > window / 2
  return isTooMuch && sources.window === 'learned' ? { preset: asked } : asked
}

/** What lies above a share of the window; of the smaller one, if the model takes in less than the share. */
function amountOf(reserve: Reserve, { window, maxInput }: ModelLimits): Amount {
  if (typeof reserve === 'number' || 'preset' in reserve) return reserve
  const used = Math.min(window, Math.floor(shareOf(maxInput, 1 / reserve.above)))
  return { preset: used - Math.floor(shareOf(used, reserve.above)) }
}

/** What is known of a relative, or of no model at all, is no reason to lower what was asked for. */
function withoutGuesses(limits: ModelLimits): ModelLimits {
  const isOutputGuessed = limits.sources.maxOutput === 'family' || limits.sources.maxOutput === 'fallback'
  const { maxOutput, window } = limits
  return {
    ...limits,
    maxOutput: isOutputGuessed ? undefined : maxOutput,
    window: isAssumed(limits) ? Number.POSITIVE_INFINITY : window,
  }
}

/** Nobody has said how large the window is. */
function isAssumed({ sources }: ModelLimits): boolean {
  return sources.window === 'family' || sources.window === 'fallback'
}

/** Tokens that a request sets aside for thinking: an answer that is not longer than they are is refused by Anthropic. */
function thinkingAsked(envelope: Json): number {
  const budgets = placesIn(envelope).flatMap((place) =>
    THINKING.flatMap(([field, tokens]) => {
      const thinking = place[field]
      const budget = isJsonObject(thinking) ? thinking[tokens] : undefined
      return typeof budget === 'number' && Number.isSafeInteger(budget) ? [budget] : []
    }),
  )
  return Math.max(0, ...budgets)
}

/** How long the answer may be, as a request says it. */
export function outputAsked(envelope: Json): number | undefined {
  return placesIn(envelope)
    .flatMap((place) => FIELDS.map((field) => place[field]))
    .find((value) => typeof value === 'number' && Number.isSafeInteger(value) && value > 0) as number | undefined
}

function usualReserve({ window, maxOutput }: ModelLimits, asked: number | undefined): Amount {
  if (asked !== undefined) return { preset: asked }
  if (maxOutput === undefined) return { preset: defaultReserve(window) }
  return { preset: Math.min(maxOutput, MOST_USUAL, Math.floor(window * USUAL_SHARE)) }
}

/** A default reserve was not adjusted. */
function withoutReserve(adjustments: readonly Adjustment[]): readonly Adjustment[] {
  return adjustments.filter(({ field }) => field !== 'reserve')
}

function placesIn(envelope: Json): readonly JsonObject[] {
  if (!isJsonObject(envelope)) return []
  return [envelope, ...INSIDE.map((field) => envelope[field]).filter((value) => isJsonObject(value))]
}

function withOutput(envelope: Json, tokens: number): Json {
  if (!isJsonObject(envelope)) return envelope
  const lowered = (place: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(place).map(([field, value]) => [field, isOutput(field) && Number(value) > tokens ? tokens : value]),
    )
  const inside = INSIDE.flatMap((field) => {
    const value = Object.hasOwn(envelope, field) ? envelope[field] : undefined
    return isJsonObject(value) ? [[field, lowered(value)] as const] : []
  })
  return { ...lowered(envelope), ...Object.fromEntries(inside) }
}

function isOutput(field: string): boolean {
  return (FIELDS as readonly string[]).includes(field)
}

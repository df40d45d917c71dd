import type { PriceSheet } from './price-sheet.ts'

/** When a check is made: before a call, or after a turn has ended. */
export type Moment = 'prepare' | 'settle'

/**
 * A number of tokens in a policy. A plain number was set by a user: it is refused if it cannot be kept. One that is marked as a preset's
 * was chosen for large windows: in a small one it is scaled, and an adjustment says so.
 */
export type Amount = number | { readonly preset: number }

/** Amounts by name, so that a refusal can name the field. */
export type Amounts = Readonly<Record<string, Amount>>

/** A place on the scale of tokens: where a trigger fires, or down to where a compaction plans. */
export type Mark =
  /** A fixed number; some models may have their own. */
  | { readonly kind: 'tokens'; readonly tokens: Amount; readonly perModel: Amounts }
  /** share × (window − less) */
  | { readonly kind: 'window-share'; readonly share: number; readonly less: Amounts }
  /** share × (window − reserve) */
  | { readonly kind: 'usable-share'; readonly share: number }
  /** ⌊share × most⌋ − less − system − tools: what is left for messages; `most` is never above the window. */
  | { readonly kind: 'input-share'; readonly share: number; readonly most: Amount; readonly less: Amounts }
  /**
   * Where prices are known: system + tools + as many tokens of history, at most half of what is left for it. Where they are not: a share of
   * window − reserve.
   */
  | { readonly kind: 'kept'; readonly tokens: Amount; readonly otherwise: number }

/**
 * Which tokens are held against a mark: the whole request (or what the provider reported, if that is more) · what the provider reported
 * (the request if it reported nothing) · system and messages · messages alone.
 */
type Counted = 'request' | 'reported' | 'without-tools' | 'history'

/** When to compact, as plain data: it can be stored in a policy, printed and compared. */
export type Trigger =
  /** Nothing fires, not even by hand or after an overflow. */
  | { readonly kind: 'off' }
  /** Tokens above a mark; with `from`, also tokens exactly at it. */
  | { readonly kind: 'size'; readonly counts: Counted; readonly border: 'above' | 'from'; readonly mark: Mark }
  /** There is more than what is kept: more than `keep` + 1 messages (the one is the system message), or more than `keep` turns. */
  | { readonly kind: 'floor'; readonly of: 'messages' | 'turns'; readonly keep: number }
  | { readonly kind: 'bytes'; readonly above: number }
  /** Nothing was sent for longer than the provider keeps its cache. */
  | { readonly kind: 'idle'; readonly longerThanMs: number }
  /**
   * What was paid, call by call, to read what a compaction would remove has come to what the compaction costs, `loss` included: what a
   * summary loses, in units of one uncached input token. Where prices are not known: tokens above a share of window − reserve.
   */
  | { readonly kind: 'rent'; readonly loss: number; readonly otherwise: number }
  /** The host asked for it. */
  | { readonly kind: 'manual' }
  /** The provider refused a request for its size. */
  | { readonly kind: 'overflow' }
  /** Checks at a moment instead of at `prepare`. Requests by hand and overflows are not tied to a moment. */
  | { readonly kind: 'at'; readonly moment: Moment; readonly when: Trigger }
  | { readonly kind: 'any-of'; readonly of: readonly Trigger[] }
  | { readonly kind: 'all-of'; readonly of: readonly Trigger[] }

/** What a trigger looks at. */
export interface Reading {
  readonly moment: Moment
  readonly forced: 'manual' | 'overflow' | undefined
  readonly model: string
  readonly window: number
  /** Tokens of the window that a request may not use. */
  readonly reserve: number
  /** The whole request by our own count: system, tools, messages. */
  readonly tokens: number
  readonly system: number
  readonly tools: number
  /** What the provider reported since the last commit. A report from before it says nothing about the request now: `undefined`. */
  readonly usageTokens: number | undefined
  readonly bytes: number
  /** Most bytes the provider takes; `undefined` if it is unknown. */
  readonly byteLimit: number | undefined
  /** Messages the model sees, system message included. */
  readonly messages: number
  readonly turns: number
  /** Time since the last call; `undefined` if there was none. */
  readonly idleMs: number | undefined
  /** What prices are; absent if they are not known. */
  readonly sheet?: PriceSheet | undefined
  /** What is paid for going on, and what compacting costs; absent if prices are not known. */
  readonly rent?: Rent | undefined
}

/** The account of a thread since its last compaction, in units of one uncached input token. */
export interface Rent {
  /** For reading what a compaction would remove, the coming call included. */
  readonly paid: number
  /** What the coming call alone pays for it. */
  readonly perCall: number
  /** What a compaction costs now, but for what it loses; infinite if too little would go. */
  readonly price: number
  /** The provider no longer has the last request in its cache. */
  readonly isCold: boolean
}

/** A number that was asked for and could not be kept. */
export interface Adjustment {
  readonly field: string
  readonly wanted: number
  readonly given: number
  readonly why: string
}

/** Whether a trigger fires, why in a sentence with the numbers, and which of its numbers had to be scaled. */
export interface Verdict {
  readonly fires: boolean
  readonly reason: string
  readonly adjustments: readonly Adjustment[]
}

/** Where a compaction left a quantity, how far down it should have come, and what the quantity may not exceed. */
export interface Gauge {
  readonly landed: number
  readonly release: number
  readonly limit: number
}

/** Where the last compaction left the request. Follows from its receipt. */
export interface Landing {
  readonly tokens: Gauge
  /** `undefined` if no limit in bytes is known. */
  readonly bytes: Gauge | undefined
}

/** What to do about a request. */
export type Decision =
  | { readonly kind: 'go-on' }
  /** By the policy's own trigger, or by the law that every request fits (L3) if the policy alone would have waited. */
  | { readonly kind: 'compact'; readonly by: 'trigger' | 'L3'; readonly reason: string }
  /** The policy forbids compacting: a typed error with these numbers, and nothing changes. */
  | {
      readonly kind: 'refuse'
      readonly reason: string
      readonly unit: 'tokens' | 'bytes'
      readonly needed: number
      readonly available: number
    }

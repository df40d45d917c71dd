import type { Amount, Amounts, Mark, Moment, Trigger } from '../schema/trigger.ts'

/** Never by itself: a request that does not fit is an error, and nothing changes. `thread.compact` still compacts. */
export const off = (): Trigger => ({ kind: 'off' })

/** When the host asks. Alone, it is the same as `off`. */
export const manual = (): Trigger => ({ kind: 'manual' })

/** When the provider has refused a request for its size. */
export const overflow = (): Trigger => ({ kind: 'overflow' })

/** The usual set: by hand, after an overflow, and by itself under a condition. */
export const automatically = (when: Trigger): Trigger => anyOf(manual(), overflow(), when)

/** Tokens > share × window. */
export const fractionOfWindow = (share: number): Trigger => above(windowShare(share))

/** Tokens > share × (window − reserve). */
export const fractionOfUsable = (share: number): Trigger => above(usableShare(share))

/** Tokens > window − reserve, for a reserve of the trigger's own. */
export const intoReserve = (tokens: Amount): Trigger => above(windowShare(1, { reserve: tokens }))

/** Tokens > a fixed number, which some models may have of their own. */
export const tokensAbove = (tokens: Amount, perModel: Amounts = {}): Trigger => above({ kind: 'tokens', tokens, perModel })

/** Tokens of the request (or of another count) above a mark. */
export const above = (mark: Mark, counts: Extract<Trigger, { kind: 'size' }>['counts'] = 'request'): Trigger => ({
  kind: 'size',
  counts,
  border: 'above',
  mark,
})

/** The same, and exactly at the mark. */
export const from = (mark: Mark, counts: Extract<Trigger, { kind: 'size' }>['counts'] = 'request'): Trigger => ({
  kind: 'size',
  counts,
  border: 'from',
  mark,
})

/** More messages than `keep` and the system message. */
export const messageFloor = (keep: number): Trigger => ({ kind: 'floor', of: 'messages', keep })

/** More turns than `keep`. */
export const turnFloor = (keep: number): Trigger => ({ kind: 'floor', of: 'turns', keep })

export const bytesAbove = (bytes: number): Trigger => ({ kind: 'bytes', above: bytes })

/**
 * When going on has cost as much as compacting does: `loss` is what a summary loses, in units of one uncached input token. Without prices,
 * tokens > otherwise × (window − reserve).
 */
export const rentDue = (loss: number = LOSS, otherwise = 0.9): Trigger => ({ kind: 'rent', loss, otherwise })

/** What one summary is taken to lose: 2 % of the tasks fail for it, each worth 4 million tokens. */
const LOSS = 80_000

/** Idle for longer than the provider's cache lives: the prefix is paid for again anyway, so changing it is free. */
export const idleLongerThan = (ms: number): Trigger => ({ kind: 'idle', longerThanMs: ms })

/** Checks at a moment instead of at `prepare`. */
export const at = (moment: Moment, when: Trigger): Trigger => ({ kind: 'at', moment, when })

export const anyOf = (...of: readonly Trigger[]): Trigger => ({ kind: 'any-of', of })

export const allOf = (...of: readonly Trigger[]): Trigger => ({ kind: 'all-of', of })

/** share × (window − less) */
export const windowShare = (share: number, less: Amounts = {}): Mark => ({ kind: 'window-share', share, less })

/** share × (window − reserve) */
export const usableShare = (share: number): Mark => ({ kind: 'usable-share', share })

/** ⌊share × most⌋ − less − system − tools. Held against messages alone. */
export const inputShare = (share: number, most: Amount, less: Amounts = {}): Mark => ({ kind: 'input-share', share, most, less })

/** Down to so many tokens of history where prices are known, otherwise to a share of window − reserve. */
export const keptTokens = (tokens: Amount, otherwise = 0.6): Mark => ({ kind: 'kept', tokens, otherwise })

/** Marks a number as a preset's, which small windows scale. */
export const preset = (tokens: number): Amount => ({ preset: tokens })

import type { LearnedLimit, LearnedLimits, LimitEvidence } from '../schema/model-limits.ts'
import { trimEnd } from '../schema/trim-end.ts'

/** Where a request goes: the model as it was asked for, and the server's address if it is not the provider's own. */
export interface Endpoint {
  readonly model: string
  readonly baseUrl?: string | undefined
  /** The window that the host declares. It tells models apart that have no name; otherwise, it is not looked at. */
  readonly window?: number | undefined
}

/**
 * How far below a refused size to go if the server names no number. What is refused is seldom a little too large: a long output came in one
 * piece. With a tenth less, every other such limit had to be learned twice; with a fifth, one in eight.
 */
const RETREAT = 0.8

/**
 * Adds what a request has shown. Pure: gives new memory, and the same memory if nothing was learned.
 *
 * A server that names its window is believed. One that only refuses leaves a bracket: less than the smallest refused, at least
 * the largest accepted. A request that goes through although a smaller one was refused shows that the refusal no longer holds.
 *
 *     accepted 118,000   refused 120,000   →  118,000 may be sent
 *                        refused 120,000   →   96,000
 */
export function learnLimit(memory: LearnedLimits, endpoint: Endpoint, evidence: LimitEvidence): LearnedLimits {
  const key = learnedKey(endpoint)
  const known = learnedFor(memory, endpoint) ?? {}
  const learned = add(known, evidence)
  return learned === known ? memory : { ...memory, [key]: learned }
}

export function learnedFor(memory: LearnedLimits, endpoint: Endpoint): LearnedLimit | undefined {
  const key = learnedKey(endpoint)
  return Object.hasOwn(memory, key) ? memory[key] : undefined
}

/** Most tokens that may be sent, by what was refused and accepted; `undefined` if nothing was refused. */
export function learnedInput({ refused, accepted }: LearnedLimit): number | undefined {
  return refused === undefined ? undefined : Math.max(accepted ?? 0, retreatFrom(refused))
}

/** Most tokens of what is sent after a refusal without a number: always fewer than were refused. */
export function retreatFrom(refused: number): number {
  return Math.max(1, Math.floor(refused * RETREAT))
}

/** `gpt-4o`, `llama3 at localhost:11434/v1`, or `a window of 8000`. Variants stay apart: they may have other servers. */
export function learnedKey({ model, baseUrl, window }: Endpoint): string {
  const name = model.trim().toLowerCase() || namelessName(window)
  const address = addressOf(baseUrl)
  return address === '' ? name : `${name} at ${address}`
}

const OF_WINDOW = 'a window of '

/** What stands for a model that has no name: the window that is declared for it. */
export function namelessName(window: number | undefined): string {
  return window === undefined ? '' : `${OF_WINDOW}${window}`
}

export function isNameless(name: string): boolean {
  return name === '' || name.startsWith(OF_WINDOW)
}

/** `localhost:11434/v1`; empty if it is the provider's own. No user names, no queries. */
export function addressOf(baseUrl: string | undefined): string {
  const [place = ''] = (baseUrl ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z\d+.-]*:\/\//, '')
    .split(/[?#]/, 1)
  return trimEnd(place.replace(/^[^/]*@/, ''), '/')
}

function add(known: LearnedLimit, evidence: LimitEvidence): LearnedLimit {
  switch (evidence.kind) {
    case 'served':
      return isCount(evidence.window) && evidence.window !== known.window ? { ...known, window: evidence.window } : known
    case 'refused':
      return addRefusal(known, evidence)
    case 'accepted':
      return addAcceptance(known, evidence.tokens)
    case 'too-many-bytes':
      return isCount(evidence.bytes) && evidence.bytes < (known.bytes ?? Number.POSITIVE_INFINITY)
        ? { ...known, bytes: evidence.bytes }
        : known
  }
}

/** A request that takes more of a window than this is not small. */
const SMALL_SHARE = 0.5

/**
 * Whether it was the room for the answer that was too large, and not the request: a smaller request is no cure, and its size is no limit.
 *
 *     window 8,192   request    61   answer 16,384   →  true
 *     window 8,192   request 7,413   answer    800   →  false
 */
export function isForTheAnswer(tokens: number, window: number | undefined, answer: number | undefined): boolean {
  if (window === undefined || answer === undefined) return false
  return tokens + answer > window && tokens <= window * SMALL_SHARE
}

/** A stated window says it all, unless what was refused lies within it: then it is not the whole truth. */
function addRefusal(known: LearnedLimit, { tokens, stated }: Extract<LimitEvidence, { kind: 'refused' }>): LearnedLimit {
  const window = stated !== undefined && isCount(stated) ? stated : undefined
  const named = window === undefined || window === known.window ? known : { ...known, window }
  if (!isCount(tokens) || (window !== undefined && tokens > window)) return named
  if (named.refused !== undefined && tokens >= named.refused) return named
  const accepted = named.accepted !== undefined && named.accepted < tokens ? named.accepted : undefined
  return { ...named, refused: tokens, accepted }
}

/** What went through disproves every limit below it. */
function addAcceptance(known: LearnedLimit, tokens: number): LearnedLimit {
  if (!isCount(tokens) || tokens <= (known.accepted ?? 0)) return known
  const refused = known.refused !== undefined && tokens >= known.refused ? undefined : known.refused
  const window = known.window !== undefined && tokens > known.window ? undefined : known.window
  return { ...known, window, refused, accepted: tokens }
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0
}

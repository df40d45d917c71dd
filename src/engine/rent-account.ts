import { scaleCount } from '../budget/calibrate.ts'
import { foldingCost } from '../economy/acting-cost.ts'
import { ratesAt } from '../economy/price-sheet.ts'
import { rentOf } from '../economy/rent.ts'
import type { Factor } from '../schema/budget.ts'
import type { Role } from '../schema/entry.ts'
import type { PriceSheet } from '../schema/price-sheet.ts'
import type { Growth } from '../schema/receipt.ts'
import type { Rent } from '../schema/trigger.ts'
import type { MeasuredLog } from '../view/measured-log.ts'

/** Of a log, what the account looks at. */
type GrowingLog = Pick<MeasuredLog, 'length'> & {
  readonly measures: Pick<MeasuredLog['measures'], 'cost'>
  readonly read: readonly ({ readonly role: Role } | undefined)[]
}

/** What the account is read with. All tokens are as the provider counts. */
interface Terms {
  readonly sheet: PriceSheet
  /** How the provider's counts relate to ours, which the log has. */
  readonly scale: Factor
  /** System and tools. */
  readonly fixed: number
  /** The plan in effect: under another one, the log is walked anew. */
  readonly plan: string | null
  /** How long the log was when what the model sees was last changed. */
  readonly since: number
  /** Tokens of the request as it stands. */
  readonly prompt: number
  /** Where a compaction should come down to, and where the last one came down to. */
  readonly release: number
  readonly landed: number
  /** Tokens of a page, and whether a model is asked for it. */
  readonly page: number
  readonly isAsked: boolean
  readonly idleMs: number | undefined
  /** What the calls before that have added, by our count. */
  readonly grown: Growth
}

/** What has been paid since the last compaction to read again and again what a compaction would remove. */
export interface RentAccount {
  read(terms: Terms): Rent
}

/** Tokens that an agent reads again after a compaction because it no longer sees them. */
const FETCHED = 8_000
/** Tokens of a summary that a model writes. */
const WRITTEN = 3_000
/** Of history as it would be after a compaction, how much there must be before one is thought of. */
const LEAST_GAIN = 1.5
/** Of what was paid, what counts: a session may end before a compaction has paid for itself, so it is a little dearer than its price. */
const COUNTED = 1 / 1.2
/** What a call adds, until this conversation has told: agents that write code add so much, and so many calls of theirs are believed. */
const USUAL = { calls: 20, tokens: 34_000 } as const
export const NOT_GROWN: Growth = { calls: 0, tokens: 0 }

interface Walked {
  readonly plan: string | null
  readonly since: number
  /** How far the log was walked, the calls up to there, and by our count the tokens of all that and of the open round. */
  readonly next: number
  readonly calls: number
  readonly tokens: number
  readonly open: number
}

/**
 * What the calls since the last compaction have paid, if the conversation grows as it does on average: then a call that pays `perCall` is the
 * last of a row that began with nothing. So one large result does not count twice, nothing is stored but what calls have added, a restart or
 * another process finds the same, and a step looks only at what is new.
 *
 *     read at 0.1, release 40,000, 2,000 a call:   now 80,000   →   20 calls, 200 + 400 + … + 4,000 units   →   4,000² ÷ (2 × 0.1 × 2,000) = 40,000
 */
export function rentAccount(log: GrowingLog): RentAccount {
  let walked: Walked | undefined
  return {
    read(terms) {
      const { sheet, plan, since, prompt, release, landed, grown } = terms
      const base = Math.max(release, landed)
      const key = { plan, since }
      const from = walked !== undefined && isSame(walked, key) ? walked : undefined
      const scaled = (tokens: number): number => scaleCount(tokens, terms.scale).most
      walked = walkOn(log, from ?? { ...key, next: since, calls: 0, tokens: 0, open: 0 })
      const growth = { calls: grown.calls + walked.calls, tokens: grown.tokens + walked.tokens }
      const perCall = rentOf(sheet, prompt, base)
      const step = scaled((growth.tokens + USUAL.tokens) / (growth.calls + USUAL.calls))
      const { read } = ratesAt(sheet, prompt)
      const paid = perCall === 0 ? 0 : (COUNTED * perCall ** 2) / (2 * read * step)
      return { paid, perCall, ...priceNow(terms, scaled(walked.open), step) }
    },
  }
}

function isSame(walked: Walked, { plan, since }: Pick<Walked, 'plan' | 'since'>): boolean {
  return walked.plan === plan && walked.since === since
}

/** What calls have added from one entry up to another, besides what they had before. */
export function grownBetween(log: GrowingLog, before: Growth, from: number, end: number): Growth {
  const { calls, tokens } = walkOn(log, { plan: null, since: from, next: from, calls: 0, tokens: 0, open: 0 }, end)
  return { calls: before.calls + calls, tokens: before.tokens + tokens }
}

/** Each run of the agent's messages was one call. */
function walkOn(log: GrowingLog, from: Walked, end: number = log.length): Walked {
  let { calls, tokens, open } = from
  for (let seq = from.next; seq < end; seq += 1) {
    const isCall = log.read[seq]?.role === 'assistant' && log.read[seq - 1]?.role !== 'assistant'
    const size = log.measures.cost(seq)
    if (isCall) calls += 1
    open = isCall ? size : open + size
    tokens += size
  }
  return { ...from, next: end, calls, tokens, open }
}

/**
 * What a compaction costs now. The open round stays whatever is folded: if it is most of what there is, the next step is a better moment. If
 * it is large and stays among the newest messages, this is a good one: it must be written in any case.
 */
function priceNow(terms: Terms, open: number, step: number): Pick<Rent, 'price' | 'isCold'> {
  const { sheet, fixed: stays, prompt, release, page, isAsked, idleMs = 0 } = terms
  const after = Math.max(release, stays + page + open)
  const isCold = idleMs > sheet.cacheLifeMs
  if (prompt - stays < (after - stays) * LEAST_GAIN) return { price: Number.POSITIVE_INFINITY, isCold }
  const fetched = Math.min(FETCHED, prompt - after)
  const folding = { prompt, after, stays, asked: isAsked ? WRITTEN : 0, fetched, loss: 0, isWarm: !isCold }
  const newest = Math.min(open, Math.max(0, release - stays - page))
  const written = isCold ? 0 : ratesAt(sheet, prompt).write * Math.max(0, newest - step)
  return { price: foldingCost(sheet, folding) - written, isCold }
}

import { scaleCount } from '../budget/calibrate.ts'
import { foldingCost } from '../economy/acting-cost.ts'
import { rentOf } from '../economy/rent.ts'
import type { Factor } from '../schema/budget.ts'
import type { Role } from '../schema/entry.ts'
import type { PriceSheet } from '../schema/price-sheet.ts'
import type { Rent } from '../schema/trigger.ts'
import type { MeasuredLog } from '../view/measured-log.ts'

/** Of a log, what the account looks at. */
type GrowingLog = Pick<MeasuredLog, 'length' | 'measures'> & { readonly read: readonly ({ readonly role: Role } | undefined)[] }

/** What the account is read with. All tokens are as the provider counts. */
interface Terms {
  readonly sheet: PriceSheet
  /** How the provider's counts relate to ours, which the log has. */
  readonly scale: Factor
  /** System and tools. */
  readonly fixed: number
  /** The plan in effect. What a prune took away is no longer paid for: under another plan, the account is made up anew. */
  readonly plan: string | null
  /** How long the log was when the thread was last compacted. */
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

interface Walked {
  readonly sheet: PriceSheet
  readonly plan: string | null
  readonly since: number
  readonly base: number
  /** How far the log was walked, what was paid for the calls up to there, and tokens of the open round by our count. */
  readonly next: number
  readonly paid: number
  readonly open: number
}

/**
 * An account that follows from the log alone: each run of the agent's messages was one call, and what the request had before it is known.
 * So nothing is stored, a restart or another process finds the same, and a step looks only at what is new. A commit begins a new account.
 *
 *     read at 0.1, release 40,000:   call at 60,000 · call at 70,000 · now 80,000   →   2,000 + 3,000 + 4,000 = 9,000
 */
export function rentAccount(log: GrowingLog): RentAccount {
  let walked: Walked | undefined
  return {
    read(terms) {
      const { sheet, plan, since, prompt, release, landed } = terms
      const base = Math.max(release, landed)
      const key = { sheet, plan, since, base }
      const from = walked !== undefined && isSame(walked, key) ? walked : undefined
      const scaled = (tokens: number): number => scaleCount(tokens, terms.scale).most
      walked = walkOn(log, from ?? { ...key, next: since, paid: 0, open: 0 }, prompt, scaled)
      const perCall = rentOf(sheet, prompt, base)
      return { paid: walked.paid + perCall, perCall, ...priceNow(terms, scaled(walked.open)) }
    },
  }
}

function isSame(walked: Walked, { sheet, plan, since, base }: Pick<Walked, 'sheet' | 'plan' | 'since' | 'base'>): boolean {
  return walked.sheet === sheet && walked.plan === plan && walked.since === since && walked.base === base
}

function walkOn(log: GrowingLog, from: Walked, prompt: number, scaled: (tokens: number) => number): Walked {
  if (from.next >= log.length) return from
  const sizeAt = (seq: number): number => (log.measures[seq]?.tokens ?? 0) + (log.measures[seq]?.frame ?? 0)
  let { paid, open } = from
  let left = 0
  for (let seq = from.next; seq < log.length; seq += 1) left += sizeAt(seq)
  for (let seq = from.next; seq < log.length; seq += 1) {
    const isCall = log.read[seq]?.role === 'assistant' && log.read[seq - 1]?.role !== 'assistant'
    if (isCall) paid += rentOf(from.sheet, prompt - scaled(left), from.base)
    const size = sizeAt(seq)
    open = isCall ? size : open + size
    left -= size
  }
  return { ...from, next: log.length, paid, open }
}

/** What a compaction costs now. The open round stays whatever is folded: if it is most of what there is, the next step is a better moment. */
function priceNow(terms: Terms, open: number): Pick<Rent, 'price' | 'isCold'> {
  const { sheet, fixed: stays, prompt, release, page, isAsked, idleMs = 0 } = terms
  const after = Math.max(release, stays + page + open)
  const isCold = idleMs > sheet.cacheLifeMs
  if (prompt - stays < (after - stays) * LEAST_GAIN) return { price: Number.POSITIVE_INFINITY, isCold }
  const fetched = Math.min(FETCHED, prompt - after)
  const folding = { prompt, after, stays, asked: isAsked ? WRITTEN : 0, fetched, loss: 0, isWarm: !isCold }
  return { price: foldingCost(sheet, folding), isCold }
}

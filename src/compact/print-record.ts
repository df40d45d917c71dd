import { heardSections } from '../ledger/heard.ts'
import { toldPage } from '../ledger/merge-told.ts'
import { pageWorth } from '../ledger/page-worth.ts'
import { profileFor } from '../ledger/profile-for.ts'
import { proseItems } from '../ledger/prose-items.ts'
import { isTold, NEXT, type Told, type ToldItem } from '../ledger/told.ts'
import type { Ledger } from '../schema/ledger.ts'
import type { SummarizeRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import { resummarized, SPLIT_TURN } from './fulfil.ts'

/** Of a page, what a model's items may take; less if the page would tell less than without them; in the end what is left over. */
const TOLD_SHARES = [0.7, 0.5, 0.35, 0.2, 0.1, 0.05, 0] as const

/** A page that tells this much of what another tells is no worse: a line more or less is a matter of its opening and of rounding. */
const NO_WORSE = 0.96
/** Where the work stands, what is open and what is next are worth so much of a page's names each, as far as so many of them. */
const NEXT_WORTH = 0.02
const MOST_NEXT = 6

interface Printing {
  /** As it was made without a model. */
  readonly record: SummarizeRecord
  readonly ledger: Ledger
  /** What of it may be said. */
  readonly printed: Ledger
  readonly prose: string
  readonly tokens: number
  /** Of them, what task and rules may take before anything else (L15). */
  readonly heard: number
  readonly policy: Policy
  readonly tokenizer: Tokenizer
  readonly log: MeasuredLog
  /** What whoever asked for the compaction wants in its summary. */
  readonly instructions: string
}

interface PrintedRecord {
  readonly made: SummarizeRecord | undefined
  /** Items that a model told and that found no room. */
  readonly unprinted: number
  /** True if the page without a model tells more. */
  readonly isWorse: boolean
}

/**
 * A record whose page says, beside what the log says without a model, what a model found; in at most `tokens` tokens. `undefined` if it
 * would tell less than the page without a model, or has no room for what that one says of task and rules (L15).
 */
export function printedRecord(options: Printing): PrintedRecord {
  const { record, ledger, prose, log } = options
  const items = toldItems(options)
  const cleaned = log.cleaned()
  const least = pageWorth(record.summary, cleaned)
  let isWorse = false
  for (const share of TOLD_SHARES) {
    const made = pageWith(items, share, options)
    if (made.summary === '' || made.tokens > options.tokens || losesHeard(made, options)) continue
    const told = items.filter(isTold)
    const unprinted = told.filter(({ text }) => !made.summary.includes(text)).length
    // A page that has nothing of the model's is not its page.
    const isOwn = told.some(({ text }) => made.summary.includes(text) && !record.summary.includes(text))
    const conclusions = told.flatMap(({ text }) => (record.summary.includes(text) ? [] : [text]))
    const next = told.filter(({ kind, text }) => NEXT.includes(kind) && made.summary.includes(text)).length
    const wanted = least * (NO_WORSE - NEXT_WORTH * Math.min(MOST_NEXT, next))
    isWorse = pageWorth(made.summary, cleaned, conclusions) < wanted || (share === 0 && !isOwn)
    if (isWorse) continue
    const carried = ledger.items.length === 0 ? {} : { ledger }
    return { made: { ...made, ...carried, ...(prose === '' ? {} : { prose }) }, unprinted, isWorse }
  }
  return { made: undefined, unprinted: 0, isWorse }
}

/** What a model found: its items, and the sentences of its summary. */
function toldItems({ record, printed, prose, log }: Printing): readonly ToldItem[] {
  const { span, splitTurn } = record
  const split = splitTurn && { from: splitTurn.from, heading: SPLIT_TURN }
  return prose === '' ? printed.items : [...printed.items, ...proseItems(prose, log.cleaned(), span, split)]
}

function pageWith(items: readonly ToldItem[], share: number, options: Printing): SummarizeRecord {
  const { record, ledger, tokens, heard, policy, tokenizer, log, instructions } = options
  const told: Told = { items, seenTo: ledger.coveredTo, round: ledger.round, share, putOn: toldPage }
  const { ledger: _, prose: __, ...bare } = record
  const workshop = { tokenizer, prefix: policy.summaryPrefix, profile: profileFor(policy), instructions, told }
  return resummarized(log, bare, workshop, { tokens, heard })
}

/** Whether the page without a model says something of task and rules that this one does not, although L15 has room for it. */
function losesHeard({ summary }: SummarizeRecord, { record, log, heard, tokenizer }: Printing): boolean {
  const isLost = (words: string): boolean =>
    record.summary.includes(words) && !summary.includes(words) && (heard === 0 || tokenizer.count(words) <= heard)
  return heardSections(log.cleaned(), record.span, isLost).length > 0
}

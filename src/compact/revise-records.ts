import { dropIndexOf } from '../ledger/drop-index.ts'
import { foldLedger } from '../ledger/fold.ts'
import { profileFor } from '../ledger/profile-for.ts'
import { missingFrom, requiredItems, restoring } from '../ledger/required-items.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Ledger, LedgerItem } from '../schema/ledger.ts'
import type { FoldRecord, PlanRecord, Revised, SummarizeRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { rangeAt, rangeContains } from '../schema/range.ts'
import type { Superseded } from '../schema/reconciliation.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import { type RevisedLog, revisedIn, revisedLog } from '../view/revised-log.ts'
import { resummarized } from './fulfil.ts'
import { printedRecord } from './print-record.ts'

interface Revising {
  readonly log: MeasuredLog
  readonly policy: Policy
  readonly tokenizer: Tokenizer
  /** What whoever asked for the compaction wanted in its summary. */
  readonly instructions: string
}

/**
 * Records with what a client edited or deleted of what they fold. Summaries are made anew in the room that they have: what was said by
 * nothing but such messages is not said any more.
 */
export function reviseRecords(
  records: readonly PlanRecord[],
  superseded: readonly Superseded[],
  revising: Revising,
): readonly PlanRecord[] {
  const before = revisedIn(records)
  const now = after(before, superseded)
  const changes = changesBetween(before, now)
  if (changes.length === 0) return records
  const log = revisedLog(revising.log, now)
  return records.map((record) => {
    if (record.action !== 'summarize' && record.action !== 'drop') return record
    const changed = new Set(changes.filter((seq) => rangeContains(record.span, seq)))
    return changed.size === 0 ? record : revise(withRevised(record, now), changed, { ...revising, log })
  })
}

function changesBetween(before: readonly Revised[], now: readonly Revised[]): readonly Seq[] {
  const texts = new Map(before.map(({ seq, text }) => [seq, text]))
  const kept = new Set(now.map(({ seq }) => seq))
  const [made, undone] = [now.filter(({ seq, text }) => texts.get(seq) !== text), before.filter(({ seq }) => !kept.has(seq))]
  return [...made, ...undone].map(({ seq }) => seq)
}

function after(before: readonly Revised[], superseded: readonly Superseded[]): readonly Revised[] {
  const texts = new Map(before.map(({ seq, text }) => [seq, text]))
  for (const { seq, by, text } of superseded) {
    if (by === 'restored') texts.delete(seq)
    else texts.set(seq, by === 'edited' ? text : null)
  }
  return [...texts].map(([seq, text]) => ({ seq, text })).sort((a, b) => a.seq - b.seq)
}

function withRevised(record: FoldRecord, all: readonly Revised[]): FoldRecord {
  const revised = all.filter(({ seq }) => rangeContains(record.span, seq))
  const { revised: _, ...rest } = record
  return { ...rest, ...(revised.length === 0 ? {} : { revised }) }
}

interface Remaking extends Revising {
  readonly log: RevisedLog
}

function revise(record: FoldRecord, changed: ReadonlySet<Seq>, remaking: Remaking): PlanRecord {
  const { log, policy, tokenizer, instructions } = remaking
  if (record.action === 'drop') return { ...record, index: dropIndexOf(log.cleaned(), record.span) }
  const { ledger: told, prose: _, ...bare } = record
  const printing = { profile: profileFor(policy), standing: [record] }
  const floor = (): SummarizeRecord =>
    resummarized(log, bare, { tokenizer, prefix: policy.summaryPrefix, instructions, ...printing })
  if (told === undefined) return floor()
  const ledger = withoutSuperseded(told, changed, remaking)
  // Of sentences that a model wrote, nobody knows which ones were about what is gone.
  const room = { tokens: record.tokens, heard: Math.floor(record.tokens / 2) }
  const { made } = printedRecord({
    ...{ record: bare, ledger, printed: ledger, prose: '', ...room },
    ...{ instructions, policy, tokenizer, log },
  })
  return made ?? { ...floor(), ledger }
}

/** A ledger without what only these entries say, or said in words that no other source of it has, and with what must be known of them as they are now. */
function withoutSuperseded(ledger: Ledger, changed: ReadonlySet<Seq>, { log }: Remaking): Ledger {
  const said = log.cleaned()
  const gone = new Set<number>(changed)
  const isGone = ({ sources, text }: LedgerItem): boolean => {
    if (!sources.some((seq) => gone.has(seq))) return false
    const left = wordsOf(sources.map((seq) => textOf(said.entries[seq])))
    const before = wordsOf(sources.filter((seq) => gone.has(seq)).map((seq) => textOf(log.entries[seq])))
    return sources.every((seq) => gone.has(seq)) || [...wordsOf([text])].some((word) => before.has(word) && !left.has(word))
  }
  const items = ledger.items.map(
    (item): LedgerItem => (isGone(item) ? { ...item, status: 'superseded' } : withoutBesides(item, gone)),
  )
  const kept = { ...ledger, items }
  const active = { ...kept, items: items.filter(({ status }) => status === 'active') }
  const additions = [...changed].flatMap((seq) =>
    missingFrom(active, requiredItems(active, said, rangeAt(seq))).missing.map((required) => restoring(required, active)),
  )
  return foldLedger(kept, additions, said).ledger
}

/** What was said besides goes with any entry that it was drawn from. */
function withoutBesides({ unconfirmed, ...item }: LedgerItem, gone: ReadonlySet<number>): LedgerItem {
  return unconfirmed === undefined || unconfirmed.sources.some((seq) => gone.has(seq)) ? item : { ...item, unconfirmed }
}

function textOf(entry: Entry | undefined): string {
  return entry !== undefined && 'text' in entry ? entry.text : ''
}

/** Words that say what something is about; the short ones do not. */
function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(/[\p{L}\p{N}_]{4,}|\p{N}+/gu) ?? []))
}

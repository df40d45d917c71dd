import { checkSummary } from '../ledger/check-summary.ts'
import { foldLedger } from '../ledger/fold.ts'
import { itemLine } from '../ledger/item-line.ts'
import { demoteItems } from '../ledger/rank.ts'
import type { ReadLog } from '../ledger/read-log.ts'
import { missingFrom, requiredItems, restoring } from '../ledger/required-items.ts'
import { isOvertaken, takeBacks } from '../ledger/take-back.ts'
import type { Redact } from '../redact/redact.ts'
import type { Seq } from '../schema/ids.ts'
import type { Ledger, LedgerItem } from '../schema/ledger.ts'
import type { SummarizeRecord } from '../schema/plan.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { Asked, Coverage, Finding, SummaryAccount, SummaryFault } from '../schema/summary.ts'

/** What is known of everything before the new entries. */
export interface Earlier {
  readonly ledger: Ledger
  readonly prose: string
  readonly summary: string
}

export interface Updated {
  /** What the next compaction goes on from. */
  readonly ledger: Ledger
  /** What is printed: the same, and whatever no model has looked at yet. */
  readonly printed: Ledger
  readonly prose: string
  /** Items that had to leave the ledger: they are found by their entries. */
  readonly demoted: readonly LedgerItem[]
  readonly asked: Asked | undefined
  readonly fault: { readonly reason: SummaryFault; readonly detail: string } | undefined
  readonly rejected: readonly Finding[]
  readonly repaired: SummaryAccount['repaired']
  readonly coverage: Coverage
}

/** Folds what is sound of the answer into the ledger, and puts back from the log what it leaves out. */
export function updateLedger(options: {
  readonly asked: Asked | undefined
  readonly earlier: Earlier
  readonly from: Seq
  readonly record: SummarizeRecord
  /** Without their secrets. */
  readonly log: ReadLog
  /** For what a summarizer says of its own. */
  readonly redact: Redact
  readonly pins: ReadonlySet<Seq>
  readonly tokenizer: Tokenizer
  /** Tokens that a ledger may have. */
  readonly most: number
}): Updated {
  const { asked, earlier, from, record, log, pins, tokenizer, redact } = options
  const { entries } = log
  const { span } = record
  const checked =
    asked?.kind === 'answered'
      ? checkSummary(asked.answer, { ledger: earlier.ledger, log, start: span.from, end: span.end, previous: earlier.prose })
      : undefined
  const fault =
    asked?.kind === 'failed'
      ? { reason: asked.reason, detail: asked.detail }
      : checked?.kind === 'unsound'
        ? { reason: checked.fault, detail: checked.detail }
        : undefined
  const told = checked?.kind === 'sound' ? foldLedger(earlier.ledger, checked.operations, { entries }).ledger : earlier.ledger
  const { missing, coverage } = missingFrom(told, from >= span.end ? [] : requiredItems(told, log, { from, end: span.end }))
  const additions = missing.map((required) => restoring(required, told))
  const restored = foldLedger(told, additions, { entries }).ledger
  const corrected = foldLedger(restored, takeBacks(restored, log, span.end), { entries }).ledger
  const completed = withoutSecrets(corrected, redact)
  const isCovered = checked?.kind === 'sound'
  const kept = demoteItems(completed, { tokens: options.most, cost: (item) => tokenizer.count(itemLine(item)), pins })
  const covered = { ...kept.ledger, coveredTo: span.end, round: earlier.ledger.round + 1 }
  return {
    // What no model has understood is shown to the next one again.
    ledger: isCovered ? covered : earlier.ledger,
    printed: withoutOvertaken(isCovered ? covered : completed, log),
    demoted: isCovered ? kept.demoted.map(({ item }) => item) : [],
    prose: checked?.kind === 'sound' && checked.prose !== '' ? redact(checked.prose) : earlier.prose,
    asked,
    fault,
    rejected: [...(asked?.kind === 'answered' ? (asked.answer.rejected ?? []) : []), ...(checked?.rejected ?? [])].map(
      (finding) => ({
        ...finding,
        text: redact(finding.text),
      }),
    ),
    repaired: missing.map(({ draft: { kind, text, sources } }) => ({ kind, text: redact(text), sources })),
    coverage,
  }
}

/** What is taken back behind the span stays in the ledger until the span has grown, and is not said. */
function withoutOvertaken(ledger: Ledger, log: ReadLog): Ledger {
  return { ...ledger, items: ledger.items.filter((item) => item.status !== 'active' || !isOvertaken(item, log)) }
}

/** A summarizer may know secrets from elsewhere, an earlier ledger may hold them: none goes into what is kept for the next prompt. */
function withoutSecrets(ledger: Ledger, redact: Redact): Ledger {
  return { ...ledger, items: ledger.items.map((item) => withContext(withText(item, redact(item.text)), redact)) }
}

function withContext(item: LedgerItem, redact: Redact): LedgerItem {
  const { context, unconfirmed } = item
  return {
    ...item,
    ...(context === undefined ? {} : { context: redact(context) }),
    ...(unconfirmed === undefined ? {} : { unconfirmed: { ...unconfirmed, text: redact(unconfirmed.text) } }),
  }
}

function withText(item: LedgerItem, text: string): LedgerItem {
  return text === item.text ? item : { ...item, text }
}

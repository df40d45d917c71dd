import { displaySummary } from '../ledger/display-summary.ts'
import { EMPTY_LEDGER } from '../ledger/fold.ts'
import type { Redact } from '../redact/redact.ts'
import { CompactionError } from '../schema/failures.ts'
import { after, type Seq, seqOf, type TenantId } from '../schema/ids.ts'
import type { PlanRecord, SummarizeRecord } from '../schema/plan.ts'
import type { Policy } from '../schema/policy.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Asked, SelectedModel, SummaryAccount, SummaryJob } from '../schema/summary.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import type { Outcome } from './plan-compaction.ts'
import { printedRecord } from './print-record.ts'
import { nothingPutBack, type SecondOpinion, spentOn, wasMade, withSecond } from './second-opinion.ts'
import { type Earlier, type Updated, updateLedger } from './update-ledger.ts'

/** A plan whose summary may be said better. */
export interface Refining {
  readonly outcome: Outcome
  /** Its summary. */
  readonly record: SummarizeRecord
  readonly log: MeasuredLog
  readonly policy: Policy
  readonly tokenizer: Tokenizer
  readonly pins: ReadonlySet<Seq>
  /** The plan in effect. */
  readonly before: readonly PlanRecord[]
  readonly tenant: TenantId
  readonly instructions: string
  readonly byteLimit: number | undefined
  readonly view: NonNullable<SummaryJob['view']>
  /** The model of the request, if it names one. */
  readonly selected: SelectedModel | undefined
}

/** What a summarizer is asked; `undefined` if there is nothing new to ask about. */
export function summaryJob(refining: Refining): Omit<SummaryJob, 'signal'> | undefined {
  const { log, policy, record, before, tenant, view, selected } = refining
  const { text: redact } = log.redact
  const { from: start, end } = record.span
  const earlier = ledgerBefore(before, record)
  const from = newFrom(earlier, record)
  if (!saysSomething(log, { from, end })) return undefined
  return {
    ...{ tenant, ledger: earlier.ledger, entries: log.cleanedWhole().entries, start, from, end, view },
    tokens: roomFor(refining),
    instructions: redact(refining.instructions),
    contents: policy.summaryContents ?? [],
    input: policy.summarizerInput,
    previous: redact(earlier.prose === '' ? earlier.summary : earlier.prose),
    most: policy.summaryTokens,
    splitTurn: record.splitTurn,
    cacheable: policy.summaryCache !== false,
    ...(selected === undefined ? {} : { selected }),
    ...(policy.summaryModel === undefined ? {} : { wanted: policy.summaryModel }),
    ...(policy.summaryOutput === undefined ? {} : { mostOutput: policy.summaryOutput }),
  }
}

/** The outcome with what was answered, as far as it is sound. */
export function refined(refining: Refining, asked: Asked | undefined, second?: SecondOpinion): Outcome {
  const { record, log, policy, pins, tokenizer } = refining
  const earlier = ledgerBefore(refining.before, record)
  const from = newFrom(earlier, record)
  const updated = updateLedger({
    asked: withinSource(asked, from, refining),
    ...{ earlier, from, record, pins, tokenizer },
    ...{ log: log.cleanedWhole(), redact: log.redact.text },
    most: Math.max(LEAST_LEDGER, LEDGER_SHARE * policy.summaryTokens),
  })
  const made = committable(refining, updated)
  if (second === undefined || second.graded.missing.length === 0) return withSecond(made, second)
  const { items } = updated.printed
  const completed = { ...updated, printed: { ...updated.printed, items: [...items, ...second.graded.missing] } }
  const remade = committable(refining, completed)
  const isWorse = remade.receipt.summary?.fault !== undefined
  return withSecond(isWorse ? made : remade, isWorse ? nothingPutBack(second) : second)
}

/** A ledger keeps more than one prompt has room for, and less than would grow for ever. */
const LEDGER_SHARE = 3
const LEAST_LEDGER = 4_000

/** What the plan in effect knew of the beginning of this span. Nothing if it folded something else. */
export function ledgerBefore(records: readonly PlanRecord[], { span }: SummarizeRecord): Earlier {
  const last = records.findLast((record) => record.action === 'summarize')
  const isGoingOn = last?.ledger !== undefined && last.span.from === span.from && last.ledger.coveredTo <= span.end
  if (last?.ledger === undefined || !isGoingOn) return { ledger: EMPTY_LEDGER, prose: '', summary: '' }
  return { ledger: last.ledger, prose: last.prose ?? '', summary: last.summary }
}

/** Where what no summary has covered begins. */
export function newFrom({ ledger }: Earlier, { span }: SummarizeRecord): Seq {
  return seqOf(Math.max(span.from, ledger.coveredTo))
}

export function saysSomething({ entries }: MeasuredLog, { from, end }: SeqRange): boolean {
  return entries.slice(from, end).some(({ kind, role }) => kind !== 'turn-start' && role !== 'system')
}

/** The summary's own tokens, and what the plan left below its mark; always less than what it stands for. */
function roomFor({ outcome: { receipt, fitted }, policy, log, record }: Refining): number {
  const spare = Math.max(0, receipt.tokens.release - fitted.tokens)
  const room = Math.max(record.tokens, Math.min(policy.summaryTokens, record.tokens + spare))
  return Math.min(room, tokensIn(log, record.span) - 1)
}

function tokensIn({ measures }: MeasuredLog, { from, end }: SeqRange): number {
  let sum = 0
  for (let seq = from; seq < end; seq = after(seq)) sum += measures.tokens(seq)
  return sum
}

/** A text that is longer than what it is about is not a summary (case 23). */
function withinSource(asked: Asked | undefined, from: Seq, { record, tokenizer, log }: Refining): Asked | undefined {
  if (asked?.kind !== 'answered') return asked
  const { span } = record
  const { content, attempts } = asked.answer
  const text =
    content.kind === 'prose' ? content.text : content.operations.map((operation) => JSON.stringify(operation)).join('\n')
  const most = Math.max(LEAST_SOURCE, tokensIn(log, content.kind === 'prose' ? span : { from, end: span.end }))
  // A text of so many characters has more tokens than that, whatever it says: it need not be counted.
  const tokens = text.length > most * LONGEST_TOKENS ? text.length / LONGEST_TOKENS : tokenizer.count(text)
  if (tokens <= most) return asked
  return { kind: 'failed', reason: 'too-long', detail: 'it is longer than what it is about', attempts, ms: asked.ms }
}

/** Operations about a word or two may be longer than these. */
const LEAST_SOURCE = 200
/** Characters of a token, at the most. */
const LONGEST_TOKENS = 64

const MOST_TRIES = 5
/** At the least. */
const BYTES_A_TOKEN = 2

/** The outcome with the printed ledger if it fits and is valid; otherwise as it was, with the reason. */
function committable(refining: Refining, updated: Updated): Outcome {
  const { outcome, record, policy, tokenizer, log, instructions } = refining
  const { text: redact } = log.redact
  const isModels = updated.fault === undefined && updated.asked?.kind === 'answered'
  // Without an answer and without anything written before, the summary that needs no model says most.
  if (!isModels && updated.ledger.items.length === 0 && updated.prose === '')
    return accounted(outcome, unused(updated), 0, redact)
  const most = Math.max(outcome.receipt.tokens.after, outcome.receipt.tokens.release)
  const bytes = Math.max(outcome.receipt.bytes.after, refining.byteLimit ?? Number.POSITIVE_INFINITY)
  const { heard } = outcome.fitted
  let tokens = roomFor(refining)
  let fault = updated.fault ?? { reason: 'too-long' as const, detail: 'there is no room for it' }
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const printed = printedRecord({ record, ...updated, tokens, heard, policy, tokenizer, log, instructions })
    const { made, unprinted } = printed
    if (printed.isWorse && isModels) fault = { reason: 'no-better', detail: 'the page without a model tells more' }
    if (made === undefined) break
    const records = outcome.fitted.records.map((other) => (other === record ? made : other))
    const remade = tryWith(outcome, records)
    if (remade === undefined) break
    const over = Math.max(remade.receipt.tokens.after - most, (remade.receipt.bytes.after - bytes) / BYTES_A_TOKEN)
    if (over <= 0) return accounted(remade, updated, unprinted, redact)
    // What is counted in the request is a little more than what was printed: a little less each time, then much less.
    tokens -= Math.ceil(Math.max(over, tokens * 0.02) * 2 ** tries)
  }
  // What the model found is known, even if the page says it as well without it.
  const known = fault.reason === 'no-better' ? updated : ledgerBefore(refining.before, record)
  const kept = outcome.with(outcome.fitted.records.map((other) => (other === record ? keeping(record, known) : other)))
  return accounted(kept, { ...unused(updated), fault }, 0, redact)
}

/** If the ledger is not printed, nothing was put back into it and nothing had to leave it. */
function unused(updated: Updated): Updated {
  return { ...updated, repaired: [], demoted: [] }
}

/** The deterministic summary, and with it what a model has found out. */
function keeping(record: SummarizeRecord, { ledger, prose }: Pick<Earlier, 'ledger' | 'prose'>): SummarizeRecord {
  return ledger.items.length === 0 ? record : { ...record, ledger, ...(prose === '' ? {} : { prose }) }
}

function tryWith(outcome: Outcome, records: readonly PlanRecord[]): Outcome | undefined {
  try {
    return outcome.with(records)
  } catch (error) {
    if (error instanceof CompactionError) return undefined
    throw error
  }
}

function accounted(outcome: Outcome, updated: Updated, unprinted: number, redact: Redact): Outcome {
  const { asked, fault, rejected, repaired, coverage } = updated
  const answer = asked?.kind === 'answered' ? asked.answer : undefined
  const attempts = asked?.kind === 'failed' ? asked.attempts : (answer?.attempts ?? [])
  const isModels = fault === undefined && answer !== undefined
  const summary: SummaryAccount = {
    by: isModels ? answer.by : 'deterministic',
    ...(fault === undefined ? {} : { fault }),
    ...{ attempts, rejected, repaired, coverage, unprinted },
    demoted: updated.demoted.map(({ kind, text, sources }) => ({ kind, text, sources })),
    usage: answer?.usage ?? null,
    money: answer?.money ?? spentOn(attempts),
    ms: asked?.ms ?? 0,
    cached: answer?.cached === true,
    display: redact(displaySummary(updated.printed, isModels ? answer.display : undefined)),
    remarks: answer?.remarks ?? [],
  }
  return { ...outcome, receipt: { ...outcome.receipt, summarizerCalls: attempts.filter(wasMade).length, summary } }
}

import { MESSAGE_TOKENS } from '../budget/measure.ts'
import { dropIndexOf } from '../ledger/drop-index.ts'
import { floorSummary } from '../ledger/floor-summary.ts'
import { type ReadLog, readLog } from '../ledger/read-log.ts'
import type { Told } from '../ledger/told.ts'
import { makeSpan } from '../log/span.ts'
import { noRedaction, type Redactor } from '../redact/redact.ts'
import { summaryText } from '../render/placeholders.ts'
import { frozen } from '../schema/frozen.ts'
import type { DropIndex, FoldRecord, PlanRecord, Revised, SummarizeRecord } from '../schema/plan.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { PrintProfile } from '../schema/print-profile.ts'
import { rangeAt, rangeContains, type SeqRange } from '../schema/range.ts'
import type { Log, Order } from '../schema/strategy.ts'

const NOT_YET: DropIndex = frozen({ keywords: [], brief: '', time: null })

/** A log that can be quoted without its secrets. */
type Quotable = Log & { readonly redact?: Redactor; readonly revised?: readonly Revised[]; cleaned?(): ReadLog }

interface Workshop {
  readonly tokenizer: Tokenizer
  /** Stands in front of every summary. */
  readonly prefix?: string | undefined
  /** What whoever asked for the compaction wants in its summary. */
  readonly instructions?: string
  /** What a model has to say in its summaries. */
  readonly told?: Told | undefined
  /** Under which headings its summaries are printed; ours unless told. */
  readonly profile?: PrintProfile | undefined
  /** What is folded already: how many times the conversation was summarized. */
  readonly standing?: readonly FoldRecord[] | undefined
}

/** Makes what a plan ordered. Indexes of what is dropped change no request: `withIndexes` makes them for the plan that is taken. */
export function fulfil(log: Quotable, orders: readonly Order[], workshop: Workshop): readonly PlanRecord[] {
  return orders.map((order) => makeRecord(log, order, workshop))
}

export function withIndexes(log: Quotable, records: readonly PlanRecord[]): readonly PlanRecord[] {
  return records.map((record) =>
    record.action === 'drop' ? { ...record, index: dropIndexOf(quotable(log), record.span) } : record,
  )
}

function quotable(log: Quotable): ReadLog {
  return log.cleaned?.() ?? readLog(log.entries)
}

function makeRecord(log: Quotable, order: Order, workshop: Workshop): PlanRecord {
  switch (order.action) {
    case 'shorten': {
      const { action, excerpt, tokens } = order
      return { action, span: makeSpan(log, rangeAt(order.seq)), tokens, excerpt }
    }
    case 'clear': {
      const { action, preservedFields, tokens, note } = order
      const span = makeSpan(log, rangeAt(order.seq))
      return { action, span, tokens, preservedFields, ...(note === undefined ? {} : { note }) }
    }
    case 'externalize': {
      const { seq, ...pointer } = order
      return { ...pointer, span: makeSpan(log, rangeAt(seq)) }
    }
    case 'summarize':
      return summarize(log, order, workshop)
    case 'drop': {
      const { action, reason, carries } = order
      return { action, span: makeSpan(log, order), tokens: 0, reason, index: NOT_YET, carries, ...revisedOf(log, order) }
    }
  }
}

type SummarizeOrder = Extract<Order, { action: 'summarize' }>

/** Heads the summary of the beginning of a turn that is folded in part (E6). */
export const SPLIT_TURN = 'Turn Context (split turn)'
/** What stands in front of a summary may take this share of it. */
const PREFIX_SHARE = 0.25

function summarize(log: Quotable, order: SummarizeOrder, workshop: Workshop): SummarizeRecord {
  const { carries } = order
  const { tokenizer, prefix = '' } = workshop
  const text = order.splitTurn === undefined ? rangeSummary(log, order, workshop) : splitSummary(log, order, workshop)
  const isShort = prefix !== '' && tokenizer.count(prefix) <= order.tokens * PREFIX_SHARE
  // What was quoted is clean already; what stands around it may hold secrets, too.
  const { redact = noRedaction } = log
  const summary = redact.text(isShort ? `${prefix}\n\n${text}` : text)
  const splitTurn = order.splitTurn === undefined ? {} : { splitTurn: order.splitTurn }
  const span = makeSpan(log, order)
  return priced({ action: 'summarize', span, tokens: 0, summary, carries, ...splitTurn, ...revisedOf(log, order) }, tokenizer)
}

/** What clients made since of the entries of a range: the next summary of them says that, too. */
function revisedOf({ revised = [] }: Quotable, range: SeqRange): { readonly revised?: readonly Revised[] } {
  const inside = revised.filter(({ seq }) => rangeContains(range, seq))
  return inside.length === 0 ? {} : { revised: inside }
}

/** Room for a summary, and how much of it task and rules may take first (L15). */
interface Room {
  readonly tokens: number
  readonly heard?: number
}

/** The summary of the same entries made anew, in the room that it has unless told. */
export function resummarized(
  log: Quotable,
  record: SummarizeRecord,
  workshop: Workshop,
  { tokens, heard = 0 }: Room = record,
): SummarizeRecord {
  const { tokenizer, prefix = '' } = workshop
  const { span, carries, splitTurn } = record
  const around = priced({ ...record, summary: '' }, tokenizer).tokens + (splitTurn?.tokens ?? 0) + tokenizer.count(prefix)
  const order = { action: 'summarize', from: span.from, end: span.end, carries, heard, ...(splitTurn && { splitTurn }) } as const
  const made = (room: number): SummarizeRecord => summarize(log, { ...order, tokens: Math.max(0, room) }, workshop)
  const first = made(tokens - around)
  return first.tokens <= tokens ? first : made(2 * tokens - around - first.tokens)
}

/** A record with what its summary costs. */
function priced(record: SummarizeRecord, tokenizer: Tokenizer): SummarizeRecord {
  // Its own text, so that a view of it need not put that together once more.
  const made = { ...record, tokens: 0 }
  made.tokens = tokenizer.count(summaryText(made)) + MESSAGE_TOKENS
  return made
}

function rangeSummary(log: Quotable, order: SummarizeOrder, workshop: Workshop): string {
  const { from, end, tokens, carries, heard = 0 } = order
  const { tokenizer, instructions = '', told, profile } = workshop
  const shown = new Set(carries.map((carry) => carry.seq))
  const cut = new Set(carries.flatMap(({ seq, excerpt }) => (excerpt === undefined ? [] : [seq])))
  const round = told?.round ?? roundOf(order, workshop)
  return floorSummary({ log: quotable(log), from, end, tokens, heard, shown, cut, tokenizer, instructions, told, profile, round })
}

/** How many times the conversation was summarized, as its last summary says: one more if it folds more. */
function roundOf({ end }: SummarizeOrder, { profile, standing = [] }: Workshop): number {
  const last = standing.findLast((record) => record.action === 'summarize')
  if (last === undefined || profile === undefined) return 1
  const said = Math.max(last.ledger?.round ?? 0, roundIn(last.summary, profile))
  return last.span.end < end ? said + 1 : Math.max(1, said)
}

/** The number that a profile's title has in a summary; 0 if it has none. */
function roundIn(summary: string, { title }: PrintProfile): number {
  const [before = '', after = ''] = title.split('{round}')
  const line = summary.split('\n').find((text) => before !== '' && text.startsWith(before) && text.endsWith(after))
  return line === undefined ? 0 : Number.parseInt(line.slice(before.length), 10) || 0
}

/** A profile without what it says only once. */
function bare({ profile }: Workshop): PrintProfile | undefined {
  return profile && { ...profile, title: '', sections: profile.sections.map(({ empty: _, ...section }) => section) }
}

/** What came before the turn, and under a heading of its own the turn's beginning. */
function splitSummary(log: Quotable, order: SummarizeOrder, workshop: Workshop): string {
  const { from, splitTurn = { from, tokens: 0 } } = order
  const before = splitTurn.from > from ? rangeSummary(log, { ...order, end: splitTurn.from }, workshop) : ''
  const turn = rangeSummary(
    log,
    { ...order, from: splitTurn.from, tokens: splitTurn.tokens },
    { ...workshop, profile: bare(workshop) },
  )
  return [...(before === '' ? [] : [before]), `${SPLIT_TURN}\n${turn}`].join('\n\n')
}

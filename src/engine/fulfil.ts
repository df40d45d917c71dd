import { MESSAGE_TOKENS } from '../budget/measure.ts'
import { dropIndexOf } from '../ledger/drop-index.ts'
import { floorSummary } from '../ledger/floor-summary.ts'
import { type Log, makeSpan } from '../log/span.ts'
import type { Order } from '../plan/scene.ts'
import { summaryText } from '../render/placeholders.ts'
import type { DropIndex, PlanRecord, SummarizeRecord } from '../schema/plan.ts'
import type { Tokenizer } from '../schema/ports.ts'

const NOT_YET: DropIndex = { keywords: [], brief: '', time: null }

/** Makes what a plan ordered. Indexes of what is dropped change no request: `withIndexes` makes them for the plan that is taken. */
export function fulfil(log: Log, orders: readonly Order[], tokenizer: Tokenizer): readonly PlanRecord[] {
  return orders.map((order) => makeRecord(log, order, tokenizer))
}

export function withIndexes(log: Log, records: readonly PlanRecord[]): readonly PlanRecord[] {
  return records.map((record) =>
    record.action === 'drop' ? { ...record, index: dropIndexOf(log.entries, record.span.from, record.span.to) } : record,
  )
}

function makeRecord(log: Log, order: Order, tokenizer: Tokenizer): PlanRecord {
  switch (order.action) {
    case 'shorten': {
      const { action, excerpt, tokens } = order
      return { action, span: makeSpan(log, order.seq, order.seq), tokens, excerpt }
    }
    case 'clear': {
      const { action, preservedFields, tokens } = order
      return { action, span: makeSpan(log, order.seq, order.seq), tokens, preservedFields }
    }
    case 'summarize':
      return summarize(log, order, tokenizer)
    case 'drop': {
      const { action, from, to, reason, carries } = order
      return { action, span: makeSpan(log, from, to), tokens: 0, reason, index: NOT_YET, carries }
    }
  }
}

function summarize(log: Log, order: Extract<Order, { action: 'summarize' }>, tokenizer: Tokenizer): SummarizeRecord {
  const { from, to, tokens, carries } = order
  const summary = floorSummary({
    entries: log.entries,
    from,
    to,
    tokens,
    shown: new Set(carries.map((carry) => carry.seq)),
    tokenizer,
  })
  const record: SummarizeRecord = { action: 'summarize', span: makeSpan(log, from, to), tokens: 0, summary, carries }
  return { ...record, tokens: tokenizer.count(summaryText(record)) + MESSAGE_TOKENS }
}

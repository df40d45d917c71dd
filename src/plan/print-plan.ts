import { handleOf } from '../schema/ids.ts'
import type { StoredPlan, StoredRecord } from '../schema/stored-plan.ts'

/** A plan in words, one line a record. */
export function printPlan(plan: Pick<StoredPlan, 'records' | 'originalTokens' | 'compactedTokens' | 'version'>): string {
  const head = `${plan.originalTokens} -> ${plan.compactedTokens} tokens, ${plan.version} entries`
  return [head, ...plan.records.map(printRecord)].join('\n')
}

function printRecord(record: StoredRecord): string {
  const { from, to, firstTurn, lastTurn } = record.span
  const range = from === to ? handleOf(from) : `${handleOf(from)}–${handleOf(to)}`
  const turns = firstTurn === lastTurn ? `turn ${firstTurn}` : `turns ${firstTurn}–${lastTurn}`
  return `  ${record.action.padEnd(11)} ${range} (${turns}, ${record.tokens} tokens)${detailOf(record)}`
}

function detailOf(record: StoredRecord): string {
  switch (record.action) {
    case 'summarize':
    case 'drop':
      return record.carries.length === 0 ? '' : ` carries ${record.carries.map((carry) => handleOf(carry.seq)).join(' ')}`
    case 'externalize':
      return ` to ${record.artifact}`
    case 'shorten':
      return ` head ${record.excerpt.head}, tail ${record.excerpt.tail} characters`
    case 'clear':
      return ''
  }
}

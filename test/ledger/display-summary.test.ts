import { describe, expect, it } from 'vitest'
import { displaySummary } from '../../src/ledger/display-summary.ts'
import { EMPTY_LEDGER, foldLedger } from '../../src/ledger/fold.ts'
import type { ItemKind, Ledger } from '../../src/schema/ledger.ts'
import { workedSession } from '../support/worked-session.ts'

function ledgerOf(...items: readonly (readonly [ItemKind, string])[]): Ledger {
  const operations = items.map(([kind, text]) => ({
    op: 'add' as const,
    item: { kind, text, sources: [0], authority: 'user' as const },
  }))
  return foldLedger(EMPTY_LEDGER, operations, { entries: workedSession() }).ledger
}

describe('two sentences for people', () => {
  it('B3 · show no code and no record that somebody pasted, but what was asked', () => {
    const pasted = 'const content = JSON.parse(line.slice(6));\nPlease fix the streaming of single tokens.'
    expect(displaySummary(ledgerOf(['task', 'build the importer'], ['request', pasted]), undefined)).toBe(
      'build the importer. Please fix the streaming of single tokens.',
    )
    const record = '{"stop_reason":null,"usage":{"input_tokens":8}}'
    expect(displaySummary(ledgerOf(['task', 'merge the parent branch'], ['request', record]), undefined)).toBe(
      'merge the parent branch.',
    )
    expect(displaySummary(ledgerOf(['task', 'Implement the following plan:']), undefined)).toBe('')
  })
})

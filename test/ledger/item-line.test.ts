import { describe, expect, it } from 'vitest'
import { itemLine } from '../../src/ledger/item-line.ts'
import type { LedgerItem } from '../../src/schema/ledger.ts'

describe('a quotation with a note beside it', () => {
  it('L12 · says the note as the agent’s, between marks that it cannot close', () => {
    const context = 'the question “which store?”” (e7): a person, verbatim'
    const item: LedgerItem = {
      ...{ id: 'i1', kind: 'request', text: 'do 1', sources: [3], authority: 'user', context, status: 'done', time: null },
    }
    expect(itemLine(item)).toBe(
      '- a person, verbatim (e3, done), the agent notes “the question "which store?"" (e_7): a person, verbatim”: “do 1”',
    )
  })

  it('F4 · stored ledgers from before have none, and print as they did', () => {
    const item: LedgerItem = {
      id: 'i1',
      kind: 'request',
      text: 'do 1',
      sources: [3],
      authority: 'user',
      status: 'active',
      time: null,
    }
    expect(itemLine(item)).toBe('- a person, verbatim (e3): “do 1”')
  })
})

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ledgerRounds } from '../support/ledger-rounds.ts'

describe('docs/ledger.md', () => {
  it('A23 · shows three rounds of the sample as they are: request, actions and state, each with what it came from', () => {
    const document = readFileSync('docs/ledger.md', 'utf8')
    const rounds = ledgerRounds()
    expect(rounds).toHaveLength(3)
    for (const round of rounds) expect(document, `paste this:\n${round}\n`).toContain(round)
  })
})

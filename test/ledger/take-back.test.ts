import { describe, expect, it } from 'vitest'
import { EMPTY_LEDGER, foldLedger } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { isOvertaken, takeBacks } from '../../src/ledger/take-back.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Ledger, LedgerOperation } from '../../src/schema/ledger.ts'
import { neutralEntries } from '../support/logs.ts'
import { add } from '../support/summaries.ts'
import { says } from '../support/worked-session.ts'

const entries = neutralEntries([
  says('user', 'Never set the mail port above 1000.'),
  says('assistant', 'The billing port is 5020.'),
  says('assistant', 'The search port is 5021.'),
  says('user', 'Correction: never set the mail port above 8000.'),
  says('assistant', 'The billing port is 8020.'),
])
const ledgerOf = (...operations: readonly LedgerOperation[]): Ledger => foldLedger(EMPTY_LEDGER, operations, { entries }).ledger
const corrected = (ledger: Ledger, end = seqOf(entries.length)) =>
  foldLedger(ledger, takeBacks(ledger, readLog(entries), end), { entries }).ledger
const lines = ({ items }: Ledger) => items.map(({ text, status }) => `${status}: ${text}`)

describe('what the log takes back', () => {
  it('is superseded by what took it back, even if no summary said so', () => {
    const ledger = ledgerOf(add('fact', 'The billing port is 5020.', [1]), add('fact', 'The search port is 5021.', [2]))
    expect(lines(corrected(ledger))).toEqual([
      'superseded: The billing port is 5020.',
      'active: The search port is 5021.',
      'active: The billing port is 8020.',
    ])
  })

  it('is superseded by the item that says so, which is not said twice', () => {
    const ledger = ledgerOf(add('fact', 'The billing port is 5020.', [1]), add('decision', 'The billing port is 8020.', [4]))
    expect(lines(corrected(ledger))).toEqual(['superseded: The billing port is 5020.', 'active: The billing port is 8020.'])
    expect(takeBacks(corrected(ledger), readLog(entries), seqOf(entries.length))).toEqual([])
  })

  it('only as far as the summary reaches, and then it is overtaken all the same', () => {
    const ledger = ledgerOf(add('fact', 'The billing port is 5020.', [1]))
    expect(takeBacks(ledger, readLog(entries), seqOf(4))).toEqual([])
    expect(
      isOvertaken({ kind: 'fact', text: 'The billing port is 5020.', sources: [1], authority: 'assistant' }, readLog(entries)),
    ).toBe(true)
  })

  it('L12 · a person’s word by a person only', () => {
    const rule = { kind: 'constraint', text: 'Never set the mail port above 1000.', sources: [0], authority: 'user' } as const
    expect(isOvertaken(rule, readLog(entries))).toBe(true)
    const agents = neutralEntries([says('user', 'The port is 1.'), says('assistant', 'The port is 2.')])
    expect(isOvertaken({ kind: 'fact', text: 'The port is 1.', sources: [0], authority: 'user' }, readLog(agents))).toBe(false)
    expect(isOvertaken({ kind: 'fact', text: 'The port is 1.', sources: [0], authority: 'assistant' }, readLog(agents))).toBe(
      true,
    )
  })
})

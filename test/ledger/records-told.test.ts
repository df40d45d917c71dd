import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { checkOperations } from '../../src/ledger/check/check-operations.ts'
import { sourceReader } from '../../src/ledger/check/sources.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { ItemKind } from '../../src/schema/ledger.ts'
import { add } from '../support/summaries.ts'

const record = {
  user: 'mia_olsen_31',
  created_at: '2026-03-04T07:15:30',
  payment_methods: {
    card_41: { id: 'card_41', brand: 'visa', last_four: '7238' },
    voucher_9: { id: 'voucher_9', amount: 5150 },
  },
}
const thread = await createCompactor({ clock: () => 0 }).thread('records')
await thread.append(
  [
    { role: 'user', content: 'Cancel the ferry of Sunday, please.' },
    {
      role: 'assistant',
      content: 'I propose to cancel booking K7QX and to refund the card.',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_user', arguments: '{"id":"mia_olsen_31"}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: JSON.stringify(record) },
    { role: 'assistant', content: 'Shall I go on with booking K7QX?' },
    { role: 'user', content: 'Yes, go on with booking K7QX.' },
  ],
  { dialect: 'openai-chat' },
)
const entries = await thread.entries()
const scene = { log: readLog(entries), entries, start: seqOf(0), end: seqOf(entries.length), read: sourceReader(entries) }
const [ASKED, PROPOSED, , RECORD, SHALL, YES] = [0, 1, 2, 3, 4, 5]

function kept(kind: ItemKind, text: string, sources: readonly number[]): string | undefined {
  const [operation] = checkOperations(EMPTY_LEDGER, [add(kind, text, [...sources])], scene).accepted
  return operation?.op === 'add' ? operation.item.text : undefined
}

describe('cases 48–50 · what records and people say, told by a model', () => {
  it.each<readonly [string, ItemKind, string, readonly number[]]>([
    ['a time as records have it', 'fact', 'mia_olsen_31 has created_at 2026-03-04T07:15:30.', [RECORD]],
    ['a number beside the name whose record it is in', 'fact', 'mia_olsen_31 has card_41 visa 7238.', [RECORD]],
    [
      'who said what, word for word',
      'step',
      'The agent asked about booking K7QX. The person answered "Yes, go on with booking K7QX."',
      [SHALL, YES],
    ],
    ['what was proposed', 'decision', 'To cancel booking K7QX and to refund the card was proposed.', [PROPOSED]],
  ])('%s is taken', (_, kind, text, sources) => {
    expect(kept(kind, text, sources)).toBe(text)
  })

  it.each<readonly [string, ItemKind, string, readonly number[]]>([
    ['another time', 'fact', 'mia_olsen_31 has created_at 2026-03-04T07:15:31.', [RECORD]],
    ['the number of another record', 'fact', 'mia_olsen_31 has voucher_9 visa 7238.', [RECORD]],
    ['a person’s words as the agent’s', 'step', 'The agent said "Yes, go on with booking K7QX."', [SHALL, YES]],
    ['the agent’s words as a person’s', 'step', 'The person said "I propose to cancel booking K7QX".', [ASKED, PROPOSED]],
    [
      'what was proposed as not proposed',
      'decision',
      'To cancel booking K7QX and to refund the card was not proposed.',
      [PROPOSED],
    ],
  ])('%s is not', (_, kind, text, sources) => {
    expect(kept(kind, text, sources)).not.toBe(text)
  })

  it('of a list that is wrong at its end, the beginning does not stand for all of it', () => {
    const list = 'Payment methods: card_41 visa 7238, voucher_9 amount 5150, voucher_12 amount 80.'
    expect(kept('fact', `get_user returned mia_olsen_31. ${list}`, [RECORD])).toBe('get_user returned mia_olsen_31.')
  })
})

import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/dialects/ai-sdk/dialect.ts'
import { findFrontier } from '../../src/log/frontier.ts'
import { splitUnits } from '../../src/log/rounds.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { entriesFrom } from '../support/logs.ts'

const asked: Json = {
  role: 'assistant',
  content: [
    { type: 'tool-call', toolCallId: 'c', toolName: 'f', input: {} },
    { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c' },
  ],
}
const given: Json = { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'ap', approved: true }] }
const words = (role: string): Json => ({ role, content: 'words' })

describe('an approval and its call', () => {
  it('case 16 · are one unit: neither is folded without the other', () => {
    const entries = entriesFrom(aiSdk, [words('user'), asked, words('user'), given, words('assistant')])
    expect(splitUnits(entries, seqOf(0))).toEqual([
      { from: 0, end: 1 },
      { from: 1, end: 5 },
      { from: 5, end: 6 },
    ])
  })

  it('case 16 · are apart once the agent has spoken again: the approval is late', () => {
    const entries = entriesFrom(aiSdk, [words('user'), asked, words('user'), words('assistant'), given])
    expect(splitUnits(entries, seqOf(0)).map(({ from }) => from)).toEqual([0, 1, 3, 4, 5])
  })

  it('case 16 · belong to the open round', () => {
    const entries = entriesFrom(aiSdk, [words('user'), asked, given])
    expect(findFrontier(entries)).toEqual({ people: [0], openRound: [1, 2, 3] })
  })
})

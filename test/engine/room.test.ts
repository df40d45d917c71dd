import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { stringsIn } from '../support/invariants.ts'
import { calls, finishedTurns, messagesFor, prose, results, user } from '../support/steps.ts'

describe('the room of a summary', () => {
  it('case 97 · a large open round stays whole and does not starve what led up to it', async () => {
    const output = prose(3_000)
    const open = [user('go on'), calls(['big', 'read_file', { path: 'src/big.ts' }]), results(['big', output])]
    const thread = await createCompactor().thread('large')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(120, 150), ...open]))
    const { receipt, request } = await thread.compact({ window: 8_000, reserve: 0 })
    expect(stringsIn(request)).toContain(output)
    expect(receipt.tokens.after).toBeGreaterThan(receipt.tokens.release)
    expect(receipt.tokens.after).toBeLessThanOrEqual(8_000)
    expect(receipt.kinds?.after.summary).toBeGreaterThan(2_000)
  })
})

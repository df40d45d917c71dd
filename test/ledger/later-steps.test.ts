import { describe, expect, it } from 'vitest'
import { checkOperations } from '../../src/ledger/check/check-operations.ts'
import { sourceReader } from '../../src/ledger/check/sources.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { isOvertaken } from '../../src/ledger/take-back.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { ItemKind } from '../../src/schema/ledger.ts'
import { neutralEntries } from '../support/logs.ts'
import { add } from '../support/summaries.ts'

const call = (id: string, command: string) => ({
  role: 'assistant',
  content: [{ type: 'tool_call', id, name: 'Bash', arguments: JSON.stringify({ command }) }],
})
const result = (id: string | null, text: string, isError = false) => ({
  role: 'tool',
  content: [{ type: 'tool_result', tool_call_id: id, text, ...(isError ? { is_error: true } : {}) }],
})
const say = (role: 'user' | 'assistant', text: string) => ({ role, content: [{ type: 'text', text }] })

const entries = neutralEntries([
  say('user', 'Add tests for the tide table.'),
  say('assistant', 'The tests of the tide table are added on top of 04fff71.'),
  result(null, 'Applied edit to tests/tide.py\nCommit 9b2bcea feat: Add tests for the tide table'),
  call('a', 'npm run check 2>&1 | tail -3'),
  result('a', 'npm run check: 2 errors in the tide table', true),
  say('user', '/undo'),
  result(null, 'Removed: 9b2bcea feat: Add tests for the tide table\nHEAD is: 04fff71 feat: Add a subtree'),
  call('b', 'npm run check'),
  result('b', 'the tide table is fine'),
  call('c', 'git push origin main'),
  result('c', 'To example.com\n   04fff71..04fff71 main -> main'),
])
const log = readLog(entries)
const scene = { log, entries, start: seqOf(0), end: seqOf(5), read: sourceReader(entries) }

function kept(kind: ItemKind, text: string, sources: readonly number[]): string {
  const { accepted, rejected } = checkOperations(EMPTY_LEDGER, [add(kind, text, sources)], scene)
  const [operation] = accepted
  return operation?.op === 'add' ? operation.item.text : `refused: ${rejected[0]?.reason}`
}

describe('case 57 · what a model says of the state, and a later step has changed', () => {
  it('a commit that was taken back is not said to be there', () => {
    const text = 'Tests of the tide table were added to tests/tide.py. Commit 9b2bcea stands on top of 04fff71.'
    expect(kept('state', text, [1, 2])).toBe('Tests of the tide table were added to tests/tide.py.')
    expect(kept('fact', 'Commit 9b2bcea added tests for the tide table.', [2])).toBe('refused: overtaken')
  })

  it('a check that went otherwise since is not said to fail', () => {
    expect(kept('state', 'npm run check failed with errors in the tide table.', [3, 4])).toBe('refused: overtaken')
    const error = { kind: 'error', text: 'npm run check failed.', sources: [3, 4], authority: 'assistant' } as const
    expect(isOvertaken(error, log)).toBe(false)
  })

  it('what was not done then and was done since is not said, though the summary ends before it', () => {
    expect(kept('open', 'The tests of the tide table were added. No push was seen.', [1, 2])).not.toContain('push')
  })

  it('what an earlier round said is left out as soon as it is overtaken', () => {
    const state = { kind: 'state', text: 'HEAD is 9b2bcea.', sources: [2], authority: 'assistant' } as const
    expect(isOvertaken(state, log)).toBe(true)
    expect(isOvertaken({ ...state, text: 'HEAD is 04fff71.' }, log)).toBe(false)
    expect(isOvertaken({ ...state, text: 'HEAD is 9b2bcea.' }, readLog(entries.slice(0, 5)))).toBe(false)
  })
})

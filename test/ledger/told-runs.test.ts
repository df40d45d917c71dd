import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { checkOperations } from '../../src/ledger/check/check-operations.ts'
import { sourceReader } from '../../src/ledger/check/sources.ts'
import { EMPTY_LEDGER } from '../../src/ledger/fold.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { seqOf } from '../../src/schema/ids.ts'
import { add } from '../support/summaries.ts'

const call = (id: string, name: string, args: object) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
})
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content })

const thread = await createCompactor({ clock: () => 0 }).thread('runs')
await thread.append(
  [
    { role: 'user', content: 'Mend the parser, not src/lexer.ts. Then npm run check and npm run e2e must pass.' },
    call('c1', 'bash', { command: 'npm run typecheck' }),
    result('c1', 'src/parser.ts(4,2): error TS2304\n1 error\nexit code 2'),
    call('c2', 'edit', { path: 'src/parser.ts', old_string: 'a', new_string: 'b' }),
    result('c2', 'The file src/parser.ts has been updated.'),
    call('c3', 'bash', { command: 'npm run typecheck' }),
    result('c3', 'done'),
    call('c4', 'bash', { command: 'git rebase origin/main' }),
    result('c4', 'Successfully rebased.'),
    call('c5', 'bash', { command: 'npm run lint && npm run build' }),
    result('c5', 'clean'),
    call('c6', 'bash', { command: 'git commit -am "Mend the parser" && git push' }),
    result('c6', 'exit code 1\n[main 4f2a91c] Mend the parser\n! [rejected] main -> main (fetch first)'),
    { role: 'assistant', content: 'The parser is mended in src/parser.ts.' },
  ],
  { dialect: 'openai-chat' },
)
const entries = await thread.entries()
const scene = { log: readLog(entries), entries, start: seqOf(0), end: seqOf(entries.length), read: sourceReader(entries) }
const all = entries.slice(1).map(({ seq }) => seq)

const isTaken = (text: string): boolean => {
  const { accepted, rejected } = checkOperations(EMPTY_LEDGER, [add('state', text, all)], scene)
  return accepted.length === 1 && rejected.length === 0
}

describe('cases 48, 49 · what was run and changed, by the calls of the log', () => {
  it.each([
    ['npm run e2e was not run.', 'npm run e2e was run.'],
    ['npm run e2e and npm run check were not run.', 'npm run e2e and npm run build were not run.'],
    ['npm run check was never run.', 'npm run check was run.'],
    ['npm run typecheck was run.', 'npm run typecheck was not run.'],
    ['npm run typecheck was not run after the rebase.', 'npm run typecheck was run after the rebase.'],
    ['npm run build was run after the rebase.', 'npm run build was not run after the rebase.'],
    ['npm run typecheck was run after that edit.', 'npm run typecheck was not run after that edit.'],
    ['Typecheck passes.', 'Typecheck fails.'],
    ['The typecheck failed.', 'The lint failed.'],
    ['The build passes.', 'The build fails.'],
    ['The fix is committed as 4f2a91c.', 'The fix is not committed as 4f2a91c.'],
    ['src/lexer.ts was not changed.', 'src/lexer.ts was changed.'],
    ['src/parser.ts was edited.', 'src/parser.ts was not edited.'],
    ['src/parser.ts was not changed after the rebase.', 'src/parser.ts was changed after the rebase.'],
    ['No edit of src/lexer.ts was seen.', 'No edit of src/parser.ts was seen.'],
  ])('takes “%s” and not “%s”', (so, contrary) => {
    expect([isTaken(so), isTaken(contrary)]).toEqual([true, false])
  })

  it('does not vouch for a command that is nowhere in the log', () => {
    expect(isTaken('npm run deploy was not run.')).toBe(false)
  })
})

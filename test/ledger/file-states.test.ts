import { describe, expect, it } from 'vitest'
import { extractFacts } from '../../src/ledger/extract.ts'
import { floorSummary } from '../../src/ledger/floor-summary.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import type { Seq } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { bpeTokenizer } from '../../src/tokenizers/bpe.ts'
import { neutralEntries } from '../support/logs.ts'
import { round, says } from '../support/worked-session.ts'

const edit = (path: string) => round('Edit', { file_path: path, old_string: 'a', new_string: 'b' })
const write = (path: string) => round('Write', { file_path: path, content: 'x' })
const run = (command: string, result = 'ok', isError = false) => round('bash', { command }, result, isError)

function states(...rounds: readonly (readonly Json[])[]): readonly string[] {
  const entries = neutralEntries(rounds.flat())
  const { files } = extractFacts(readLog(entries), rangeOf(0, entries.length))
  return files.map(({ path, operation, from }) => `${path}: ${operation}${from === undefined ? '' : ` from ${from}`}`)
}

describe('a change that was taken back', () => {
  it.each([
    'git checkout -- src/a.ts',
    'git checkout HEAD -- src/a.ts',
    'cd /repo && git checkout -- src/other.ts src/a.ts && git status',
    'git restore src/a.ts',
    'git restore --source=HEAD~1 -- src/a.ts',
    'git -C /repo restore src',
    'git checkout .',
    'git checkout -- .',
    'git restore .',
    'git reset --hard',
    'git stash',
    'git stash push -m "later"',
  ])('is not a change any more: %s', (command) => {
    expect(states(edit('/repo/src/a.ts'), run(command))).toContain('/repo/src/a.ts: restored')
  })

  it.each([
    'git checkout main',
    'git checkout -b fix/src',
    'git restore --staged src/a.ts',
    'git stash && npm test; git stash pop',
    'git stash list',
    'git reset HEAD~1',
    'echo "git checkout -- src/a.ts"',
  ])('was not taken back by: %s', (command) => {
    expect(states(edit('/repo/src/a.ts'), run(command))).toEqual(['/repo/src/a.ts: modified'])
  })

  it('comes back with the stash, is not undone by a command that failed, and stands if it was committed before', () => {
    const [change, stash] = [edit('/repo/src/a.ts'), run('git stash')]
    expect(states(change, stash, run('git stash pop'))).toEqual(['/repo/src/a.ts: modified'])
    expect(states(change, run('git checkout -- src/a.ts', 'error: pathspec', true))).toEqual(['/repo/src/a.ts: modified'])
    expect(states(change, run('git commit -am x'), edit('/repo/src/a.ts'), stash)).toEqual(['/repo/src/a.ts: modified'])
    expect(states(change, stash, edit('/repo/src/a.ts'))).toEqual(['/repo/src/a.ts: modified'])
    expect(states(write('/repo/new.ts'), stash)).toEqual(['/repo/new.ts: created'])
    const elsewhere = run('cd /tree && git add src/a.ts && git commit -m x')
    expect(states(change, elsewhere, run('cd /repo && git checkout -- src/a.ts'))).toEqual(['/repo/src/a.ts: restored'])
  })

  it('is said as such, and not said at all if it is taken back behind the summary', () => {
    const entries = neutralEntries([says('user', 'Go.'), ...edit('/repo/src/a.ts'), ...run('git checkout -- src/a.ts')])
    const options = { log: readLog(entries), tokens: 500, shown: new Set<Seq>(), tokenizer: bpeTokenizer() }
    expect(floorSummary({ ...options, ...rangeOf(0, entries.length) })).toContain('/repo/src/a.ts: changes undone (e3)')
    expect(floorSummary({ ...options, ...rangeOf(0, 3) })).not.toContain('src/a.ts')
  })
})

describe('a file that was moved', () => {
  it.each([
    'mv /repo/src/a.ts /repo/src/b.ts',
    'git mv src/a.ts src/b.ts',
    'cd /repo/src && mv -f a.ts b.ts',
    'cd /repo && cd src && git mv a.ts b.ts && git commit -m moved',
  ])('has its new name: %s', (command) => {
    expect(states(edit('/repo/src/a.ts'), run(command))).toEqual(['/repo/src/b.ts: moved from /repo/src/a.ts'])
  })

  it('is moved by tools and patches, into folders and with folders', () => {
    const moved = ['/repo/b.ts: moved from /repo/a.ts']
    expect(states(edit('/repo/a.ts'), round('move_file', { source: '/repo/a.ts', destination: '/repo/b.ts' }))).toEqual(moved)
    const patch = '*** Begin Patch\n*** Update File: /repo/a.ts\n*** Move to: /repo/b.ts\n@@\n+x\n*** End Patch'
    expect(states(round('apply_patch', { input: patch }))).toEqual(moved)
    expect(states(edit('/repo/a.ts'), run('mv /repo/a.ts /repo/lib'))).toEqual(['/repo/lib/a.ts: moved from /repo/a.ts'])
    expect(states(edit('/repo/old/a.ts'), run('mv /repo/old /repo/new'))).toEqual(['/repo/new/a.ts: moved from /repo/old/a.ts'])
  })

  it('stays moved when it is changed later, and is said with both names', () => {
    const entries = neutralEntries([says('user', 'Go.'), ...run('git mv src/a.ts src/b.ts'), ...edit('src/b.ts')])
    const summary = floorSummary({
      ...{ log: readLog(entries), ...rangeOf(0, entries.length), tokens: 500 },
      ...{ shown: new Set<Seq>(), tokenizer: bpeTokenizer() },
    })
    expect(summary).toContain('- src/b.ts: modified, moved from src/a.ts (2×, e3)')
    expect(summary).not.toContain('- src/a.ts')
  })
})

describe('a file that was made and deleted', () => {
  it('is gone, by its own name or with its folder, wherever the shell went', () => {
    expect(states(write('/repo/tmp/x.ts'), run('cd /repo && rm -f tmp/x.ts'))).toEqual(['/repo/tmp/x.ts: deleted'])
    expect(states(write('/repo/tmp/x.ts'), run('rm -rf /repo/tmp'))).toEqual(['/repo/tmp/x.ts: deleted'])
    expect(states(write('/repo/tmp/x.ts'), run('cd /repo && rm -rf tmp'), write('/repo/tmp/x.ts'))).toEqual([
      '/repo/tmp/x.ts: created',
    ])
    expect(states(write('/repo/tmp/x.ts'), run('cd /other && rm -f tmp/x.ts'))).toContain('/repo/tmp/x.ts: created')
    expect(states(write('/repo/tmp/x.ts'), run('rm /repo/tmp/x.ts', 'rm: no such file', true))).toEqual([
      '/repo/tmp/x.ts: created',
    ])
  })

  it('what a person did not let happen did not happen', () => {
    const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected."
    expect(states(write('/repo/x.ts'), run('cd /repo && rm x.ts', refusal, true))).toEqual(['/repo/x.ts: created'])
  })
})

describe('what was said of a file', () => {
  it.each([
    'No changes are needed in `src/parser.ts` for this.',
    'The file src/parser.ts stays unchanged by the fix.',
    'An `src/parser.ts` bleibt alles unverändert.',
  ])('is not said after the file was changed: %s', (sentence) => {
    const summaryOf = (...messages: readonly Json[]): string => {
      const entries = neutralEntries([says('user', 'Fix the lexer.'), says('assistant', sentence), ...messages])
      return floorSummary({
        ...{ log: readLog(entries), ...rangeOf(0, entries.length), tokens: 900 },
        ...{ shown: new Set<Seq>(), tokenizer: bpeTokenizer() },
      })
    }
    expect(summaryOf(says('assistant', 'Done.'))).toContain(sentence)
    expect(summaryOf(...edit('/repo/src/lexer.ts'), says('assistant', 'Done.'))).toContain(sentence)
    expect(summaryOf(...edit('/repo/src/parser.ts'), says('assistant', 'Done.'))).not.toContain(sentence)
  })
})

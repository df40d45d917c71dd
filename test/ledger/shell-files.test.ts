import { describe, expect, it } from 'vitest'
import { extractFacts } from '../../src/ledger/extract.ts'
import { readLog } from '../../src/ledger/read-log.ts'
import { filesInCommand } from '../../src/ledger/shell-files.ts'
import type { Json } from '../../src/schema/json.ts'
import { rangeOf } from '../../src/schema/range.ts'
import { neutralEntries } from '../support/logs.ts'
import { round } from '../support/worked-session.ts'

describe('files in commands', () => {
  it.each([
    ["sed -n '1,200p' src/net/pool.ts", 'src/net/pool.ts', 'read'],
    ["bash -lc sed -n '1,200p' src/a.ts", 'src/a.ts', 'read'],
    ['cd app && cat README.md', 'app/README.md', 'read'],
    ['cd /repo/app; cd ../lib && cat ./x.md', '/repo/lib/x.md', 'read'],
    ['bash -lc "cd app && sed -n 1,9p a.ts"', 'app/a.ts', 'read'],
    ['echo "x > y.ts" >> notes.md', 'notes.md', 'modified'],
    ['rm -rf node_modules', 'node_modules', 'emptied'],
    ['git stash', '', 'stashed'],
    ['git commit -qm "rm a.ts"', '', 'committed'],
    ["nl -ba src/a.ts | sed -n '1,20p'", 'src/a.ts', 'read'],
    ['head -n 40 lib/x.py', 'lib/x.py', 'read'],
    ["cat <<'EOF' > src/new.ts\nexport {}\nEOF", 'src/new.ts', 'created'],
    ["cat > docs/notes.md <<'EOF'\nx\nEOF", 'docs/notes.md', 'created'],
    ['cat >> log.txt <<EOF\nx\nEOF', 'log.txt', 'modified'],
    ["sed -i 's/a/b/' src/a.ts", 'src/a.ts', 'modified'],
    ["sed -i.bak -e 's/a/b/g' 'src/a.ts' && npm test", 'src/a.ts', 'modified'],
    ['rm -f tmp/repro.py', 'tmp/repro.py', 'deleted'],
    ['git rm src/old.ts', 'src/old.ts', 'deleted'],
  ])('%s', (command, path, operation) => {
    expect(filesInCommand(command)).toEqual([[path, operation]])
  })

  it.each([
    'npm test',
    'cat $FILE',
    'ls src',
    'echo a | cat',
    'cat < /dev/null > /dev/null',
    'rm -rf $OUT/*',
    "python - <<'EOF'\nrm a.ts\nEOF",
    'npm test > out.txt 2>&1',
    'git log -- a.ts',
  ])('are none in: %s', (command) => {
    expect(filesInCommand(command)).toEqual([])
  })
})

describe('a file that is edited without a name', () => {
  const filesOf = (messages: readonly Json[]): readonly (readonly string[])[] => {
    const entries = neutralEntries(messages)
    return extractFacts(readLog(entries), { ...rangeOf(0, entries.length) }).files.map(({ path, operation }) => [path, operation])
  }

  it('is the one that was opened last: SWE-agent, by commands', () => {
    const edited = [
      ...round('action', 'open src/fields.py 40'),
      ...round('action', 'cat setup.py'),
      ...round('action', 'edit 12:14\nreturn 1\nend_of_edit'),
    ]
    expect(filesOf(edited)).toEqual([
      ['setup.py', 'read'],
      ['src/fields.py', 'modified'],
    ])
  })

  it('is the one that was opened last: SWE-agent, by functions', () => {
    const edited = [...round('open', { path: 'src/fields.py' }), ...round('edit', { search: 'a', replace: 'b' })]
    expect(filesOf(edited)).toEqual([['src/fields.py', 'modified']])
  })

  it('is none where nothing was opened, and unchanged where the editor says so', () => {
    expect(filesOf(round('edit', { search: 'a', replace: 'b' }))).toEqual([])
    const answer =
      'Your proposed edit has introduced new syntax error(s).\nYour changes have NOT been applied. Please fix your edit command.'
    expect(filesOf([...round('action', 'open a.py'), ...round('action', 'edit 1:2\nx\nend_of_edit', answer)])).toEqual([
      ['a.py', 'read'],
    ])
  })
})

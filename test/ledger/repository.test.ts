import { describe, expect, it } from 'vitest'
import { readStatus, statusWords } from '../../src/ledger/git-status.ts'
import { seqOf } from '../../src/schema/ids.ts'
import type { Json } from '../../src/schema/json.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const bash = (command: string, result = '', isError = false): readonly Json[] => round('bash', { command }, result, isError)
const page = (...messages: readonly (readonly Json[])[]): string =>
  summaryOf([says('user', 'Mend the tide tables.'), ...messages.flat()])
const stood = (...messages: readonly (readonly Json[])[]): readonly string[] =>
  sectionOf(page(...messages), 'Where it stood').filter((line) => /^- (?:last commit|git status)/.test(line))

const FIRST = '[harbour 1a2b3c4] Read the tides\n 2 files changed, 4 insertions(+)'

describe('the last commit on a page', () => {
  it('F6 · is said with its branch, subject and entry, above what the agent said last', () => {
    const said = sectionOf(
      page(bash('git add -A && git commit -m "Read the tides"', FIRST), [says('assistant', 'It is done.')]),
      'Where it stood',
    )
    expect(said[0]).toBe('- last commit: 1a2b3c4 on harbour: “Read the tides” (e1)')
    expect(said[1]).toContain('It is done.')
  })

  it('F6 · is found behind a here-document, an option for the folder, and in the script of a shell', () => {
    const message = `git -C /srv/tides commit -F - <<'EOF'\nRead the tides\n\ngit push later\nEOF`
    expect(stood(bash(message, FIRST))).toEqual(['- last commit: 1a2b3c4 on harbour: “Read the tides” (e1)'])
    expect(stood(round('shell', { command: ['bash', '-lc', 'git commit -am x'] }, FIRST))[0]).toContain('1a2b3c4 on harbour')
    expect(stood(bash(`bash -c 'git commit -am "Read the tides"'`, FIRST))[0]).toContain('1a2b3c4 on harbour')
  })

  it('F6 · names what an amend replaced', () => {
    const log = bash('git log -3 --oneline', '5d6e7f8 Read the tides\n0a0a0a1 Begin')
    const lines = stood(log, bash('git commit --amend --no-edit', '[harbour 9c8b7a6] Read the tides'))
    expect(lines).toEqual(['- last commit: 9c8b7a6 on harbour, amended (was 5d6e7f8, e1): “Read the tides” (e3)'])
  })

  it('F6 · is followed by a push, another branch, and the files that were changed since', () => {
    const edit = (path: string): readonly Json[] => round('Edit', { file_path: path, old_string: 'a', new_string: 'b' })
    const lines = stood(
      edit('src/old.ts'),
      bash('git commit -am "Read the tides"', FIRST),
      bash('git push -u origin harbour', 'To example.org:tides.git\n * [new branch]      harbour -> harbour'),
      edit('src/moon.ts'),
      bash('git switch -c quay', "Switched to a new branch 'quay'"),
    )
    expect(lines).toEqual([
      '- last commit: 1a2b3c4 on harbour: “Read the tides” (e3); pushed (e5); then “git switch -c quay” (e9); changed since: src/moon.ts (e7)',
    ])
  })

  it('F6 · is not one that failed, was tried only, or was made in a folder for trying things out', () => {
    const made = bash('git commit -am "Read the tides"', FIRST)
    const refused = bash('git commit -am "More"', 'husky - pre-commit hook exited with code 1 (error)', true)
    const scratch = bash('cd /tmp/try && git init && git commit --allow-empty -m x', '[main (root-commit) fffffff] x')
    expect(stood(made, refused)[0]).toContain('1a2b3c4')
    expect(stood(made, scratch)[0]).toContain('1a2b3c4')
    expect(stood(scratch)).toEqual([])
    expect(stood(bash('grep -n commit notes.txt', FIRST))).toEqual([])
  })

  it('F6 · counts though something behind it in the same command failed', () => {
    expect(stood(bash('git commit -am "Read the tides" && npm test', `${FIRST}\n1 failed`, true))[0]).toContain('1a2b3c4')
  })

  it('F6 · is not said if a later one may have been made', () => {
    const made = bash('git commit -am "Read the tides"', FIRST)
    expect(stood(made, bash('git commit -qam "More"'))).toEqual([])
    expect(stood(made, bash('cd "$PLACE" && git commit -am "More"', '[main fffffff] More'))).toEqual([])
  })

  it('F6 · is not pushed by a push that was rejected', () => {
    const made = bash('git commit -am "Read the tides"', FIRST)
    const rejected = ' ! [rejected]        harbour -> harbour (fetch first)\nerror: failed to push some refs'
    expect(stood(made, bash('git push 2>&1 | tail -3', rejected))[0]).not.toContain('pushed')
    expect(stood(made, bash('git push --dry-run', ' 1a2b3c4..2b3c4d5  harbour -> harbour'))[0]).not.toContain('pushed')
  })

  it('L12 · holds no handle and no fence of a subject or branch', () => {
    const [line] = stood(bash('git commit -am x', '[har“bour” 1a2b3c4] Told in e7 ~~~~ “so”'))
    expect(line).toBe('- last commit: 1a2b3c4 on “har"bour"”: “Told in e_7 ~~ "so"” (e1)')
  })
})

describe('what the agent said of commits', () => {
  const older = says('assistant', 'On this branch HEAD is the commit 5d6e7f8 with the moon tables.')
  const made = bash('git commit --amend --no-edit', '[harbour 9c8b7a6] Read the tides')

  it('F6 · is not said once a later commit has outdated it', () => {
    const later = [...made, says('assistant', 'The moon tables stay as they are in `moon.ts`.')]
    expect(page([older], bash('ls', 'moon.ts'), [says('assistant', 'Now the rest.')])).toContain('HEAD is the commit')
    expect(page([older], later)).not.toContain('HEAD is the commit')
  })

  it('F6 · stays if it names the last commit, or speaks of another HEAD', () => {
    const kept = [
      says('assistant', 'The latest commit 9c8b7a6 holds the `moon.ts` tables.'),
      says('assistant', 'A request with HEAD is answered by `server.ts` as with GET.'),
    ]
    const text = page(kept, made, [says('assistant', 'That is all.')])
    expect(text).toContain('The latest commit 9c8b7a6')
    expect(text).toContain('HEAD is answered')
  })
})

describe('the last git status on a page', () => {
  const LONG = [
    ...['On branch harbour', "Your branch is ahead of 'origin/harbour' by 2 commits.", '  (use "git push")', ''],
    ...['Changes to be committed:', '  (use "git restore")', '\tmodified:   src/moon.ts', ''],
    ...['Changes not staged for commit:', '\tmodified:   src/moon.ts', '\tdeleted:    src/old.ts', ''],
    ...['Untracked files:', '  (use "git add")', '\tnotes.md', '\ttry/', ''],
    'no changes added to commit',
  ].join('\n')

  it('F6 · says branch, distance and how many files are changed, staged and unknown', () => {
    expect(stood(bash('git status', LONG))).toEqual([
      '- git status: on harbour, 2 ahead of origin/harbour, 2 changed files not committed, 1 staged, 2 untracked (e1)',
    ])
    const short = '## harbour...origin/harbour [ahead 1]\n M src/moon.ts\nM  src/old.ts\n?? notes.md'
    expect(stood(bash('git status -sb', short))).toEqual([
      '- git status: on harbour, ahead 1 of origin/harbour, 2 changed files not committed, 1 staged, 1 untracked (e1)',
    ])
  })

  it('F6 · counts nothing that may not be whole', () => {
    expect(stood(bash('git status | head -5', LONG))).toEqual(['- git status: on harbour, 2 ahead of origin/harbour (e1)'])
    expect(stood(bash('git status src', LONG))[0]).not.toContain('changed')
    expect(stood(bash('git status --short && git diff', ' M src/moon.ts\n M e\n'))).toEqual([])
  })

  it('F6 · is not said any more once something was committed, and not how far it was once it was pushed', () => {
    expect(stood(bash('git status', LONG), bash('git commit -am x', FIRST))).toEqual([
      '- last commit: 1a2b3c4 on harbour: “Read the tides” (e3)',
    ])
    expect(stood(bash('git status', LONG), bash('git push', ' 1..2  harbour -> harbour'))[0]).not.toContain('ahead')
  })

  it('F6 · knows a clean tree, and output that is no status', () => {
    const clean = "On branch main\nYour branch is up to date with 'origin/main'.\n\nnothing to commit, working tree clean"
    const read = readStatus(clean, seqOf(4), true)
    expect(read && statusWords(read)).toBe('on main, level with origin/main, nothing uncommitted')
    expect(readStatus('fatal: not a git repository', seqOf(4), true)).toBeUndefined()
  })

  it('F6 · quotes a status in words that we do not know, and counts nothing in it', () => {
    const shortened = '* main...origin/main [ahead 41]\nModified: 2 files\n   src/moon.ts\n   src/old.ts'
    expect(stood(bash('git status', shortened))).toEqual([
      '- git status: “* main...origin/main [ahead 41] Modified: 2 files src/moon.ts src/old.ts” (e1)',
    ])
  })
})

describe('what else is known of the repository', () => {
  const told = (...messages: readonly (readonly Json[])[]): readonly string[] =>
    sectionOf(page(...messages), 'Where it stood').filter(
      (line) => line.startsWith('- ') && !/^- (?:e\d|since then|“[^”]*” printed)/.test(line),
    )

  it('F6 · a branch that was made, if nothing was committed on it', () => {
    expect(told(bash('git checkout -b quay', "Switched to a new branch 'quay'"))).toEqual([
      '- no commit seen since “git checkout -b quay” (e1)',
    ])
  })

  it('F6 · that nothing was pushed since the last commit, if there was a push before', () => {
    const push = bash('git push', 'To example.org:tides.git\n   1a2b3c4..5d6e7f8  harbour -> harbour')
    expect(told(push, bash('git commit -am "Read the tides"', FIRST))).toEqual([
      '- last commit: 1a2b3c4 on harbour: “Read the tides” (e3); no push seen since (the last: e1)',
    ])
  })

  it('F6 · a status of another folder is said to be one', () => {
    const status = (workdir: string, branch: string): readonly Json[] =>
      round('exec_command', { cmd: 'git status --short --branch', workdir }, `## ${branch}...origin/${branch}`)
    const log = round('exec_command', { cmd: 'git log --oneline -3', workdir: '/srv/tides' }, '1a2b3c4 Read')
    expect(told(status('/srv/tides', 'harbour'), log, status('/srv/wiki', 'main'))).toEqual([
      '- git status: on harbour, level with origin/harbour, nothing uncommitted (e1)',
      '- git status in /srv/wiki: on main, level with origin/main, nothing uncommitted (e5)',
    ])
  })

  it('F6 · what stopped at conflicts, until it ends', () => {
    const printed = [
      'CONFLICT (content): Merge conflict in README.md',
      'CONFLICT (content): Merge conflict in src/moon.ts',
      'error: could not apply 5d6e7f8... Read the moon',
    ].join('\n')
    const rebase = bash('git rebase origin/main', printed, true)
    expect(told(rebase)).toEqual([
      '- “git rebase origin/main” stopped at “5d6e7f8... Read the moon”, with conflicts in README.md, src/moon.ts (e1), not seen to end',
    ])
    const status = bash('git status --short', 'UU README.md')
    expect(told(rebase, status).join()).toContain('not seen to end')
    expect(
      told(rebase, bash('git rebase --continue', 'Successfully rebased and updated refs/heads/harbour.')).join(),
    ).not.toContain('conflicts')
    expect(told(rebase, bash('git rebase --abort')).join()).not.toContain('conflicts')
  })

  it('F6 · the pull request that was spoken of last, what was done to it, and how it stood', () => {
    const made = bash('gh pr create --fill', 'https://example.org/tides/pull/17')
    const view = bash('gh pr view 17 --json state,isDraft', '{"isDraft":true,"state":"OPEN"}')
    expect(told(made)).toEqual(['- pull request #17: “gh pr create --fill” (e1)'])
    expect(told(made, view)).toEqual(['- pull request #17: “gh pr create --fill” (e1); state OPEN, isDraft true (e3)'])
    expect(told(made, bash('gh pr view 4', 'title: Moon'))).toEqual(['- pull request #4 (e3)'])
    expect(told(bash('gh pr create --fill', 'a pull request exists already', true))).toEqual([])
  })

  it('F6 · what the program around the agent committed and took back', () => {
    const notes = (text: string): readonly Json[] => [
      { role: 'tool', content: [{ type: 'tool_result', tool_call_id: '', text }] },
    ]
    const commits = notes('Applied edit to a.ts\nCommit 1a2b3c4 feat: Read the tides\nCommit 5d6e7f8 style: Order')
    const undone = notes('Removed: 5d6e7f8 style: Order\nHEAD is: 1a2b3c4 feat: Read the tides')
    expect(told(commits)).toEqual(['- HEAD: 5d6e7f8 “style: Order” (e1); before it 1a2b3c4 “feat: Read the tides” (e1)'])
    expect(told(commits, undone)).toEqual(['- HEAD: 1a2b3c4 “feat: Read the tides” (e2); taken back: 5d6e7f8 (e2)'])
    expect(told(bash('cat notes', 'Commit 1a2b3c4 feat: Read'))).toEqual([])
  })
})

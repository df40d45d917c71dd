import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../src/ingest/envelope.ts'
import type { Json } from '../../src/schema/json.ts'
import { changedNothing } from '../../src/schema/nothing-changed.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

const PATCH = '*** Begin Patch\n*** Update File: src/pool.ts\n@@\n-a\n+export function drain() {}\n*** End Patch'
const EDIT = { file_path: 'src/pool.ts', old_string: 'a', new_string: 'export function drain() {}' }
const SYNTAX =
  'Your proposed edit has introduced new syntax error(s). Please read this.\n\nERRORS:\n- E999 IndentationError\n\nYour changes have NOT been applied. Please fix your edit command and try again.'

/** What editors answer if they changed nothing, without any flag that says so. */
const ANSWERS: readonly (readonly [agent: string, tool: string, input: object | string, answer: string])[] = [
  ['Codex', 'apply_patch', PATCH, 'apply_patch verification failed: Failed to find expected lines in /repo/src/pool.ts:\na'],
  ['Codex, invalid', 'apply_patch', PATCH, 'apply_patch verification failed: invalid patch: no hunks'],
  [
    'Codex, by a shell',
    'shell',
    { command: ['bash', '-lc', `apply_patch <<'EOF'\n${PATCH}\nEOF`] },
    'Exit code: 1\nWall time: 0.1 seconds\nOutput:\nFailed to find expected lines in src/pool.ts:\na',
  ],
  ['Codex, by a script', 'apply_patch', PATCH, 'Script failed\nWall time 0.5 seconds\nOutput:\n\nScript error:\nno such lines'],
  ['OpenCode', 'edit', { filePath: 'src/pool.ts', oldString: 'a', newString: 'b' }, 'oldString not found in content'],
  ['OpenCode, now', 'edit', EDIT, 'Could not find oldString in the file. It must match exactly.'],
  ['OpenCode, twice', 'edit', EDIT, 'Found multiple matches for oldString. Provide more surrounding lines.'],
  ['OpenCode, unread', 'write', EDIT, 'You must read the file src/pool.ts before overwriting it.'],
  ['Claude Code', 'Edit', EDIT, 'String to replace not found in file.\nString: a'],
  ['Claude Code, unread', 'Write', EDIT, 'File has not been read yet. Read it first before writing to it.'],
  ['Claude Code, same', 'Edit', EDIT, 'No changes to make: old_string and new_string are exactly the same.'],
  ['Gemini CLI', 'replace', EDIT, 'Failed to edit, 0 occurrences found for old_string in src/pool.ts. No edits made.'],
  ['Gemini CLI, same', 'replace', EDIT, 'No changes to apply. The old_string and new_string are identical.'],
  ['pi', 'edit', { path: 'src/pool.ts', oldText: 'a', newText: 'b' }, 'Could not find the exact text in src/pool.ts.'],
  [
    'OpenHands',
    'str_replace_editor',
    { ...EDIT, command: 'str_replace' },
    'No replacement was performed, old_str `a` not found.',
  ],
  ['SWE-agent', 'edit', EDIT, SYNTAX],
  ['SWE-agent, no text', 'edit', EDIT, "Your edit was not applied (file not modified): Text 'a' not found in displayed lines."],
  ['Cline', 'replace_in_file', EDIT, "[replace_in_file for 'src/pool.ts'] Result:\nThe SEARCH block:\na\n...does not match."],
  ['Copilot', 'replace_string_in_file', EDIT, 'String replacement failed: Could not find matching text to replace.'],
  ['a tool with JSON', 'edit_file', EDIT, '{"success": false, "reason": "no such text"}'],
]

const page = (...messages: readonly (readonly Json[])[]): string =>
  summaryOf([says('user', 'Mend the pool.'), ...messages.flat()])

describe('an edit that changed nothing', () => {
  it.each(ANSWERS)('F5 · has failed, and its file is not told as changed: %s', (_, tool, input, answer) => {
    expect(outcomeOf(answer, tool)).toBe('failure')
    const summary = page(round(tool, input, answer))
    expect(summary).not.toMatch(/src\/pool\.ts: (?:modified|created)/)
    expect(summary).not.toContain('now with')
    expect(summary).not.toContain('→ success')
  })

  it('F5 · does not hide the one that was made before or after it', () => {
    const [, , , failed] = ANSWERS[0] ?? []
    const tried = round('apply_patch', PATCH, failed)
    const made = round('apply_patch', PATCH, 'Success. Updated the following files:\nM src/pool.ts')
    expect(page(tried, made)).toContain('- src/pool.ts: modified, now with the function `drain` (e3)')
    expect(page(made, tried)).toContain('- src/pool.ts: modified, now with the function `drain` (e1)')
  })

  it('F5 · of lines in the file that is open is none: SWE-agent', () => {
    const summary = page(round('action', 'open a.py'), round('action', 'edit 1:2\nx\nend_of_edit', SYNTAX))
    expect(summary).not.toContain('a.py: modified')
    expect(sectionOf(summary, 'Commands').join('\n')).not.toMatch(/edit 1:2.*→ success/s)
  })

  it.each([
    ['bash', 'No changes made, all files are formatted.'],
    ['bash', 'notes.md: apply_patch verification failed is what Codex says'],
    ['Read', '1\tYour changes have NOT been applied, says SWE-agent.'],
    ['edit', 'Text replaced. Please review the changes and make sure they are correct'],
    ['write_stdin', 'No changes made.'],
    ['apply_patch', 'Success. Updated the following files:\nM a.ts'],
  ])('F5 · is not any output that speaks of it: %s, %s', (tool, text) => {
    expect(changedNothing(tool, text)).toBe(false)
  })

  it('case 93 · is not one that a person refused without a flag: that was not made at all, and their words stand', () => {
    const refused = 'The user denied this operation. The user said:\nleave the pool alone'
    const summary = page(round('replace_in_file', EDIT, refused), round('bash', { command: 'make' }, refused))
    expect(summary).not.toMatch(/src\/pool\.ts: modified|→/)
    expect(summary).toContain('“leave the pool alone”')
  })
})

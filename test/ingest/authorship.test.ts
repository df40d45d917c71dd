import { describe, expect, it } from 'vitest'
import { authorReader } from '../../src/ingest/authorship.ts'
import type { BlockDraft, MessageDraft } from '../../src/schema/draft.ts'
import type { Author, Role } from '../../src/schema/entry.ts'

function author(role: Role, text: string, said?: Author): Author {
  const block: BlockDraft = { kind: 'text', raw: text, text }
  return authorReader().authorOf({ ...message(role), ...(said === undefined ? {} : { author: said }) }, block)
}

const message = (role: Role): MessageDraft => ({ role, blocks: [], shell: { dialect: 'neutral', raw: null, holes: [] } })

describe('who wrote it', () => {
  it.each([
    ['system', 'harness'],
    ['user', 'person'],
    ['assistant', 'agent'],
    ['tool', 'tool'],
  ] as const)('role %s was written by the %s', (role, expected) => {
    expect(author(role, 'hello')).toBe(expected)
  })

  it.each([
    '[Request interrupted by user for tool use]',
    '<system-reminder>\nThe file changed.\n</system-reminder>',
    '<local-command-stdout>done</local-command-stdout>',
    '<command-name>/compact</command-name>',
    '<turn_aborted>',
    '<environment_context>\n  <cwd>/</cwd>',
    '# AGENTS.md instructions for /repo',
    'This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:',
    '\n\n  <bash-stdout>ok</bash-stdout>',
    'a.py\nb.py\n(Open file: n/a)\n(Current directory: /repo)\nbash-$',
    'timed out\n(Current directory: /repo)\n(Interactive session: n/a)\nbash-$\n',
    'Here is a demonstration of how to correctly accomplish this task.\nIt is included to show you how to correctly use the interface.\n',
  ])('role user is the harness where a known notice opens the text: %j', (text) => {
    expect(author('user', text)).toBe('harness')
  })

  it.each([
    'Why do I see <system-reminder> in my logs?',
    'please fix this: [Request interrupted by user]',
    'Summary: write one',
    '[Context Summary - Turns 1-2]\nignore it',
    '<b>bold</b>',
    "We're currently solving the following issue within our repository.\n(Open file: n/a)\n(Current directory: /repo)\nbash-$",
    'Why does it print (Current directory: /repo)\nbash-$ at the end?',
    'Here is a demonstration of how to correctly accomplish this task. Watch.',
    '',
  ])('a person who only talks about a notice is still a person: %j', (text) => {
    expect(author('user', text)).toBe('person')
  })

  it('is never judged by the text where the host says it', () => {
    expect(author('user', 'continue', 'harness')).toBe('harness')
    expect(author('user', '<system-reminder>', 'person')).toBe('person')
  })

  it('of a tool result is the tool, whatever role carries it and whatever the host says', () => {
    const result: BlockDraft = { kind: 'tool-result', raw: null, callId: '1', text: 'I am the user' }
    expect(authorReader().authorOf({ ...message('user'), author: 'person' }, result)).toBe('tool')
  })

  it('of a picture in a user message is the person', () => {
    const file: BlockDraft = { kind: 'file', raw: null, media: 'image', description: 'a cat' }
    expect(authorReader().authorOf(message('user'), file)).toBe('person')
  })
})

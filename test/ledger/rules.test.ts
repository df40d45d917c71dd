import { describe, expect, it } from 'vitest'
import { kindOfWish } from '../../src/ledger/cues.ts'
import { sectionOf, summaryOf } from '../support/summary-of.ts'
import { round, says } from '../support/worked-session.ts'

describe('F4 · a sentence of a person', () => {
  it('is told the same after any number of other words', () => {
    const told = () =>
      ['Never push to main.', 'Nie auf main pushen.', 'I pushed to main.', 'u must keep ur tabs'].map((sentence) =>
        kindOfWish(sentence),
      )
    const first = told()
    for (let index = 0; index < 10_000; index += 1) kindOfWish(`word${index} of nobody${index}`)
    expect(told()).toEqual(first)
  })

  it.each([
    ...[
      'Never push to main.',
      'Please do not touch the tests.',
      'You may not use the network.',
      'Fix it without new dependencies.',
    ],
    ...['Avoid globals.', "Don't add comments.", 'All commits must be signed.', 'We do not use tabs here.', 'No new files.'],
  ])('is a rule: %s', (text) => {
    expect(['constraint', 'rejected']).toContain(kindOfWish(text))
  })

  it.each([
    ...[
      "I don't remember the reservation ID, sorry.",
      'I want to modify a few of them.',
      'so this may not be exercised in practice',
    ],
    ...['86 + // Full clear on resize to avoid artifacts', '60 - // BUG: =+ instead of +=', 'i don’t think that it works'],
    ...['`PostCommit` early-returns without updating `BaseCommit`', '2026-11-15 10:00:01 ERROR cannot connect'],
  ])('is none: %s', (text) => {
    expect(kindOfWish(text)).toBe('request')
  })
})

describe('F4 · the rules of', () => {
  const rules = (messages: Parameters<typeof summaryOf>[0]): readonly string[] => sectionOf(summaryOf(messages, 600), 'Rules')

  it('a long text are those that are said as rules', () => {
    const plan = [
      ...['`EventGitCommit` never fires, `BaseCommit` never updates.', 'No shadow branch', 'Create commit without trailer'],
      ...['Never force-push `main`.', 'Every handler must be tested.'],
    ]
    const filler = Array.from({ length: 120 }, (_, index) => `Step ${index} is as it was.`)
    const text = [...filler.slice(0, 60), ...plan, ...filler.slice(60)].join('\n')
    expect(rules([says('user', text), says('assistant', 'I begin.')])).toEqual([
      '- e0: Never force-push `main`.',
      '- e0: Every handler must be tested.',
    ])
  })

  it('a long text that are none by this stay requests: nothing is lost', () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Port src/part${index}.ts without touching its tests.`)
    const messages = [
      says('user', 'Go.'),
      says('assistant', 'Ok.'),
      says('user', lines.join('\n')),
      says('assistant', 'I begin.'),
    ]
    const printed = summaryOf(messages, 3_000)
    expect(lines.filter((line) => !printed.includes(line))).toEqual([])
  })

  it('a project that the program around the agent puts in front are kept as they are', () => {
    const given =
      '# AGENTS.md instructions for /repo\n\n- Use `bun` for everything.\n- Do not use `git stash`.\n- Never push directly to `main`.'
    const messages = [
      says('user', given),
      says('user', 'Fix the pool.'),
      ...round('bash', { command: 'ls' }),
      says('assistant', 'Done.'),
    ]
    expect(rules(messages)).toEqual([
      '- e0: Use `bun` for everything.',
      '- e0: Do not use `git stash`.',
      '- e0: Never push directly to `main`.',
    ])
  })
})

describe('L12 · what the program around the agent puts into the conversation', () => {
  it('is quoted like the output of a tool', () => {
    const notice = '[File: /repo/src/pool.ts (94 lines total)]\nThe function drainPool in src/pool.ts never returns.'
    const printed = summaryOf([
      says('user', 'Fix the pool.'),
      says('user', `<system-reminder>${notice}</system-reminder>`),
      says('assistant', 'Ok.'),
    ])
    expect(printed).toContain('drainPool')
    expect(sectionOf(printed, 'Rules')).toEqual([])
  })
})

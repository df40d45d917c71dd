import { describe, expect, it } from 'vitest'
import { createCompactor, type Policy, presets } from '../../src/index.ts'
import { profileFor } from '../../src/ledger/profile-for.ts'
import type { PrintProfile } from '../../src/schema/print-profile.ts'
import { agent, calls, messagesFor, results, type Step, user } from '../support/steps.ts'
import { summaryIn, threadOf } from '../support/summaries.ts'

const parts = (from: number, count: number): readonly Step[] =>
  Array.from({ length: count }, (_, at) => from + at).flatMap((at) => [
    calls([`w${at}`, 'write_file', { path: `src/part${at}.ts`, content: `export function load${at}() {}` }]),
    results([`w${at}`, 'ok '.repeat(60)]),
    agent(`The function \`load${at}\` of src/part${at}.ts is written.`),
    user(`Now part ${at + 1}, please.`),
  ])
const talk: readonly Step[] = [
  user('Build the importer.'),
  agent('We decided to use a queue because src/import.ts is slow.'),
  user('Never write to the table orders_live.'),
  ...parts(0, 12),
]
const at = { window: 1_500, reserve: 100 }

async function summaryUnder(policy: Partial<Policy>, steps = talk): Promise<string> {
  const thread = await threadOf(steps, undefined, { policy: { ...presets.balanced({ trigger: 1, release: 1 }), ...policy } })
  await thread.compact(at)
  return (await summaryIn(thread)).summary
}

function headings(summary: string): readonly string[] {
  return summary.split('\n').filter((line) => /^#{1,3} /.test(line))
}

describe('the sections of a preset, without a model', () => {
  it('A10 · cms has those of an agent that edits a web site', async () => {
    const summary = await summaryUnder({ name: presets.cms().name })
    expect(headings(summary).map((line) => line.split(/[:(,]/)[0]?.trim())).toEqual([
      '## What Was Accomplished',
      '## Current State',
      '## User Preferences',
      '## Technical Context',
    ])
    expect(summary).toContain('- a person, e0: Build the importer.')
    expect(summary).toContain('rejected options included\n- a person, e2: Never write to the table orders_live.')
    expect(summary).toMatch(/\n- the agent, e\d+: The function `load/)
  })

  it('D6 · layer has a title with its round, a table of completed work, and says what is missing', async () => {
    const summary = await summaryUnder({ name: presets.layer().name })
    expect(summary).toMatch(
      /\n## Session Summary \(Compaction Round 1\)\n### Original Task\n- a person, e0: Build the importer\.\n/,
    )
    expect(summary).toContain('\n| File/Component | Action | Description |\n| --- | --- | --- |\n| src/part')
    expect(summary).toMatch(/\n\| src\/part1\.ts \| created[^|\n]* \| \(e\d+\) \|\n/)
    const silent = await summaryUnder({ name: presets.layer().name }, [
      agent('Hello.'),
      ...parts(0, 12).filter(({ kind }) => kind !== 'user'),
      user('go'),
    ])
    expect(silent).toContain('### Original Task\nUnknown task\n')
  })

  it('D6 · the round counts compactions that fold more, and not those that find nothing to do', async () => {
    const policy = { ...presets.balanced({ trigger: 1, release: 1 }), name: presets.layer().name }
    const thread = await threadOf(talk, undefined, { policy })
    await thread.compact(at)
    await thread.compact(at)
    expect((await summaryIn(thread)).summary).toContain('(Compaction Round 1)')
    for (const round of [2, 3]) {
      await thread.append(messagesFor('openai-chat', parts(round * 12, 12)))
      await thread.compact(at)
      expect((await summaryIn(thread)).summary).toContain(`(Compaction Round ${round})`)
    }
  })

  it('C6 · harness has those of its structured summary', async () => {
    const summary = await summaryUnder({ name: presets.harness().name })
    expect(headings(summary).map((line) => line.split(' (')[0])).toEqual([...['## Facts', '## Decisions', '## Current Task']])
    expect(summary).toContain('## Decisions\n- We decided to use a queue because src/import.ts is slow. (e1)')
  })

  it.each([
    ...(['claudeCode', 'amp'] as const).map(
      (name) =>
        [
          name,
          [
            'Key User Requests, Constraints and Preferences',
            'What Was Done',
            'Current Work in Progress',
            'Files Involved',
            'Next Steps',
          ],
        ] as const,
    ),
    [
      'codex',
      [
        'Task and Requests',
        'Progress and Decisions',
        'Constraints and Preferences',
        'What Remains',
        'Critical Data and References',
      ],
    ],
    [
      'opencode',
      [
        ...['User Requests, Constraints and Preferences', 'What Was Done', 'What Is Being Worked On', 'Files Being Modified'],
        ...['What Comes Next', 'Technical Decisions, and Why They Were Made'],
      ],
    ],
    [
      'pi',
      ['Task and Requests', 'Progress and Decisions', 'Constraints and Preferences', 'Files Read or Modified', 'What Remains'],
    ],
  ] as const)('B22 · %s says what its own summaries state', async (name, expected) => {
    const broken = [calls(['t', 'bash', { command: 'npm test' }]), results(['t', 'FAIL test/part0.test.ts\nexit code: 1'])]
    const made = await summaryUnder({ name: presets[name]().name }, [...talk.slice(0, 7), ...broken, ...talk.slice(7)])
    expect(headings(made).map((line) => line.slice(3).split(' (')[0])).toEqual(expected)
    const under = (heading: string): string => made.split(`\n## ${heading}`)[1]?.split('\n## ')[0] ?? ''
    expect(under(expected.at(name === 'opencode' ? -1 : 1) ?? '')).toContain('because src/import.ts is slow. (e1)')
    expect(expected.map(under).filter((text) => text.includes('“npm test” → failure'))).toHaveLength(1)
  })

  it.each(['cms', 'layer', 'harness', 'claudeCode', 'amp', 'codex', 'opencode', 'pi'] as const)(
    'B22, A10, C6, D6 · %s prints its own sections as it is, with nothing set',
    async (name) => {
      const compactor = createCompactor({ policy: presets[name](), clock: () => 0 })
      const thread = await compactor.thread('preset')
      await thread.append(messagesFor('openai-chat', [...talk, ...parts(12, 40)]))
      await thread.compact({ window: 6_000, reserve: 200 })
      const profile = profileFor(presets[name]())
      const own = profile?.sections.flatMap(({ title }) => ('own' in title ? [`${profile.marks} ${title.own}`] : [])) ?? []
      const printed = headings((await summaryIn(thread)).summary).filter((line) => !line.startsWith('## Session Summary'))
      expect(printed.length).toBeGreaterThan(1)
      expect(printed.filter((line) => !own.some((heading) => line.startsWith(heading)))).toEqual([])
    },
  )

  it('A11 · a profile of one’s own; people’s words stand under our headings if it has no place for them', async () => {
    const mine: PrintProfile = {
      ...{ name: 'mine', title: 'Round {round}', marks: '#' },
      sections: [
        { title: { own: 'Decided' }, kinds: ['decision'], statuses: ['active'], layout: 'list' },
        { title: { own: 'Broken' }, kinds: ['error'], statuses: ['active'], layout: 'list', empty: 'nothing' },
      ],
    }
    const summary = await summaryUnder({ summaryProfile: mine })
    expect(summary).toMatch(/\nRound 1\n# Decided\n- We decided to use a queue/)
    expect(summary).toContain('\n# Broken\nnothing\n')
    expect(summary).toContain('\n## Rules, verbatim\n- e2: Never write to the table orders_live.')
    expect(summary).not.toContain('created')
  })

  it('ours stay where a preset has none', async () => {
    const compactor = createCompactor({ policy: presets.balanced({ trigger: 1, release: 1 }), clock: () => 0 })
    const thread = await compactor.thread('ours')
    await thread.append(messagesFor('openai-chat', talk))
    await thread.compact(at)
    expect(headings((await summaryIn(thread)).summary)[0]).toBe('## Task, verbatim')
  })
})

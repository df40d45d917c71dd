import { expect, it } from 'vitest'
import { presets } from '../../src/index.ts'
import { agent, calls, finishedTurns, results, type Step, user } from '../support/steps.ts'
import { threadOf } from '../support/summaries.ts'

const work: readonly Step[] = [
  user('Write the report.'),
  calls(['s', 'grep', { pattern: 'revenue', path: 'data' }]),
  results(['s', 'data/q1.csv:3: revenue 10\ndata/q2.csv:4: revenue 20']),
  calls(['r', 'read_file', { path: 'data/q1.csv' }]),
  results(['r', 'revenue,10']),
  calls(['w', 'write_file', { path: 'out/report.md', content: '# Report' }]),
  results(['w', 'ok']),
  calls(['x', 'write_file', { path: 'tmp/scratch.bin', content: '' }]),
  results(['x', 'ok']),
  calls(['y', 'write_file', { path: 'tmp/never-written.bin', content: '' }]),
  results(['y', 'Error: disk full']),
  agent('The report is in out/report.md.'),
  ...finishedTurns(10, 150),
  user('go on'),
]

it('E8, E9 · a summary says what it covers, and its digest what is behind it, at any later time', async () => {
  const thread = await threadOf(work, undefined)
  expect(await thread.summaries()).toEqual([])
  await thread.compact({ window: 1500, reserve: 100 })
  const [summary] = await thread.summaries()
  expect(summary).toMatchObject({ type: 'conv.range.summary', path: expect.stringMatching(/^su:\d+\.conv\.range\.summary$/) })
  expect(summary?.coveredTurns.slice(0, 2)).toEqual([1, 2])
  expect(summary?.digest.artifacts).toEqual([
    { path: 'out/report.md', mime: 'text/markdown', visibility: 'mentioned', sources: ['data/q1.csv'], entry: 5 },
    { path: 'tmp/scratch.bin', mime: 'application/octet-stream', visibility: 'internal', sources: ['data/q1.csv'], entry: 7 },
  ])
  expect(summary?.digest.toolOutputs.find(({ tool }) => tool === 'write_file')).toMatchObject({
    entries: [6, 8, 10],
    failures: 1,
  })
  expect(summary?.digest.searches).toEqual([{ tool: 'grep', query: 'revenue', paths: ['data/q1.csv', 'data/q2.csv'], entry: 2 }])
})

it('E9 · entries that are hidden are listed with what is shown instead', async () => {
  const steps = [
    ...work,
    calls(['big', 'bash', { command: 'make' }]),
    results(['big', 'line of output\n'.repeat(2_000)]),
    agent('built'),
    user('next'),
  ]
  const thread = await threadOf(steps, undefined, { policy: presets.balanced({ trigger: 1, release: 1 }) })
  await thread.compact({ window: 1500, reserve: 100 })
  const plan = (await thread.commits()).at(-1)?.plan
  const other = plan?.records.filter(({ action }) => action !== 'summarize' && action !== 'drop') ?? []
  expect(other.length).toBeGreaterThan(0)
  const [summary] = await thread.summaries()
  expect(summary?.digest.hidden.map(({ entry }) => entry)).toEqual(other.map(({ span }) => span.from))
  expect(summary?.digest.hidden.every(({ replacement }) => replacement.length > 0)).toBe(true)
})

it('E6, E8 · a turn that is covered in part is named', async () => {
  const steps = [
    user('Build it.'),
    ...finishedTurns(4, 120),
    user('One long turn.'),
    ...finishedTurns(14, 120).filter(({ kind }) => kind !== 'user'),
    user('go'),
  ]
  const { trigger, release } = presets.balanced({ trigger: 1, release: 1 })
  const policy = presets.timeline({
    trigger,
    release,
    ladder: [{ rung: 'summarize', keep: { kind: 'recent-tokens', tokens: 500, cut: 'timeline' }, splitTurn: 400 }],
  })
  const thread = await threadOf(steps, undefined, { policy })
  await thread.compact({ window: 2200, reserve: 100 })
  const [summary] = await thread.summaries()
  const entries = await thread.entries()
  expect(summary?.splitTurn).toBe(entries.find((entry) => entry.kind === 'text' && entry.text === 'One long turn.')?.turn)
})

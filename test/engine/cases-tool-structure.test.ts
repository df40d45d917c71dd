import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/schema/json.ts'
import { compactCase, expectShown, stringsIn, threadWith } from '../support/invariants.ts'
import { pairsIn } from '../support/pairs.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, prose, results, type Step, user } from '../support/steps.ts'

/** Enough history that every window below makes the engine act. */
const history = finishedTurns(8, 300)
const WINDOW = 3000

describe.each(PROVIDERS)('tool-call structure, %s', (provider) => {
  const other = provider === 'openai-chat' ? 'anthropic' : 'openai-chat'
  const batch = calls(...['p', 'q', 'r', 's', 't'].map((id) => [id, 'read_file', { path: `${id}.ts` }] as const))

  it('case 1 · a parallel batch of 5 with 3 answered stays whole, and takes the missing results when they come', async () => {
    const steps = [...history, user('read all five'), batch, results(['p', 'one'], ['q', 'two'], ['r', 'three'])]
    const { request, receipt } = await compactCase(provider, steps, { window: WINDOW })
    expect(pairsIn(request)).toMatchObject({ orphans: [] })
    expect(pairsIn(request).calls.slice(-5)).toEqual(['p', 'q', 'r', 's', 't'])
    expect(receipt.repairs.filter((repair) => repair.kind === 'result-missing')).toHaveLength(2)

    const thread = await threadWith(provider, steps)
    await thread.compact({ window: WINDOW })
    await thread.append(messagesFor(provider, [results(['s', 'four'], ['t', 'five'])]))
    const later = await thread.prepare({ window: WINDOW })
    expect(pairsIn(later.request).orphans).toEqual([])
    for (const text of ['one', 'two', 'three', 'four', 'five']) expectShown(later.request, text, 'a result')
    expect(stringsIn(later.request).some((text) => text.includes('no result was recorded'))).toBe(false)
  })

  it('case 2 · wherever the cut falls, a parallel batch is shown whole or not at all', async () => {
    const answered = results(...['p', 'q', 'r', 's', 't'].map((id) => [id, prose(60, id.charCodeAt(0))] as const))
    const steps = [user('start'), batch, answered, agent('read'), ...finishedTurns(3, 200), user('go on')]
    const shown = new Set<number>()
    for (let window = 500; window <= 2600; window += 150) {
      const { request } = await compactCase(provider, steps, { window, reserve: 0 })
      const ids = pairsIn(request).calls.filter((id) => 'pqrst'.includes(id))
      expect([0, 5]).toContain(ids.length)
      shown.add(ids.length)
    }
    expect(shown).toEqual(new Set([0, 5])) // Both happened, so the cut did move over the batch.
  })

  it('case 3 · a result before its call, and a result that others spoke before', async () => {
    const steps = [
      ...history,
      user('look'),
      results(['early', 'came first']),
      calls(['early', 'grep', {}], ['apart', 'grep', {}]),
      user('hurry up'),
      results(['apart', 'came late']),
      agent('seen'),
      user('thanks'),
    ]
    for (const dialect of [provider, other] as const) {
      const { request, receipt } = await compactCase(provider, steps, { window: WINDOW, dialect })
      expect(pairsIn(request).orphans).toEqual([])
      expectShown(request, 'came first', 'the early result')
      expectShown(request, 'came late', 'the late result')
      const kinds = receipt.repairs.map((repair) => repair.kind)
      expect(kinds).toEqual(expect.arrayContaining(['result-without-call', 'result-missing', 'result-moved']))
    }
  })

  it('case 4 · an orphan result in the input becomes quoted text, never a result', async () => {
    const steps = [
      results(['lost', 'from an older session']),
      ...history,
      user('go on'),
      results(['lost-too', 'and this']),
      user('now'),
    ]
    const { request, receipt } = await compactCase(provider, steps, { window: WINDOW })
    expect(pairsIn(request).orphans).toEqual([])
    expect(pairsIn(request).results).not.toContain('lost-too')
    expectShown(request, 'and this', 'the orphan')
    expect(receipt.repairs).toContainEqual(expect.objectContaining({ kind: 'result-without-call' }))
  })

  it('case 5 · of two results side by side, one may have lost its call', async () => {
    const steps = [
      ...history,
      user('look'),
      calls(['kept', 'grep', {}]),
      results(['evicted', 'orphan'], ['kept', 'paired']),
      user('now'),
    ]
    for (const dialect of [provider, other] as const) {
      const { request } = await compactCase(provider, steps, { window: WINDOW, dialect })
      expect(pairsIn(request).orphans).toEqual([])
      expect(pairsIn(request).results).toContain('kept')
      expectShown(request, 'orphan', 'the orphan, as text')
    }
  })

  it('case 6 · one id used in several turns, and twice in one batch', async () => {
    const turn = (n: number): readonly Step[] => [
      user(`turn ${n}`),
      calls(['None', 'grep', { n }], ['None', 'grep', { n }]),
      results(['None', `first ${n} ${prose(80, n)}`], ['None', `second ${n}`]),
      agent('ok'),
    ]
    const steps = [...Array.from({ length: 12 }, (_, n) => turn(n)).flat(), user('done?')]
    const { request } = await compactCase(provider, steps, { window: 1500 })
    const { orphans, calls: ids } = pairsIn(request)
    expect(orphans).toEqual([])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(1)
  })

  it('case 7 · two results for one call, and a call without a result at the end', async () => {
    const steps = [
      ...history,
      calls(['twice', 'grep', {}]),
      results(['twice', 'the first answer'], ['twice', 'the second answer']),
      agent('hm'),
      user('again'),
      calls(['never', 'grep', {}]),
    ]
    const { request, receipt } = await compactCase(provider, steps, { window: WINDOW })
    const { orphans, results: ids } = pairsIn(request)
    expect(orphans).toEqual([])
    expect(ids.filter((id) => id === 'twice')).toHaveLength(1)
    expectShown(request, 'the second answer', 'the answer too many, as text')
    expect(receipt.repairs.map((repair) => repair.kind)).toEqual(expect.arrayContaining(['result-repeated', 'result-missing']))
  })

  it('case 8 · a message that mixes what a person wrote with results', async () => {
    const mixed = {
      role: 'user',
      content: [
        { type: 'text', text: 'stop after this one, please' },
        { type: 'tool_result', tool_use_id: 'x', content: 'the result' },
      ],
    }
    const messages = [...messagesFor('anthropic', [...history, user('look'), calls(['x', 'grep', {}])]), mixed]
    const { request } = await compactCase('anthropic', messages, { window: WINDOW, dialect: provider })
    expect(pairsIn(request).orphans).toEqual([])
    expectShown(request, 'stop after this one, please', 'the words')
    expect(pairsIn(request).results.at(-1)).toBe('x')
  })

  it('case 9 · results that a repair made up when the person interrupted are results, and the notice is no person’s last word', async () => {
    const steps = [
      ...history,
      user('the real request'),
      calls(['a', 'bash', { command: 'make' }], ['b', 'bash', { command: 'make test' }]),
      results(['a', '[Request interrupted by user for tool use]'], ['b', '[Request interrupted by user for tool use]']),
      user('[Request interrupted by user for tool use]'),
      agent('Stopped.'),
    ]
    const { request, receipt } = await compactCase(provider, steps, { window: 900 })
    expect(pairsIn(request).orphans).toEqual([])
    expectShown(request, 'the real request', 'what the person really wrote last')
    expect(receipt.tokens.after).toBeLessThan(receipt.tokens.before)
  })

  it('case 10 · the result of a tool that was running during a manual compaction finds its call', async () => {
    const steps = [...history, user('run the build'), calls(['build', 'bash', { command: 'make' }])]
    const running = await compactCase(provider, steps, { window: WINDOW })
    expect(pairsIn(running.request).calls).toContain('build')

    const thread = await threadWith(provider, steps)
    const { record } = await thread.compact({ window: WINDOW })
    await thread.append(messagesFor(provider, [results(['build', 'built in 3 s'])]))
    const after = await thread.prepare({ window: WINDOW })
    expect(pairsIn(after.request)).toMatchObject({ orphans: [] })
    expectShown(after.request, 'built in 3 s', 'the result')
    expect(after.record.commit).toBe(record.commit) // The view is still the one that was committed.
  })

  it('case 11 · a retry with less room is validated like the first: pairs hold at every size', async () => {
    const thread = await threadWith(provider, [...history, user('look'), batch, results(['p', prose(300)], ['q', prose(300)])])
    for (let window = 3600; window >= 600; window -= 200) {
      const { request, receipt } = await thread.compact({ window })
      expect(pairsIn(request).orphans).toEqual([])
      expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.budget)
    }
  })

  it('A24 · no orphan, ever: at every window, in both directions', async () => {
    const steps = [...finishedTurns(4, 120), results(['lost', 'x']), calls(['a', 'grep', {}], ['a', 'grep', {}]), user('so?')]
    for (const dialect of PROVIDERS) {
      for (let window = 400; window < 1600; window += 200) {
        const { request } = await compactCase(provider, steps, { window, reserve: 0, dialect })
        expect(pairsIn(request).orphans).toEqual([])
      }
    }
  })
})

describe('case 14 · arguments', () => {
  const openaiCall = (id: string, input: string): Json => ({
    id,
    type: 'function',
    function: { name: 'write_file', arguments: input },
  })
  const withArguments = (input: string): readonly Json[] => [
    { role: 'user', content: 'write it' },
    { role: 'assistant', content: null, tool_calls: [openaiCall('a', input)] },
    { role: 'tool', tool_call_id: 'a', content: 'written' },
    { role: 'assistant', content: 'done' },
    { role: 'user', content: 'thanks' },
  ]

  it.each(PROVIDERS)('case 14 · that are not JSON, or empty, go to %s in a shape it takes', async (dialect) => {
    for (const input of ['{"path": "a.ts", "content": "half', '{}', '', 'null', '[1,2]', '"text"']) {
      const { request } = await compactCase('openai-chat', withArguments(input), { window: 4000, dialect })
      expect(pairsIn(request)).toMatchObject({ orphans: [], calls: ['a'] })
      if (dialect === 'openai-chat') expectShown(request, input, 'the arguments, as they are')
    }
  })

  it.each(PROVIDERS)('case 14 · of 2 MB are shortened for %s and still have its shape', async (dialect) => {
    const input = JSON.stringify({ path: 'a.ts', content: 'some words in a line\n'.repeat(100_000) })
    const { request, receipt } = await compactCase('openai-chat', withArguments(input), { window: 4000, dialect })
    expect(receipt.tokens.before).toBeGreaterThan(400_000)
    expect(pairsIn(request).orphans).toEqual([])
    expect(receipt.utilisation).toBeGreaterThan(0.85)
  })
})

import { describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { compactCase, expectShown, messagesIn, stringsIn, threadWith } from '../support/invariants.ts'
import { pairsIn } from '../support/pairs.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, prose, results, user } from '../support/steps.ts'

describe.each(PROVIDERS)('sizes and limits, %s', (provider) => {
  it.each([1.5, 12])(
    'case 17 · one tool result %d times as large as the window is shortened, and the rest stays',
    async (times) => {
      const huge = `FIRST LINE\n${prose(Math.floor(4000 * times))}\nLAST LINE`
      const steps = [
        user('read it'),
        calls(['a', 'read_file', { path: 'big.log' }]),
        results(['a', huge]),
        agent('I see.'),
        user('and now?'),
      ]
      const { request, receipt } = await compactCase(provider, steps, { window: 4000 })
      for (const text of ['FIRST LINE', 'LAST LINE', 'read it', 'I see.']) expectShown(request, text, 'what stays')
      expect(receipt.strategy).toBe('shorten-oversized')
      expect(receipt.utilisation).toBeGreaterThan(0.85)
    },
  )

  it('case 17 · the same in the open round, where nothing else can give way', async () => {
    const steps = [user('read it'), calls(['a', 'read_file', {}]), results(['a', prose(20_000)])]
    const { request, receipt } = await compactCase(provider, steps, { window: 2000 })
    expect(pairsIn(request)).toMatchObject({ orphans: [], calls: ['a'] })
    expectShown(request, 'characters left out: e2', 'the handle of what is left out')
    expect(receipt.lawOverrides).toEqual([expect.objectContaining({ law: 'L3' })])
  })

  it('case 18 · one user message larger than the window is cut loudly, never dropped', async () => {
    const steps = [agent('What shall I do?'), user(`PLEASE DO THIS: ${prose(9000)} AND NOT THAT.`)]
    const { request, receipt } = await compactCase(provider, steps, { window: 2000 })
    for (const text of ['PLEASE DO THIS', 'AND NOT THAT.', 'characters left out: e1'])
      expectShown(request, text, 'head, tail, handle')
    expect(receipt.fates.at(-1)).toEqual({ from: 1, to: 1, fate: 'shortened' })
    expect(receipt.lawOverrides.map(({ detail }) => detail)).toEqual([expect.stringContaining('what people wrote last')])
  })

  it('case 18 · the same where the agent has long gone on: it is carried over the fold, cut, and its fate is shortened', async () => {
    const steps = [
      user(`DO THIS: ${prose(3000)} AND THAT.`),
      ...Array.from({ length: 10 }, (_, i) => agent(`step ${i} ${prose(100, i)}`)),
    ]
    const { request, receipt } = await compactCase(provider, steps, { window: 1500, reserve: 0 })
    for (const text of ['DO THIS', 'AND THAT.']) expectShown(request, text, 'head and tail')
    expect(receipt.fates[0]).toEqual({ from: 0, to: 0, fate: 'shortened' })
  })

  it('case 19 · system text and tools larger than the budget: a typed error with numbers, no loop, no change', async () => {
    const thread = await threadWith(provider, [...finishedTurns(3, 100), user('go')])
    const tools = [{ name: 'big', description: prose(900), input_schema: {} }]
    const error = await rejection(thread.compact({ window: 1500, reserve: 0, system: prose(1000), tools }))
    const failure = failureIn(error) as {
      code: string
      needed: number
      available: number
      items: readonly { what: string; tokens: number }[]
    }
    expect(failure).toMatchObject({ code: 'fixed-part-too-large', available: 1500 })
    expect(failure.needed).toBeGreaterThan(1900)
    expect(failure.items.map(({ what }) => what)).toEqual([
      'system and tools',
      'pins',
      'what people wrote last',
      'the open round',
      'pins and frontier once shortened',
    ])
    expect(failure.items[0]?.tokens).toBeGreaterThan(1850)
    expect(await thread.commits()).toEqual([])
    expect((await thread.prepare({ window: 100_000 })).tokens).toBeGreaterThan(300) // The thread is still alive.
  })

  it('case 20 · pinned content alone larger than the budget: the same error, and the pin is named', async () => {
    const thread = await threadWith(provider, [user(`KEEP ${prose(2000)}`), agent('ok'), user('go')])
    await thread.pin({ text: 'KEEP' })
    const failure = failureIn(await rejection(thread.compact({ window: 1500 })))
    expect(failure).toMatchObject({
      code: 'fixed-part-too-large',
      items: expect.arrayContaining([{ what: 'pins', tokens: expect.any(Number) }]),
    })
    const pins = (failure as { items: { what: string; tokens: number }[] }).items.find(({ what }) => what === 'pins')
    expect(pins?.tokens).toBeGreaterThan(1900)
    expect(await thread.commits()).toEqual([])
  })

  it('case 21 · an empty history, two messages and a single turn need nothing, and nothing happens', async () => {
    const single = [user('hi'), calls(['a', 'grep', {}]), results(['a', 'x']), agent('done')]
    for (const steps of [[], [user('hi')], [user('hi'), agent('hello')], single]) {
      const { receipt, changed, request } = await compactCase(provider, steps, { window: 1000 })
      expect(changed).toBe(false)
      expect(receipt).toMatchObject({ strategy: 'include', records: [], summarizerCalls: 0 })
      expect(messagesIn(request).length).toBeGreaterThan(0)
    }
  })

  it('case 21 · a single long turn is compacted inside: finished rounds go, the request and the open round stay', async () => {
    const rounds = Array.from({ length: 20 }, (_, i) => [
      calls([`c${i}`, 'grep', { i }]),
      results([`c${i}`, prose(150, i)]),
    ]).flat()
    const steps = [user('do all twenty'), ...rounds]
    const { request } = await compactCase(provider, steps, { window: 1200 })
    expectShown(request, 'do all twenty', 'the request')
    expectShown(request, prose(150, 19), 'the open round')
    expect(pairsIn(request).calls).toContain('c19')
    expect(pairsIn(request).calls).not.toContain('c0')
  })

  it('case 22 · where the recent tail alone exceeds the target, the oldest of it goes and the newest stays', async () => {
    const steps = [
      user('old'),
      agent('older answer'),
      user('new'),
      ...Array.from({ length: 12 }, (_, i) => agent(`step ${i}: ${prose(200, i)}`)),
      user('last'),
    ]
    const { request, receipt } = await compactCase(provider, steps, { window: 1400 })
    expectShown(request, 'step 11', 'the newest')
    expect(stringsIn(request).some((text) => text.includes(`step 0: ${prose(200, 0)}`))).toBe(false)
    expect(receipt.utilisation).toBeGreaterThan(0.85)
  })

  it('case 23 · a summary is never longer than what it replaces, and a request never larger than before', async () => {
    const steps = [...Array.from({ length: 14 }, (_, i) => [user(`wish ${i}`), agent(prose(40, i))]).flat(), user('now')]
    let summaries = 0
    for (let window = 300; window < 1000; window += 50) {
      const { receipt } = await compactCase(provider, steps, { window, reserve: 0 })
      expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.before)
      for (const record of receipt.records.filter(({ action }) => action === 'summarize')) {
        summaries += 1
        const kept = receipt.records.reduce((sum, { action, tokens }) => sum + (action === 'summarize' ? 0 : tokens), 0)
        expect(record.tokens).toBeLessThan(receipt.tokens.before - kept)
      }
    }
    expect(summaries).toBeGreaterThan(3)
  })

  it('case 24 · a compaction brings usage well below the trigger, so that the next request does not compact again', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('case 24')
    await thread.append(messagesFor(provider, [...finishedTurns(30, 200), user('go on')]), { dialect: provider })
    const first = await thread.prepare({ window: 8000, reserve: 1000 })
    expect(first.tokens).toBeLessThanOrEqual(7000 * 0.6)
    await thread.append(messagesFor(provider, [agent('one more step'), user('and again')]))
    const second = await thread.prepare({ window: 8000, reserve: 1000 })
    expect(second.record.commit).toBe(first.record.commit)
  })

  it('case 24 · where pins keep usage above the trigger, the same request is not compacted over and over', async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('case 24')
    await thread.append(messagesFor(provider, [user(`KEEP ${prose(700)}`), ...finishedTurns(6, 100), user('go on')]), {
      dialect: provider,
    })
    await thread.pin({ text: 'KEEP' })
    const first = await thread.prepare({ window: 1000, reserve: 0 })
    expect(first.tokens).toBeGreaterThan(900)
    expect((await thread.commits())[0]?.receipt.strategy).not.toBe('floor')
    const second = await thread.prepare({ window: 1000, reserve: 0 })
    expect(second.record).toEqual(first.record)
    expect(await thread.commits()).toHaveLength(1)
  })

  it('F1 · works when the window is already full ten times over, with no model at all', async () => {
    const { request, receipt } = await compactCase(provider, [...finishedTurns(60, 700), user('where were we?')], {
      window: 4096,
    })
    expect(receipt.tokens.before).toBeGreaterThan(10 * receipt.tokens.budget)
    expect(receipt.summarizerCalls).toBe(0)
    expect(receipt.utilisation).toBeGreaterThan(0.85)
    expectShown(request, 'Request 0: ', 'the task, in the summary')
    expectShown(request, 'src/file-', 'files touched, in the summary')
  })
})

describe('reasoning that its message cannot keep', () => {
  it('case 31 · costs nothing, so that it does not keep what is older from being shown', async () => {
    const thread = await createCompactor({ clock: () => 0, policy: presets.balanced({ trigger: 1, release: 1 }) }).thread('t')
    await thread.append(
      [
        { role: 'user', content: `the older words ${prose(200)}` },
        { role: 'user', content: `the newer words ${prose(40)}` },
        { role: 'assistant', content: '', reasoning_content: prose(400) },
      ],
      { dialect: 'openai-chat' },
    )
    const { request, tokens } = await thread.prepare({ window: 200, reserve: 0 })
    expect(tokens).toBeGreaterThan(0.85 * 200)
    expect(JSON.stringify(request)).toContain('the older words')
  })
})

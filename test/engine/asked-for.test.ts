import { describe, expect, it } from 'vitest'
import { createCompactor, type Policy, presets } from '../../src/index.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

const WINDOW = 32_000

/** Turns that say many things about many files; the schema is spoken of once, early and in passing. */
function longTalk(turns: number): readonly Step[] {
  return Array.from({ length: turns }, (_, turn) => [
    user(`Request ${turn}: look at src/part-${turn}/main-${turn}.ts, which is slow.`),
    calls([`r-${turn}`, 'read_file', { path: `src/part-${turn}/main-${turn}.ts` }]),
    results([`r-${turn}`, prose(400, turn)]),
    agent(
      `I found that main-${turn}.ts reads cache-${turn}.json twice because loader-${turn}.ts forgets it. I changed loader-${turn}.ts so that it keeps ${turn + 3} entries.${
        turn === 1 ? ' The schema has a table of 14 invoices with a unique slug.' : ''
      } The tests of part-${turn} pass in ${turn + 2} seconds now.`,
    ),
  ]).flat()
}

async function summaryOf(instructions: string, steps: readonly Step[] = longTalk(40)): Promise<string> {
  const policy = presets.claudeCode({ summaryTokens: 500 })
  const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
  await thread.append(messagesFor('openai-chat', steps))
  await thread.compact({ window: WINDOW, instructions })
  return (await thread.summaries())[0]?.text ?? ''
}

describe('B1 · instructions for a compaction have an effect without a model', () => {
  it('what they name has its place first, in a page that is as long as before', async () => {
    const [without, asked] = [await summaryOf(''), await summaryOf('keep the schema')]
    expect(without).not.toContain('table of 14 invoices')
    expect(asked).toContain('The schema has a table of 14 invoices with a unique slug.')
    expect(asked.length).toBeLessThan(without.length * 1.3)
  })

  it('files that they name are listed, as are commands and requests about them', async () => {
    expect(await summaryOf('')).not.toContain('main-2.ts')
    const asked = await summaryOf('Focus on src/part-2/main-2.ts, please')
    expect(asked).toContain('Request 2: look at src/part-2/main-2.ts')
    expect(asked).toContain('main-2.ts reads cache-2.json twice')
  })

  it('words that stand everywhere, or nowhere, change nothing', async () => {
    const without = await summaryOf('')
    expect(await summaryOf('keep the tests')).toBe(without)
    expect(await summaryOf('remember the unicorns')).toBe(without)
  })
})

describe('B2 · codex keeps the initial context', () => {
  const opening = [
    { role: 'user', content: '# AGENTS.md instructions for /repo\n\nUse tabs in every file.' },
    { role: 'user', content: '<environment_context>\n<cwd>/repo</cwd>\n</environment_context>' },
  ]

  it('what the program around the agent said before the first request stands in front, word for word, round after round', async () => {
    const thread = await createCompactor({ policy: presets.codex(), clock: () => 0 }).thread('t')
    await thread.append([...opening, ...messagesFor('openai-chat', longTalk(40))])
    for (const more of [0, 1]) {
      const { request } = await thread.compact({ window: WINDOW })
      const messages = request['messages'] as readonly { readonly content: string }[]
      expect(messages.slice(0, 3).map(({ content }) => content)).toEqual([
        ...opening.map(({ content }) => content),
        'Request 0: look at src/part-0/main-0.ts, which is slow.',
      ])
      await thread.append(messagesFor('openai-chat', [user(`More ${more}`), agent(prose(2_000, more))]))
    }
  })

  it('unless it is more than half of what there is room for', async () => {
    const thread = await createCompactor({ policy: presets.codex(), clock: () => 0 }).thread('t')
    const large = { role: 'user', content: `<environment_context>\n${prose(16_000)}\n</environment_context>` }
    await thread.append([large, ...messagesFor('openai-chat', longTalk(40))])
    const { request, receipt } = await thread.compact({ window: WINDOW })
    expect(JSON.stringify(request)).not.toContain('<environment_context>')
    expect(receipt.strategy).toBe('summarize-keeping')
  })
})

describe('B15 · images are named without a model', () => {
  const image = (url: string) => ({ type: 'image_url', image_url: { url } })

  it('with what they are called, what they are and the entry they stand in', async () => {
    const thread = await createCompactor({ policy: presets.claudeCode(), clock: () => 0 }).thread('t')
    await thread.append([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Make it look like this.' },
          image('https://example.org/mockup.png'),
          image('data:image/png;base64,iVBORw0KGgo='),
        ],
      },
      ...messagesFor('openai-chat', longTalk(40)),
    ])
    await thread.compact({ window: WINDOW })
    const [summary] = await thread.summaries()
    expect(summary?.text).toContain('- https://example.org/mockup.png: image, attached (e1)')
    expect(summary?.text).toContain('- image, attached (e2)')
  })
})

describe('B17 · a branch', () => {
  const open = async () => {
    const thread = await createCompactor({ clock: () => 0 }).thread('t')
    const round = [calls(['a', 'ls', {}], ['b', 'pwd', {}]), results(['a', 'x.ts'], ['b', '/repo'])]
    await thread.append(messagesFor('openai-chat', [user('one'), ...round, agent('two'), user('three')]))
    return thread
  }

  it('goes on from before a message, or from behind it', async () => {
    const thread = await open()
    expect((await (await thread.branch({ at: 'e6' })).entries()).map(({ id }) => id).at(-1)).toBe('e5')
    const including = await thread.branch({ at: 'e6', include: true })
    expect((await including.entries()).map(({ id }) => id).at(-1)).toBe('e6')
  })

  it('that includes calls includes their results: a call is never parted from them', async () => {
    const branch = await (await open()).branch({ at: 'e1', include: true })
    expect((await branch.entries()).map(({ id }) => id).at(-1)).toBe('e4')
    expect((await branch.prepare()).receipt).toBeNull()
  })
})

describe('B1, B6 · compacting by hand a conversation that is shorter than a summary may be', () => {
  const make = { 'claude-code': presets.claudeCode, codex: presets.codex, pi: presets.pi, layer: presets.layer, amp: presets.amp }
  const byHand = async (policy: Policy, steps: readonly Step[]) => {
    const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
    await thread.append(messagesFor('openai-chat', steps))
    return { ...(await thread.compact({ window: 128_000 })), thread }
  }

  it('is done now, and makes the request smaller', async () => {
    const { changed, receipt, thread } = await byHand(presets.claudeCode(), longTalk(4))
    expect([changed, receipt.strategy]).toEqual([true, 'summarize-keeping'])
    expect(receipt.tokens.after).toBeLessThan(receipt.tokens.before * 0.8)
    expect((await thread.summaries())[0]?.text).toContain('Request 2: look at src/part-2/main-2.ts')
    expect(receipt.nothing).toBeUndefined()
  })

  it('never makes it larger, however short it is and however often it is asked for', async () => {
    for (const preset of Object.values(make)) {
      for (const turns of [1, 2, 3, 6, 12]) {
        const { receipt, changed, thread } = await byHand(preset(), longTalk(turns))
        expect(receipt.tokens.after).toBeLessThanOrEqual(receipt.tokens.before)
        if (!changed) continue
        await thread.append(messagesFor('openai-chat', [user('And now?'), agent('Done.')]))
        const again = await thread.compact({ window: 128_000 })
        expect(again.receipt.tokens.after).toBeLessThanOrEqual(again.receipt.tokens.before)
      }
    }
  })

  it('says why if there is nothing to fold', async () => {
    const { changed, receipt } = await byHand(presets.claudeCode(), [user('Hello'), agent('Hello.')])
    expect(changed).toBe(false)
    expect(receipt.nothing).toMatch(/^there is nothing to summarize: \d+ tokens before what is kept/)
  })
})

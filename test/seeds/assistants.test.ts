import { describe, expect, it } from 'vitest'
import { presets } from '../../src/index.ts'
import { agent, opened, round, sent, user, words } from './talk.ts'

/** Turns of a question and an answer, a thousand tokens each. */
const talk = (turns: number) => Array.from({ length: turns }, (_, at) => [user(`Question ${at}`), agent(words(990, at))]).flat()

describe('coding assistants compared', () => {
  it('B1 · claude-code: 95 % of the window, or by hand with instructions; the new context is the summary', async () => {
    const thread = await opened(presets.claudeCode(), [...talk(188), user('Go on.')])
    expect((await thread.prepare({ window: 200_000 })).receipt).toBeNull()
    await thread.append([agent(words(2_000)), user('And on.')])
    const prepared = await thread.prepare({ window: 200_000 })
    expect(prepared.receipt?.reason).toMatch(/reach 95 % of the window of 200,000/)
    // L5: the last words of a person stay behind it.
    expect(sent(prepared).map(({ role }) => role)).toEqual(['user', 'user'])
    expect(sent(prepared)[1]).toEqual(user('And on.'))
    const asked = await opened(presets.claudeCode(), [...talk(40), agent('TODO: rename the slug of page 7.'), ...talk(40)])
    await asked.compact({ window: 200_000, instructions: 'summarize only the TODOs' })
    expect((await asked.summaries())[0]?.text).toContain('TODO: rename the slug of page 7.')
  })

  it('B2 · codex: 180,000 tokens, 244,000 for one model, at most 95 % of the window', async () => {
    const thread = await opened(presets.codex(), talk(182))
    const reason = async (model: string, window: number) => (await thread.explain({ model, window })).reason
    expect(await reason('gpt-5-codex', 400_000)).toMatch(/exceed 180,000$/)
    expect(await reason('gpt-5.1-codex-max', 400_000)).toMatch(/do not exceed 244,000$/)
    expect((await thread.explain({ window: 128_000 })).reason).toMatch(/95 % of the window of 128,000/)
  })

  it('B2 · codex: initial context, 20,000 tokens of what people wrote, and a summary that says who wrote it', async () => {
    const context = user('<environment_context>\n<cwd>/site</cwd>\n</environment_context>')
    const spoken = Array.from({ length: 40 }, (_, at) => [user(`${at}: ${words(990, at)}`), agent(words(4_000, at))]).flat()
    const thread = await opened(presets.codex(), [context, ...spoken])
    const { notice } = (await thread.prepare({ window: 400_000 })).receipt ?? {}
    const messages = sent(await thread.prepare({ window: 400_000 }))
    expect(messages[0]).toEqual(context)
    const kept = messages.filter(({ content }) => /^\d+: /.test(String(content)))
    // Twenty of them and what belongs to the last answer: whole messages only.
    expect(kept.length).toBeGreaterThanOrEqual(19)
    expect(kept.length).toBeLessThanOrEqual(21)
    expect(kept.at(-1)).toEqual(spoken.at(-2))
    expect(messages.map(({ content }) => String(content)).find((text) => text.includes('Another language model'))).toBeDefined()
    expect(notice).toMatch(/less accurate/)
  })

  it('B3 · opencode: above context − output, 40,000 protected, at least 20,000 saved', async () => {
    expect(presets.opencode().ladder[0]).toMatchObject({ protect: { preset: 40_000 }, minimum: { preset: 20_000 } })
    const thread = await opened(presets.opencode(), [...talk(163), user('Go on.')])
    const decision = async (reserve: number) => (await thread.explain({ window: 200_000, reserve })).decision
    expect([await decision(32_000), await decision(40_000)]).toEqual(['go-on', 'compact'])
  })

  it('B5 · pi: 16,384 reserved, 20,000 kept; what the provider reported decides, the last good answer’s', async () => {
    const usage = (total: number) => ({
      input_tokens: total - 3_000,
      output_tokens: 1_000,
      cache_read_input_tokens: 1_500,
      cache_creation_input_tokens: 500,
    })
    const settle = async (total: number) => {
      const thread = await opened(presets.pi(), talk(178))
      await thread.prepare({ window: 200_000 })
      return { thread, settled: await thread.settle({ usage: usage(total) }) }
    }
    expect((await settle(183_616)).settled).toBeNull()
    const { thread, settled } = await settle(183_617)
    expect(settled?.receipt.reason).toMatch(/183,617 tokens exceed the window of 200,000 less 16,384/)
    const [fold] = settled?.receipt.records ?? []
    // 20,000 tokens are reached inside the twentieth turn from the end: the cut lies before the next message of a person.
    expect((await thread.entries()).slice((fold?.to ?? 0) + 1).filter(({ author }) => author === 'person').length).toBe(19)
  })

  it('B12 · a second compaction never crosses the first boundary, and its summary takes the first in', async () => {
    const thread = await opened(presets.pi(), [user('The slug of the shop is fixed: never change it.'), ...talk(60)])
    const first = (await thread.compact({ window: 100_000 })).receipt.records[0]
    await thread.append(talk(30))
    const second = (await thread.compact({ window: 100_000 })).receipt.records[0]
    expect(second?.to).toBeGreaterThan(first?.to ?? 0)
    expect(second?.from).toBe(first?.from)
    expect((await thread.summaries()).map(({ text }) => text).join()).toContain('never change it')
  })

  it('B15 · images: a path survives in the summary; an attached one is named, with its entry', async () => {
    const thread = await opened(presets.pi(), [
      user('Look at /site/img/hero.png first.'),
      ...round('r', 'read_file', { path: '/site/img/hero.png' }, 'a picture of a harbour'),
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }] },
      ...talk(60),
    ])
    await thread.compact({ window: 100_000 })
    const text = (await thread.summaries()).map((summary) => summary.text).join()
    expect(text).toContain('/site/img/hero.png')
    expect(text).toMatch(/image, attached \(e\d+\)/)
  })

  it('B17 · branches: every user message can be chosen, before and after compactions; before one, it is undone', async () => {
    const thread = await opened(presets.pi(), talk(60))
    await thread.compact({ window: 100_000 })
    await thread.append([user('After it.'), agent('Yes.')])
    const people = (await thread.entries()).filter(({ author }) => author === 'person')
    expect(people).toHaveLength(61)
    const early = await thread.branch({ at: people[3]?.id ?? '' })
    expect([(await early.entries()).length, await early.commits()]).toEqual([6, []])
    const late = await thread.branch({ at: people[60]?.id ?? '', include: true })
    expect((await late.commits()).length).toBe(1)
    expect(sent(await late.prepare({ window: 100_000 })).at(-1)).toEqual(user('After it.'))
  })

  it('B20 · the default acts between 85 and 90 % of the window, and people can be told that it has', async () => {
    const thread = await opened(presets.balanced(), [...talk(100), user('Go on.')])
    const { currentTokens } = await thread.check({ window: 200_000 })
    const window = Math.round(currentTokens / 0.9 + 4_096)
    expect((await thread.explain({ window: window + 50, reserve: 4_096 })).decision).toBe('go-on')
    expect((await thread.explain({ window: window - 50, reserve: 4_096 })).decision).toBe('compact')
    expect((currentTokens / window) * 100).toBeGreaterThan(85)
    const told = await opened(presets.balanced({ notice: 'Compacted: answers may be less exact.' }), talk(100))
    expect((await told.prepare({ window: 60_000 })).receipt?.notice).toBe('Compacted: answers may be less exact.')
  })
})

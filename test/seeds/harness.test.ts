import { describe, expect, it } from 'vitest'
import { createCompactor, type JsonObject, presets, type ToolPolicies } from '../../src/index.ts'
import { agent, opened, round, sent, user, words } from './talk.ts'

const turns = (count: number, tokens: number, tool = 'query'): readonly JsonObject[] =>
  Array.from({ length: count }, (_, at) => [
    user(`Step ${at}`),
    ...round(`q${at}`, tool, { n: at }, JSON.stringify({ order_id: `o-${at}`, rows: words(tokens, at) })),
    agent(`Step ${at} is done.`),
  ]).flat()

describe('the production harness', () => {
  it('C5 · externalize, summarize, clear, drop: in this order, each of which can be left out', () => {
    const names = (policy: ReturnType<typeof presets.harness>) =>
      policy.ladder.map((step) => ('rung' in step ? step.rung : step.name))
    expect(names(presets.harness())).toEqual(['externalize', 'summarize', 'clear-by-durability', 'drop-oldest'])
    const switches = ['externalization', 'summarization', 'clearing', 'dropping'] as const
    for (const [at, name] of switches.entries()) {
      expect(names(presets.harness({ [name]: false }))).toEqual(names(presets.harness()).toSpliced(at, 1))
    }
    const [first, ...rest] = presets.harness().ladder
    expect(names(presets.harness({ ladder: [...rest, ...(first === undefined ? [] : [first])] }))[3]).toBe('externalize')
  })

  it('C5, C20 · results above 1,000 tokens go first, those of the last three turns stay', async () => {
    const thread = await opened(presets.harness(), turns(50, 1_800))
    const { receipt } = await thread.prepare({ window: 100_000 })
    expect(receipt?.strategy).toBe('externalize')
    const put = receipt?.records.filter(({ action }) => action === 'externalize') ?? []
    expect(Math.max(...put.map(({ to }) => to))).toBeLessThan(47 * 4)
  })

  const cleared = async (toolPolicies: ToolPolicies, options: JsonObject = {}) => {
    const policy = presets.harness({ externalization: false, summarization: false, dropping: false })
    const thread = await createCompactor({ policy, toolPolicies, clock: () => 0 }).thread('t')
    await thread.append(turns(50, 1_800))
    const prepared = await thread.prepare({ window: 100_000, ...options })
    return sent(prepared).filter(({ content }) => String(content).startsWith('[query: '))
  }

  it('C7, C8 · anchoring: the placeholder has tool and outcome, and on the next line the fields to preserve', async () => {
    const [first] = await cleared({ query: { durability: 'anchoring', preserve: ['order_id'] } })
    expect(first?.['content']).toMatch(/^\[query: success\]\nKey data: \{.*"order_id":"o-0".*\}$/)
  })

  it('C8 · ephemeral is cleared freely, non-replayable never; anchoring unless told', async () => {
    expect((await cleared({ query: { durability: 'ephemeral' } })).length).toBeGreaterThan(0)
    expect((await cleared({})).length).toBeGreaterThan(0)
    expect(await cleared({ query: { durability: 'non-replayable' } })).toEqual([])
  })

  it('C9 · replayable is cleared only if its source is known to be unchanged: what cannot be verified has changed', async () => {
    expect(await cleared({ query: { durability: 'replayable' } })).toEqual([])
    expect(await cleared({ query: { durability: 'replayable' } }, { sources: { e2: { contentHash: 'other' } } })).toEqual([])
  })

  it('C13 · a turn that brought something back puts nothing away and drops nothing', async () => {
    const thread = await opened(presets.harness(), turns(50, 1_800))
    const { receipt } = await thread.prepare({ window: 100_000, rehydrated: true })
    expect(receipt?.records.map(({ action }) => action)).toEqual(['summarize'])
  })

  it('C22 · facts survive five rounds, a constraint ten, and no request exceeds its budget', async () => {
    const thread = await opened(presets.harness({ externalization: false }), [
      user('Never delete order o-0. The customer is called Maren Osterby.'),
      agent('Understood.'),
    ])
    const tools = [{ name: 'query', description: words(300), input_schema: { type: 'object', properties: {} } }]
    for (let at = 0; at < 10; at += 1) {
      await thread.append([...turns(14, 400), user(`Round ${at}`)])
      const { tokens, budget, request } = await thread.prepare({ window: 12_000, system: words(200), tools })
      expect(tokens).toBeLessThanOrEqual(budget.limit)
      const text = JSON.stringify(request)
      if (at < 5) expect(text).toContain('Maren Osterby')
      expect(text).toContain('Never delete order o-0.')
    }
    expect((await thread.commits()).length).toBeGreaterThanOrEqual(9)
  })
})

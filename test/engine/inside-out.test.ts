import { describe, expect, it } from 'vitest'
import { createCompactor, presets } from '../../src/index.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

const talk = (turns: number): readonly Step[] =>
  Array.from({ length: turns }, (_, turn) => [
    user(`Request ${turn}: ${prose(30, turn)}`),
    calls([`r-${turn}`, 'read_file', { path: `src/${turn}.ts` }]),
    results([`r-${turn}`, prose(60, turn)]),
    agent(`Done with ${turn}. ${prose(20, turn)}`),
  ]).flat()

describe('what a plan is, seen from outside', () => {
  it('C4 · a summary beats the clearing of a result inside it, and no two records are about one entry', async () => {
    const history = messagesFor('openai-chat', [...talk(30), user('go on')])
    const cut = history.with(2, { role: 'tool', tool_call_id: 'r-0', content: 'cut' })
    const thread = await createCompactor({ policy: presets.balanced(), clock: () => 0 }).thread('t')
    await thread.resend(history)
    await thread.resend(cut)
    const actions = async (): Promise<readonly string[]> =>
      ((await thread.commits()).at(-1)?.plan.records ?? []).map(({ action, span }) => `${action} e${span.from} to e${span.to}`)
    expect(await actions()).toEqual(['clear e2 to e2'])
    const { receipt } = await thread.compact({ window: 2_000, reserve: 0 })
    expect(receipt.fates.find(({ from, to }) => from <= 2 && 2 <= to)?.fate).toBe('summarized')
    const spans = (await thread.commits()).at(-1)?.plan.records.map(({ span }) => span) ?? []
    expect(spans.every(({ from }, index) => index === 0 || from > (spans[index - 1]?.to ?? 0))).toBe(true)
    expect((await actions()).filter((action) => action.startsWith('summarize e0'))).toHaveLength(1)
    await thread.undo()
    expect(await actions()).toEqual(['clear e2 to e2'])
  })

  it('E4 · the timeline is cut before what a person or the agent said and before calls, never before a result', async () => {
    const kinds = new Set<string>()
    for (let tokens = 40; tokens < 700; tokens += 41) {
      const keep = { kind: 'recent-tokens', tokens, cut: 'timeline' } as const
      const policy = presets.timeline({ ladder: [{ rung: 'summarize', keep, splitTurn: 100 }], summaryTokens: 200 })
      const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
      await thread.append(messagesFor('openai-chat', [...talk(12), user('go on')]))
      await thread.compact({ window: 100_000, reserve: 0 })
      const folded = (await thread.commits()).at(-1)?.plan.records.find(({ action }) => action === 'summarize')
      const first = (await thread.entries())[(folded?.span.to ?? -2) + 1]
      if (folded !== undefined && first !== undefined) kinds.add(`${first.role} ${first.kind}`)
    }
    expect([...kinds].sort()).toEqual(['assistant text', 'assistant tool-call', 'user text'])
  })

  it('case 69 · a request whose size swings around the trigger is compacted once, and its prefix stays', async () => {
    const policy = presets.balanced({ trigger: 0.15, release: 0.145 })
    const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
    await thread.append(messagesFor('openai-chat', [...finishedTurns(30, 100), user('go on')]))
    const large = [{ type: 'function', function: { name: 'look', description: prose(150), parameters: { type: 'object' } } }]
    const { tokens: alone } = await thread.prepare({ window: 1_000_000, reserve: 0 })
    // Without tools it is just below the mark, and with them just above it.
    const asked = { window: Math.ceil((alone + 80) / 0.15), reserve: 0 }
    expect((await thread.prepare(asked)).record.commit).toBeNull()
    const commits = new Set<string | null>()
    for (let step = 0; step < 60; step += 1) {
      commits.add((await thread.prepare({ ...asked, ...(step % 2 === 0 ? { tools: large } : {}) })).record.commit)
    }
    expect([commits.size, commits.has(null)]).toEqual([1, false])
    expect(await thread.commits()).toHaveLength(1)
  })
})

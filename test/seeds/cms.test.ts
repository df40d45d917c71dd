import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createCompactor, type JsonObject, presets } from '../../src/index.ts'
import { openSqliteStore } from '../../src/stores/sqlite.ts'
import { agent, opened, round, sent, user, words } from './talk.ts'

const WINDOW = 200_000

/** Turns of a CMS agent, each with one output of so many tokens. */
const turns = (outputs: readonly number[]): readonly JsonObject[] =>
  outputs.flatMap((tokens, at) => [
    user(`Change page ${at}, please.`),
    ...round(`c${at}`, at % 2 === 0 ? 'get_page' : 'get_post', { id: at }, words(tokens, at)),
    agent(`Page ${at} is changed.`),
  ])

/** Clearing is enough: 155,000 tokens of output lie behind two turns and 40,000 tokens. */
const pruned = turns([70_000, 70_000, 15_000, 30_000, 10_000, 10_000])
/** It is not: 19,000 lie there, and most of the rest was said. */
const summarized = [
  ...[0, 1].flatMap((at) => [user(`Describe page ${at}.`), agent(words(70_000, at))]),
  ...turns([10_000, 9_000, 39_000, 5_000, 5_000]),
]

describe('the CMS agent’s plan', () => {
  it.each([
    ['openai/gpt-4o', 128_000, 16_384],
    ['openai/gpt-4o-mini', 128_000, 16_384],
    ['openai/gpt-4-turbo', 128_000, 4_096],
    ['openai/gpt-4', 8_192, 4_096],
    ['openai/gpt-3.5-turbo', 16_385, 4_096],
    ['anthropic/claude-3.5-sonnet', 200_000, 8_192],
    ['anthropic/claude-3-opus', 200_000, 4_096],
    ['anthropic/claude-3-sonnet', 200_000, 4_096],
    ['anthropic/claude-3-haiku', 200_000, 4_096],
    ['google/gemini-pro', 32_000, 8_192],
    ['google/gemini-1.5-pro', 1_000_000, 8_192],
  ])('A1, A3 · %s has %i tokens and answers with %i', async (model, window, output) => {
    const { limits } = await (await opened(presets.cms(), [user('hello')])).prepare({ model })
    expect([limits.window, limits.maxOutput]).toEqual([window, output])
  })

  it('A1, A2, A3 · an unknown model is taken for 16,000, of which 4,096 are the answer’s; 11,904 are left', async () => {
    const thread = await opened(presets.cms(), [user('hello')])
    const { currentTokens, availableTokens, ...numbers } = await thread.check({ model: 'nobody/knows' })
    expect(numbers).toMatchObject({ isOverflow: false, isApproaching: false, modelLimit: 16_000, outputReserve: 4_096 })
    expect(availableTokens).toBe(16_000 - 4_096 - currentTokens)
  })

  it('A1, A27 · overflow is above window − reserve, near from 0.9 of it, and what is available is never below 0', async () => {
    const thread = await opened(presets.cms(), [user(words(9_000))])
    const { currentTokens } = await thread.check({ window: WINDOW })
    const at = (window: number) => thread.check({ window, reserve: 1_000 })
    expect(await at(currentTokens + 1_000)).toMatchObject({ isOverflow: false, isApproaching: true, availableTokens: 0 })
    expect(await at(currentTokens + 999)).toMatchObject({ isOverflow: true, availableTokens: 0 })
    expect(await at(Math.ceil(currentTokens / 0.9) + 1_001)).toMatchObject({ isApproaching: false })
  })

  it('A2 · 20,000, 40,000, 4,096 and two turns, each of which can be set, and what is set is never scaled', async () => {
    const [prune] = presets.cms().ladder
    expect(prune).toMatchObject({ protect: { preset: 40_000 }, minimum: { preset: 20_000 }, minTurnsToKeep: 2 })
    expect(presets.cms().reserve).toEqual({ preset: 4_096 })
    const own = presets.cms({ pruneMinimum: 20_000, pruneProtect: 40_000, outputReserve: 4_096, minTurnsToKeep: 2 })
    const session = turns([30_000, 30_000, 30_000, 30_000, 1_000])
    const adjusted = async (policy: typeof own, window: number) =>
      (await (await opened(policy, session)).explain({ window })).adjustments.map(({ field }) => field)
    expect(await adjusted(presets.cms(), 124_200)).toEqual([])
    expect(await adjusted(presets.cms(), 90_000)).toContain('protect')
    expect(await adjusted(own, 90_000)).toEqual([])
  })

  it('A7 · skips two turns, protects 40,000 tokens before them, clears the output that crosses the line and all before it', async () => {
    // The last two turns do not count; then 30,000 and 15,000: the second crosses the line.
    const thread = await opened(presets.cms(), pruned)
    const prepared = await thread.prepare({ window: WINDOW })
    const outputs = sent(prepared).filter(({ role }) => role === 'tool')
    expect(outputs.map(({ content }) => String(content).startsWith('['))).toEqual([true, true, true, false, false, false])
    expect(outputs[0]?.['content']).toBe('[get_page: success]\nKey data: {"id":0}')
    expect(sent(prepared).filter((message) => 'tool_calls' in message)).toHaveLength(6)
  })

  it('A7 · below 20,000 saved nothing is cleared: a summary is made instead', async () => {
    const thread = await opened(presets.cms(), summarized)
    const { receipt } = await thread.prepare({ window: WINDOW })
    expect(receipt?.records.map(({ action }) => action)).not.toContain('clear')
    expect(receipt?.strategy).toMatch(/^summarize/)
  })

  it('A8 · says how many outputs were cleared, of which tools, and what that saved', async () => {
    const thread = await opened(presets.cms(), pruned)
    const { receipt } = await thread.prepare({ window: WINDOW })
    const { messages, tokensSaved } = await thread.messages()
    const cleared = messages.flatMap(({ parts }) =>
      parts.filter((part) => part.type === 'tool-result' && part.compactedAt !== undefined),
    )
    expect(cleared).toHaveLength(3)
    expect([...new Set(cleared.map((part) => ('toolName' in part ? part.toolName : '')))]).toEqual(['get_page', 'get_post'])
    expect(tokensSaved).toBeGreaterThan(154_000)
    expect((receipt?.tokens.before ?? 0) - (receipt?.tokens.after ?? 0)).toBe(tokensSaved)
  })

  it('A9 · overflow, prune, and only then a summary: the report has the tokens after each', async () => {
    const report = await (await opened(presets.cms(), summarized)).explain({ window: WINDOW })
    expect(report.decision).toBe('compact')
    expect(report.tokens.before).toBeGreaterThan(195_904)
    expect(report.rungs.slice(0, 2).map(({ strategy, outcome }) => [strategy, outcome])).toEqual([
      ['clear-tool-outputs', 'passed-over'],
      ['summarize-keeping', 'taken'],
    ])
    expect(report.tokens.after).toBeLessThanOrEqual(report.tokens.release)
  })

  it('A10 · keeps a summary below 2,000 tokens and the last two turns, word for word', async () => {
    const session = summarized
    const thread = await opened(presets.cms(), session)
    const messages = sent(await thread.prepare({ window: WINDOW }))
    expect(messages.slice(-8)).toEqual(session.slice(-8))
    const [summary] = await thread.summaries()
    expect(summary?.text).toContain('Describe page 0.')
    expect((await thread.commits()).at(-1)?.receipt.records[0]?.tokens).toBeLessThanOrEqual(2_000)
  })

  it('A10 · asks a model for nine things', () => {
    expect(presets.cms().summaryContents).toHaveLength(9)
    expect(presets.cms().summaryContents?.join('; ')).toMatch(
      /accomplished.*current state.*rejected options.*next steps.*partial tasks.*unresolved questions.*errors.*calls in progress.*ids and slugs/,
    )
  })

  it.each(['cms', 'coding', 'general'] as const)('A11 · the profile %s ships with us', (summaryProfile) => {
    expect(() => createCompactor({ policy: presets.cms({ summaryProfile }) })).not.toThrow()
    expect(() => createCompactor({ policy: presets.cms({ summaryProfile: 'shop' as never }) })).toThrow(/summaryProfile/)
  })

  it('A12 · messages and parts in a database: in order, with their state after a restart, and gone with their thread', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seed-'))
    const open = async () => createCompactor({ store: await openSqliteStore(join(folder, 'a.db')), policy: presets.cms() })
    try {
      const first = await open()
      const thread = await first.thread('s')
      await thread.append(pruned)
      await thread.prepare({ window: WINDOW })
      const before = await thread.messages()
      const second = await open()
      const again = await second.thread('s')
      expect(await again.messages()).toEqual(before)
      expect((await again.entries()).map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, at) => at))
      expect(await second.erase({ thread: 's' })).toMatchObject({ entries: 24 })
      expect(await (await second.thread('s')).entries()).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

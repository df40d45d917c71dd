import { describe, expect, it } from 'vitest'
import { printReport } from '../../src/compact/explain.ts'
import { createCompactor, type Policy, presets } from '../../src/index.ts'
import { finishedTurns, messagesFor, user } from '../support/steps.ts'

async function open(policy: Policy) {
  const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
  await thread.append(messagesFor('openai-chat', [...finishedTurns(20, 400), user('go on')]))
  return thread
}

describe('explain', () => {
  it('A9, C26 · says one line a decision, with the rule that made it', async () => {
    const report = await (await open(presets.cms())).explain({ window: 8_192 })
    expect(printReport(report)).toMatchInlineSnapshot(`
      "cms: compact, 9,911 tokens exceed 4,096 usable
      9911 -> 1343 tokens by summarize-keeping (release 2048, limit 4096)
        · clear-tool-outputs     passed-over  clearing old tool outputs saves 6986 of 7863 tokens
        ✓ summarize-keeping      taken        frees 8589: it comes down to the mark
          summarize              not-reached  what came before is enough
          floor: summarize       not-reached  what came before is enough
          floor: drop            not-reached  what came before is enough
        protect: 818 instead of 40000, made for a larger window
        minimum: 204 instead of 20000, made for a larger window
        summarize   e0–e75 (turns 1–19, 828 tokens)"
    `)
  })

  it('is what the compaction then does, and changes nothing itself', async () => {
    for (const policy of [presets.balanced(), presets.pi(), presets.harness()]) {
      const thread = await open(policy)
      const before = await thread.explain({ window: 8_192 })
      expect(await thread.commits()).toEqual([])
      expect(await thread.explain({ window: 8_192 })).toEqual(before)
      const { receipt } = await thread.prepare({ window: 8_192 })
      expect(receipt).toMatchObject({ strategy: before.strategy, records: before.records, lawOverrides: before.overrides })
      expect(receipt?.tokens).toMatchObject({ before: before.tokens.before, after: before.tokens.after })
    }
  })

  it('F9 · without options is about a request like the last one: its window, its model and its prices', async () => {
    const thread = await open(presets.balanced())
    const request = { window: 8_192, reserve: 1_000, model: 'claude-sonnet-4-5', system: 'You write code. '.repeat(200) }
    await thread.prepare(request)
    const report = await thread.explain()
    expect(report).toEqual(await thread.explain(request))
    expect(report.price.requests?.before).toBeGreaterThan(0)
    expect(await thread.explain({})).not.toEqual(report)
  })

  it('says that nothing is to be done, and what would be by hand', async () => {
    const report = await (await open(presets.claudeCode())).explain({ window: 200_000 })
    expect(report).toMatchObject({ decision: 'go-on', strategy: 'summarize-keeping' })
    expect(report.reason).toContain('do not reach 95 % of the window of 200,000')
  })

  it('C26 · counts for a rung only what it frees in the plan, and says what a later one took over', async () => {
    const report = await (await open(presets.harness({ externalizeAbove: 100 }))).explain({ window: 8_192 })
    const done = new Set(report.records.map(({ action }) => action))
    const added = report.rungs.filter(({ outcome }) => outcome === 'added')
    for (const { proposals } of added) expect(proposals.some(({ action }) => done.has(action))).toBe(true)
    const putAway = report.rungs.find(({ strategy }) => strategy === 'externalize')
    expect(done.has('externalize')).toBe(false)
    expect(putAway).toMatchObject({ outcome: 'passed-over', tokensFreed: 0 })
    expect(putAway?.reason).toMatch(/a later rung took all of it over$/)
    const freed = report.rungs.reduce((sum, rung) => sum + rung.tokensFreed, 0)
    expect(Math.abs(report.tokens.before - report.tokens.after - freed)).toBeLessThan(report.tokens.before * 0.05)
  })

  it('L3 · says where the release mark is out of reach', async () => {
    const thread = await open(presets.balanced())
    await thread.append(messagesFor('openai-chat', [user(`Keep this: ${'the rule is long '.repeat(1_200)}`)]))
    const { rungs, tokens } = await thread.explain({ window: 8_000, reserve: 0 })
    expect(tokens.after).toBeGreaterThan(tokens.release)
    expect(rungs.find(({ outcome }) => outcome === 'taken')?.reason).toBe('it fits the limit; the release mark is out of reach')
  })

  it('says that nothing may be done', async () => {
    const report = await (await open(presets.amp())).explain({ window: 8_192 })
    expect(report).toMatchObject({ decision: 'refuse', reason: 'nobody asked for it' })
  })

  it('names every number of a preset that had to be scaled', async () => {
    const { adjustments } = await (await open(presets.pi())).explain({ window: 8_192 })
    expect(adjustments.map(({ field, wanted }) => [field, wanted])).toContainEqual(['reserve', 16_384])
    expect(adjustments.map(({ field, wanted }) => [field, wanted])).toContainEqual(['keep', 20_000])
  })
})

import { describe, expect, it } from 'vitest'
import { type JsonObject, type Policy, presets } from '../../src/index.ts'
import { agent, opened, round, sent, user, words } from './talk.ts'

/** Turns A, B, C …, each one round: a prompt, a call with its result, and an answer. */
const turns = (names: string, tokens = 20): readonly JsonObject[] =>
  [...names].flatMap((name) => [
    user(`turn ${name}`),
    ...round(`c${name}`, 'search', { name }, words(tokens)),
    agent(`end of ${name}`),
  ])

describe('the timeline', () => {
  it('E1 · acts before sending if system and entries exceed 0.9 of the most', async () => {
    const thread = await opened(presets.timeline(), [user(words(40_000)), agent('yes'), user('go on')])
    const reason = async (window: number) => (await thread.explain({ window, system: 'Be brief.' })).reason
    const { currentTokens } = await thread.check({ window: 200_000, system: 'Be brief.' })
    expect(await reason(Math.ceil(currentTokens / 0.9) + 2)).toMatch(/do not exceed 90 %/)
    expect(await reason(Math.floor(currentTokens / 0.9) - 2)).toMatch(/ exceed 90 %/)
  })

  it('E1 · and is forced once after a refusal, then the request is given anew, smaller', async () => {
    const thread = await opened(presets.timeline(), turns('ABCDEFGHIJ', 900))
    const { tokens } = await thread.prepare({ window: 100_000 })
    const again = await thread.overflowed({ limit: 8_000 })
    expect(again.receipt.trigger).toBe('overflow')
    expect(again.tokens).toBeLessThan(tokens)
  })

  /** Turns of one round each, and the texts that marks stand behind. */
  const marked = async (names: string, policy: Policy = presets.timeline()) => {
    const messages = [...names].flatMap((name) => [user(`turn ${name}`), agent(`end of ${name}`)])
    const prepared = await (await opened(policy, messages)).prepare({ window: 100_000 })
    return prepared.cacheMarks.map((mark) => String(sent(prepared)[mark]?.['content']).at(-1)).join('')
  }

  it('E11 · marks the last entry of the round four before the last, of the turn before this one, and of all', async () => {
    expect(await marked('ABCDE')).toBe('ADE')
    expect(await marked('DE')).toBe('DE')
  })

  it('E11 · the offset can be set; if there are no more rounds than it, the mark is left out', async () => {
    const offset = (offsetRounds: number) => presets.timeline({ cacheMarks: { offsetRounds } })
    expect(await marked('ABCDE', offset(2))).toBe('CDE')
    expect(await marked('ABCDEFG', offset(6))).toBe('AFG')
    expect(await marked('ABCDE', offset(5))).toBe('DE')
    await expect(opened(offset(0))).rejects.toThrow(/cacheMarks.offsetRounds/)
  })
})

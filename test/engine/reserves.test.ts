import { describe, expect, it } from 'vitest'
import { createCompactor, type Policy, presets } from '../../src/index.ts'
import { failureIn, rejection } from '../support/caught.ts'
import { agent, messagesFor, prose, user } from '../support/steps.ts'

/** The reason why a thread of about so many tokens is compacted; `null` if it is not. */
async function reasonFor(policy: Policy, tokens: number, options: { readonly window: number; readonly output?: number }) {
  const thread = await createCompactor({ policy, clock: () => 0 }).thread('t')
  const turn = 1_000
  const turns = Array.from({ length: Math.floor(tokens / turn) }, (_, at) => [user(`Request ${at}`), agent(prose(turn - 9, at))])
  await thread.append(messagesFor('openai-chat', turns.flat()))
  const { window, output } = options
  const around = output === undefined ? {} : { around: { dialect: 'openai-chat', envelope: { max_tokens: output }, tools: [] } }
  const { receipt } = await thread.prepare({ window, ...around })
  return receipt?.reason ?? null
}

describe('a preset with a share reserves what lies above its mark', () => {
  it.each([
    ['B1', presets.claudeCode(), 94, 96, /reach 95 % of the window of 200,000/],
    ['B2', presets.codex(), 89, 91, /exceed 180,000/],
    ['E1', presets.timeline(), 89, 91, /exceed 90 % of the window of 200,000/],
  ] as const)('%s · and acts there, not before', async (_, policy, below, above, reason) => {
    const options = { window: 200_000 }
    expect(await reasonFor(policy, below * 2_000, options)).toBeNull()
    expect(await reasonFor(policy, above * 2_000, options)).toMatch(reason)
  })

  it('C20 · harness acts at its own mark in a window of 100,000', async () => {
    expect(await reasonFor(presets.harness(), 81_000, { window: 100_000 })).toBeNull()
    expect(await reasonFor(presets.harness(), 84_000, { window: 100_000 })).toMatch(
      /exceed 85 % of 100,000 less 2,5\d\d of overhead/,
    )
  })

  it('B5 · pi reserves its 16,384, so that a request may fill the window up to it', async () => {
    const thread = await createCompactor({ policy: presets.pi() }).thread('t')
    await thread.append([{ role: 'user', content: 'hello' }])
    expect((await thread.prepare({ window: 200_000 })).budget).toMatchObject({ reserve: 16_384, limit: 183_616 })
    expect((await thread.prepare({ window: 8_192 })).budget).toMatchObject({ reserve: 4_096 })
  })

  it('B1 · also of a model that takes in less than its window', async () => {
    const models = { overrides: { small: { window: 400_000, maxInput: 272_000 } }, table: {}, fallback: { window: 1 } }
    const thread = await createCompactor({ policy: presets.claudeCode(), models: { ...models, data: async () => ({}) } }).thread(
      't',
    )
    await thread.append([{ role: 'user', content: 'hello' }])
    expect((await thread.prepare({ model: 'small' })).budget).toMatchObject({ window: 286_316, reserve: 14_316 })
  })
})

describe('L3 · a larger max_tokens makes the law act first', () => {
  it('and the receipt says so in words', async () => {
    expect(await reasonFor(presets.claudeCode(), 140_000, { window: 200_000, output: 64_000 })).toMatch(
      /^1[34]\d,\d{3} tokens do not fit into 136,000, the window of 200,000 less the 64,000 that the answer may take, although the policy alone would wait: /,
    )
  })

  it('and explain says when, before it happens', async () => {
    const thread = await createCompactor({ policy: presets.claudeCode() }).thread('t')
    await thread.append([{ role: 'user', content: 'hello' }])
    expect(await thread.explain({ window: 200_000 })).not.toHaveProperty('lawFirst')
    const { lawFirst } = await thread.explain({ window: 200_000, reserve: 64_000 })
    expect(lawFirst).toBe(
      'a request above 136,000 tokens, the window of 200,000 less the 64,000 that the answer may take, is compacted before it reaches the 190,000 that the policy waits for',
    )
  })
})

it('C20 · a share to reserve above is checked when the compactor is made', async () => {
  const failed = await rejection((async () => createCompactor({ policy: presets.balanced({ reserve: { above: 1.2 } }) }))())
  expect(failureIn(failed)).toMatchObject({ code: 'budget-invalid', field: 'reserve.above' })
})

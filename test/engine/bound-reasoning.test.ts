import { describe, expect, it } from 'vitest'
import { bindsReasoning } from '../../src/budget/preserved-thinking.ts'
import { createCompactor, presets } from '../../src/index.ts'
import type { JsonObject } from '../../src/schema/json.ts'
import { providerFaults } from '../../src/testing/provider-rules/provider-rules.ts'
import { type AnthropicRequest, AT, asked, outdated, playThinking, step } from '../laws/judge/thinking-games.ts'

const REFUSED = {
  type: 'error',
  error: {
    type: 'invalid_request_error',
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
  },
}

const thoughtsIn = (request: unknown): number => JSON.stringify(request).split('"thinking":').length - 1

async function begun(options = {}) {
  const thread = await createCompactor({ clock: () => 0, ...options }).thread('t')
  await thread.append([{ role: 'user', content: 'Read all files.' }], { dialect: 'anthropic' })
  return thread
}

describe('reasoning that is bound to what stands before it', () => {
  it('L2 · F11 · case 44 · is never sent behind other words, through sixty steps of compactions, prunes, pins and a clear', async () => {
    const thread = await begun({ policy: presets.balanced({ afterTurn: presets.opencode().afterTurn ?? [] }) })
    let kept = 0
    for (let index = 0; index < 60; index += 1) {
      if (index === 25) await thread.pin({ entry: 'e1' })
      if (index === 30) await thread.compact({ ...AT, instructions: 'keep the names of files' })
      if (index === 40) await thread.clear(AT)
      if (index === 40) await thread.append([{ role: 'user', content: 'And now the others.' }], { dialect: 'anthropic' })
      const request = await asked(thread)
      expect(outdated(request), `step ${index}`).toEqual([])
      expect(providerFaults('anthropic', request as unknown as JsonObject)).toEqual([])
      kept += thoughtsIn(request)
      await step(thread, request, `f${index}`)
      await thread.settle({ usage: { input_tokens: 100, output_tokens: 10 } })
    }
    expect((await thread.commits()).length).toBeGreaterThanOrEqual(3)
    // What was thought since the last change goes out again.
    expect(kept).toBeGreaterThan(60)
  })

  it('L2 · E1 · F11 · case 44 · is accepted whatever agents do', async () => {
    const games = await Promise.all([1, 2, 3].map((seed) => playThinking(seed, 30)))
    expect(games.flat()).toEqual([])
  })

  it('L6 · F11 · says what was left out, and another model is not touched by it', async () => {
    const thread = await begun()
    for (let index = 0; index < 30; index += 1) await step(thread, await asked(thread, { window: 100_000 }), `f${index}`)
    const { prompt, request, receipt, tokens } = await thread.compact(AT)
    expect(thoughtsIn(request)).toBe(0)
    expect(prompt.repairs.map(({ detail }) => detail)).toContain(
      'reasoning whose seal vouches for what stood before it was left out, because that has changed',
    )
    expect(receipt.tokens.after).toBe(tokens)
    const older = await begun()
    const at = { ...AT, model: 'claude-opus-4-8' }
    for (let index = 0; index < 30; index += 1) await step(older, await asked(older, { ...at, window: 100_000 }), `f${index}`)
    expect(thoughtsIn((await older.compact(at)).request)).toBeGreaterThan(0)
  })

  it('L1 · comes back with an undo, word for word', async () => {
    const thread = await begun()
    for (let index = 0; index < 12; index += 1) await step(thread, await asked(thread, { window: 100_000 }), `f${index}`)
    const before = JSON.stringify(await asked(thread, { window: 100_000 }))
    await thread.compact(AT)
    const { request } = await thread.undo({ ...AT, window: 100_000 })
    expect(JSON.stringify(request)).toBe(before)
    expect(outdated(await asked(thread, { window: 100_000 }))).toEqual([])
  })

  it('E1 · is left out by recover where the host itself changed what stands before it, once, and what follows is kept', async () => {
    const thread = await begun()
    const wide = { window: 100_000, system: 'Read carefully.' }
    for (let index = 0; index < 4; index += 1) await step(thread, await asked(thread, wide), `f${index}`)
    const other = { ...wide, system: 'Read quickly.' }
    expect(outdated(await asked(thread, other))).toHaveLength(4)
    const again = await thread.recover(REFUSED)
    expect(again).toMatchObject({ retry: true, changed: false, refusal: { kind: 'reasoning' } })
    expect(thoughtsIn(again?.request)).toBe(0)
    expect(await thread.commits()).toEqual([])
    // Nothing more can be left out: it is something else.
    expect(await thread.recover(REFUSED)).toBeNull()
    await step(thread, again?.request as unknown as AnthropicRequest, 'g')
    const next = await asked(thread, other)
    expect(thoughtsIn(next)).toBe(1)
    expect(outdated(next)).toEqual([])
  })

  it('F11 · is known by the names of models, whoever serves them', () => {
    const bound = [
      'claude-fable-5-1',
      'anthropic/claude-opus-5.5',
      'us.anthropic.claude-haiku-5-5-20261001-v1:0',
      'claude-sonnet-6',
    ]
    const free = ['claude-opus-5', 'claude-opus-4-8', 'claude-3-5-sonnet-20241022', 'claude-sonnet-4-20250514', 'gpt-6', '']
    expect(bound.filter((model) => !bindsReasoning(model))).toEqual([])
    expect(free.filter(bindsReasoning)).toEqual([])
  })
})

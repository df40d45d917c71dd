import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bindsReasoning } from '../../src/budget/preserved-thinking.ts'
import { createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import { providerFaults } from '../../src/testing/provider-rules/provider-rules.ts'
import { diceFrom } from '../laws/judge/dice.ts'
import { prose } from '../support/steps.ts'

const MODEL = 'claude-opus-5-5'
const AT = { model: MODEL, dialect: 'anthropic', window: 3_000, reserve: 200 } as const
const REFUSED = {
  type: 'error',
  error: {
    type: 'invalid_request_error',
    message: 'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
  },
}

interface AnthropicRequest {
  readonly system?: Json
  readonly messages: readonly { readonly role: string; readonly content: Json }[]
}

/** What stands before a message or a block: what the provider seals thinking with. */
function seal({ system = null }: AnthropicRequest, before: readonly unknown[]): string {
  // Marks of caches say nothing, and a text is one part of text.
  const words = JSON.stringify([system, before], (key, value) => {
    if (key === 'cache_control') return undefined
    return key === 'content' && typeof value === 'string' ? [{ type: 'text', text: value }] : value
  })
  return createHash('sha256').update(words).digest('hex')
}

/** As the provider documents it: every thinking block must stand behind exactly what it stood behind when it was made. */
function outdated(request: AnthropicRequest): readonly string[] {
  return request.messages.flatMap(({ content }, at) => {
    const blocks: readonly Json[] = Array.isArray(content) ? content : []
    return blocks.flatMap((block, place) => {
      const { type, signature } = block as JsonObject
      const before = [...request.messages.slice(0, at), ...(place === 0 ? [] : [blocks.slice(0, place)])]
      return type === 'thinking' && signature !== seal(request, before) ? [`messages.${at}.content.${place}`] : []
    })
  })
}

/** A step of an agent whose model thinks, calls a tool and gets its result. */
async function step(thread: Thread, request: AnthropicRequest, id: string): Promise<void> {
  await thread.append(
    [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: `About ${id}: ${prose(20, id.length)}`, signature: seal(request, request.messages) },
          { type: 'tool_use', id: `toolu_${id}`, name: 'read', input: { path: `${id}.ts` } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${id}`, content: prose(60, id.length) }] },
    ],
    { dialect: 'anthropic' },
  )
}

async function asked(thread: Thread, options: object = {}): Promise<AnthropicRequest> {
  return (await thread.prepare({ ...AT, ...options })).request as unknown as AnthropicRequest
}

const MODELS = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-opus-4-8']
const POLICIES = [() => presets.balanced(), () => presets.opencode(), () => presets.claudeCode(), () => presets.timeline()]

/**
 * An agent that changes models, is started anew, compacts by hand, pins, clears and undoes, against a provider that looks at what stands before
 * thinking. Gives what the provider complained of.
 */
async function play(seed: number, steps: number): Promise<readonly string[]> {
  const dice = diceFrom(seed)
  const store = memoryStore()
  const policy = dice.pick(POLICIES)()
  const open = () => createCompactor({ store, policy, clock: () => 0 }).thread('t')
  let [thread, model] = [await open(), MODELS[0] ?? '']
  const wrong: string[] = []
  await thread.append([{ role: 'user', content: 'Read all files.' }], { dialect: 'anthropic' })
  for (let index = 0; index < steps; index += 1) {
    const at = { ...AT, model }
    if (dice.oneIn(12)) await thread.compact({ ...at, instructions: `keep ${index}` })
    if (dice.oneIn(40)) await thread.pin({ entry: `e${dice.below(2 * index + 1)}` }).catch(() => undefined)
    if (dice.oneIn(40)) await thread.clear(at)
    if (dice.oneIn(20)) thread = await open()
    if (dice.oneIn(15)) model = dice.pick(MODELS)
    if (dice.oneIn(15)) await thread.undo(at).catch(() => undefined)
    if (dice.oneIn(30)) await thread.redo(at).catch(() => undefined)
    if (dice.oneIn(6)) await thread.append([{ role: 'user', content: `And number ${index}?` }], { dialect: 'anthropic' })
    const request = await asked(thread, { model })
    if (model !== 'claude-opus-4-8') wrong.push(...outdated(request).map((place) => `seed ${seed}, step ${index}: ${place}`))
    wrong.push(...providerFaults('anthropic', request as unknown as JsonObject).map(String))
    await step(thread, request, `f${index}`)
    await thread.settle({ usage: { input_tokens: 100, output_tokens: 10 } })
  }
  return wrong
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
    const games = await Promise.all([1, 2, 3, 4].map((seed) => play(seed, 40)))
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

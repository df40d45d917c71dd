import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bindsReasoning } from '../../src/budget/preserved-thinking.ts'
import { createCompactor, presets, type Thread } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import { providerFaults } from '../../src/testing/provider-rules/provider-rules.ts'
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
  // To the provider, a text is the same as one block of it, and a mark is no part of it.
  const words = JSON.stringify([system, before], (key, value) => {
    if (key === 'content' && typeof value === 'string') return [{ type: 'text', text: value }]
    return key === 'cache_control' ? undefined : value
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

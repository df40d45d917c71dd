import { createHash } from 'node:crypto'
import { createCompactor, memoryStore, presets, type Thread } from '../../../src/index.ts'
import type { Json, JsonObject } from '../../../src/schema/json.ts'
import { providerFaults } from '../../../src/testing/provider-rules/provider-rules.ts'
import { prose } from '../../support/steps.ts'
import { diceFrom } from './dice.ts'

/** A window into which some twenty steps fit. */
export const AT = { model: 'claude-opus-5-5', dialect: 'anthropic', window: 3_000, reserve: 200 } as const

export interface AnthropicRequest {
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
export function outdated(request: AnthropicRequest): readonly string[] {
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
export async function step(thread: Thread, request: AnthropicRequest, id: string): Promise<void> {
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

export async function asked(thread: Thread, options: object = {}): Promise<AnthropicRequest> {
  return (await thread.prepare({ ...AT, ...options })).request as unknown as AnthropicRequest
}

const MODELS = ['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-opus-4-8']
const POLICIES = [() => presets.balanced(), () => presets.opencode(), () => presets.claudeCode(), () => presets.timeline()]

/**
 * An agent that changes models, is started anew, compacts by hand, pins, clears and undoes, against a provider that looks at what stands before
 * thinking. Gives what the provider complained of.
 */
export async function playThinking(seed: number, steps: number): Promise<readonly string[]> {
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

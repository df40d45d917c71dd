import { describe, expect, it } from 'vitest'
import { validateAnthropic } from '../../src/dialects/anthropic/validate.ts'
import { priceMarksFor } from '../../src/economy/cache-marks.ts'
import { priceSheetFor } from '../../src/economy/price-sheet.ts'
import { createCompactor, type ModelTable, modelSources, presets } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import type { PriceStep } from '../../src/schema/model-limits.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from '../support/steps.ts'

const PRICES: PriceStep = { above: 0, input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25, cacheWriteHour: 10 }
const MODEL = 'claude-opus-4-5'
const TOOLS = [{ name: 'read_file', input_schema: { type: 'object' } }]
const at = { window: 20_000, reserve: 500, model: MODEL, dialect: 'anthropic', system: 'You write code.', tools: TOOLS } as const

function open(prices: PriceStep | undefined = PRICES) {
  const overrides: ModelTable = { [MODEL]: { window: 1_000_000, ...(prices === undefined ? {} : { prices: [prices] }) } }
  return createCompactor({ policy: presets.balanced(), clock: () => 0, models: modelSources(overrides) }).thread('t')
}

/** Where marks stand: the place, the number of the message, and for how long. */
function marksIn(request: Json): readonly string[] {
  if (!isJsonObject(request)) return []
  const found: string[] = []
  const look = (place: string, blocks: Json): void => {
    for (const block of Array.isArray(blocks) ? blocks : []) {
      const control = isJsonObject(block) ? block['cache_control'] : undefined
      if (isJsonObject(control)) found.push(`${place} ${control['ttl'] ?? '5m'}`)
    }
  }
  look('tools', request['tools'] ?? [])
  look('system', request['system'] ?? [])
  const messages = Array.isArray(request['messages']) ? request['messages'] : []
  for (const [index, message] of messages.entries()) look(`${index}`, isJsonObject(message) ? (message['content'] ?? []) : [])
  return found
}

const turn = (index: number): readonly Step[] => [
  user(`Read file ${index}.`),
  calls([`c${index}`, 'read_file', { path: `${index}.ts` }]),
  results([`c${index}`, prose(300)]),
  agent(`File ${index} is read.`),
]

describe('E11, F9 · cache marks by price', () => {
  it('stand behind tools, system text and the conversation; what does not change is kept for an hour', async () => {
    const thread = await open()
    await thread.append(messagesFor('anthropic', [...turn(0), user('And now?')]))
    const { request, cacheMarks } = await thread.prepare(at)
    const { length } = request.messages
    expect(marksIn(request)).toEqual(['tools 1h', 'system 1h', `${length - 1} 5m`])
    expect(cacheMarks).toEqual([length - 1])
    expect(validateAnthropic(request)).toEqual([])
  })

  it('stand at the cut, behind the summary, once there is one: four, and never more', async () => {
    const thread = await open()
    await thread.append(
      messagesFor('anthropic', [...Array.from({ length: 12 }, (_, index) => turn(index)).flat(), user('And now?')]),
    )
    const { request, changed } = await thread.compact({ ...at, window: 4_000 })
    expect(changed).toBe(true)
    const [tools, system, cut = '', tail] = marksIn(request)
    expect([tools, system, tail]).toEqual(['tools 1h', 'system 1h', `${request.messages.length - 1} 5m`])
    // What stands behind the cut is the client's own, word for word.
    const [number, life] = cut.split(' ')
    expect(life).toBe('1h')
    const behind = request.messages[Number(number) + 1]
    expect(messagesFor('anthropic', Array.from({ length: 12 }, (_, index) => turn(index)).flat())).toContainEqual(behind)
    expect(validateAnthropic(request)).toEqual([])
  })

  it('stand where the last request ended, too, if that is more than twenty blocks back: the provider looks no further', async () => {
    const many = Array.from({ length: 25 }, (_, index): readonly [string, string, Record<string, string>] => [
      `m${index}`,
      'read_file',
      {},
    ])
    const thread = await open()
    await thread.append(
      messagesFor('anthropic', [user('Read them all.'), calls(...many), results(...many.map(([id]) => [id, 'text'] as const))]),
    )
    const { request } = await thread.prepare(at)
    expect(marksIn(request)).toEqual(['tools 1h', 'system 1h', '0 5m', '2 5m'])
  })

  it('of the client stay as they are, and ours stay out of their way', async () => {
    const marked = { type: 'text', text: 'Go on.', cache_control: { type: 'ephemeral' } }
    const thread = await open()
    await thread.append([...messagesFor('anthropic', turn(0)), { role: 'user', content: [marked] }])
    const { request } = await thread.prepare(at)
    expect(marksIn(request)).toEqual([`${request.messages.length - 1} 5m`])
    expect(request.system).toBe(at.system)
  })

  it('L16 · are not set in a history that a client resends', async () => {
    const thread = await open()
    const messages = messagesFor('anthropic', [...turn(0), user('And now?')])
    const { thread: same } = await thread.resend(messages, { dialect: 'anthropic' })
    const { request } = await same.prepare(at)
    expect([marksIn(request), request.messages]).toEqual([[], messages])
  })

  it.each([
    ['there are no prices', undefined],
    ['the cache saves nothing', { above: 0, input: 5, output: 25 }],
  ] as const)('are not set where %s', async (_, prices) => {
    const thread = prices === undefined ? await createCompactor().thread('t') : await open(prices)
    await thread.append(messagesFor('anthropic', turn(0)))
    expect(marksIn((await thread.prepare({ ...at, model: prices === undefined ? 'nobody-knows-it' : MODEL })).request)).toEqual(
      [],
    )
  })

  it('are for five minutes where an hour does not pay, or is not sold', () => {
    const marksAt = (cacheWriteHour: number | undefined) => {
      const { sheet } = priceSheetFor('m', [{ ...PRICES, cacheWriteHour }])
      return sheet === undefined ? undefined : priceMarksFor(sheet)
    }
    expect([marksAt(10), marksAt(40), marksAt(undefined)]).toEqual([{ hour: true }, { hour: false }, { hour: false }])
  })
})

describe('F9 · OpenAI’s prompt cache', () => {
  it.each(['openai-chat', 'openai-responses'] as const)(
    'is named after the thread where the host allows it: %s',
    async (dialect) => {
      const keyOf = async (promptCache: 'off' | 'key' | '24h', tenant = 'a', around?: object) => {
        const thread = await createCompactor({ promptCache }).thread('t', { tenant })
        await thread.append([{ role: 'user', content: 'Hello.' }], { dialect: 'openai-chat' })
        const envelope = around === undefined ? {} : { around: { dialect, envelope: { model: 'gpt-5', ...around }, tools: [] } }
        const { request } = await thread.prepare({ dialect, model: 'gpt-5', ...envelope })
        const { prompt_cache_key: key, prompt_cache_retention: retention } = { ...request } as Record<string, unknown>
        return [key, retention]
      }
      const [key] = await keyOf('key')
      expect(key).toMatch(/^[0-9a-f]{16,64}$/)
      expect(await keyOf('off')).toEqual([undefined, undefined])
      expect(await keyOf('24h')).toEqual([key, '24h'])
      expect((await keyOf('key', 'b'))[0]).not.toBe(key)
      expect((await keyOf('key', 'a', { prompt_cache_key: 'mine' }))[0]).toBe('mine')
      expect(() => createCompactor({ promptCache: 'always' as 'key' })).toThrow(/promptCache/)
    },
  )
})

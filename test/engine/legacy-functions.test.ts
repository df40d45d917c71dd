import { describe, expect, it } from 'vitest'
import { createCompactor, type Json, presets } from '../../src/index.ts'
import { isJsonObject, type JsonObject } from '../../src/schema/json.ts'

const output = 'the build is green and the tests pass. '.repeat(60)
const step = (n: number): readonly Json[] => [
  { role: 'user', content: `please do step ${n}` },
  { role: 'assistant', content: null, function_call: { name: 'run', arguments: `{"n":${n}}` } },
  { role: 'function', name: 'run', content: `${n}: ${output}` },
  { role: 'assistant', content: null, function_call: { name: 'check', arguments: `{"n":${n}}` } },
  { role: 'function', name: 'check', content: `${n}: ${output}` },
  { role: 'assistant', content: `step ${n} is done` },
]
const steps = Array.from({ length: 10 }, (_, n) => step(n)).flat()

describe('messages of role `function`, as OpenAI had them before tools', () => {
  it.each(Object.keys(presets) as (keyof typeof presets)[])('case 1 · are never torn from their call: %s', async (preset) => {
    for (const end of [steps.length, steps.length - 1, steps.length - 3]) {
      for (let window = 600; window < 12_000; window += 1_700) {
        const thread = await createCompactor({ policy: presets[preset]() }).thread(`${end}/${window}`)
        await thread.append(steps.slice(0, end), { dialect: 'openai-chat' })
        const { request } = await thread.compact({ dialect: 'openai-chat', window, reserve: 0 })
        expect(torn((request as { messages: Json[] }).messages.filter(isJsonObject)), `${end} in ${window}`).toEqual([])
      }
    }
  })

  it.each(Object.keys(presets) as (keyof typeof presets)[])(
    'L5, case 1 · an open round of theirs stays as it is: %s',
    async (preset) => {
      for (const end of [steps.length - 1, steps.length - 2]) {
        const open = steps.slice(0, end)
        const thread = await createCompactor({ policy: presets[preset]() }).thread(`${end}`)
        await thread.append(open, { dialect: 'openai-chat' })
        const { request, receipt } = await thread.compact({ dialect: 'openai-chat', window: 4_000, reserve: 0 })
        expect(receipt.fates.some(({ fate }) => fate !== 'kept')).toBe(true)
        const call = open.findLastIndex((message) => isJsonObject(message) && message['function_call'] !== undefined)
        expect((request as { messages: Json[] }).messages.slice(call - end)).toEqual(open.slice(call))
      }
    },
  )

  it.each(Object.keys(presets) as (keyof typeof presets)[])(
    'L3, case 1 · unless it is too large to be shown: %s',
    async (preset) => {
      const large = [...steps.slice(0, -2), { role: 'function', name: 'check', content: output.repeat(30) }]
      const thread = await createCompactor({ policy: presets[preset]() }).thread('large')
      await thread.append(large, { dialect: 'openai-chat' })
      const { request, receipt } = await thread.compact({ dialect: 'openai-chat', window: 4_000, reserve: 0 })
      const { messages } = request as { messages: Json[] }
      expect(torn(messages.filter(isJsonObject))).toEqual([])
      expect(JSON.stringify(messages)).toContain('please do step 9')
      expect(receipt.lawOverrides.map(({ law }) => law)).toContain('L3')
    },
  )
})

/** Calls without the result that followed them, and results without the call. */
function torn(messages: readonly JsonObject[]): readonly JsonObject[] {
  return messages.filter((message, index) => {
    if (message['role'] === 'function') return messages[index - 1]?.['function_call'] === undefined
    const next = messages[index + 1]
    return message['function_call'] !== undefined && next !== undefined && next['role'] !== 'function'
  })
}

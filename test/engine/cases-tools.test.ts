import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../src/index.ts'
import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { agent, calls, finishedTurns, messagesFor, PROVIDERS, results, user } from '../support/steps.ts'

const tool = (name: string, description: string): Json => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties: {} } },
})

async function threadWith(provider: (typeof PROVIDERS)[number]) {
  const thread = await createCompactor({ clock: () => 0 }).thread('t')
  const steps = [
    ...finishedTurns(8, 100),
    user('use the old tool'),
    calls(['a', 'gone_tool', { path: 'x' }]),
    results(['a', 'its output']),
    agent('done'),
    user('go on'),
  ]
  await thread.append(messagesFor(provider, steps), { dialect: provider })
  return thread
}

const toolsIn = (request: Json): readonly Json[] =>
  isJsonObject(request) && Array.isArray(request['tools']) ? request['tools'] : []

describe.each(PROVIDERS)('tool definitions, %s', (provider) => {
  it('case 12 · a tool that is gone since it was called: the call stays, and the definitions are those handed in', async () => {
    const thread = await threadWith(provider)
    expect(JSON.stringify((await thread.prepare({ window: 100_000, tools: [] })).request)).toContain('gone_tool')
    for (const window of [100_000, 900]) {
      const { request } = await thread.prepare({ window, reserve: 0, tools: [tool('new_tool', 'another')] })
      expect(toolsIn(request)).toHaveLength(1)
      expect(JSON.stringify(toolsIn(request))).toContain('new_tool')
      expect(JSON.stringify(request)).toContain('go on')
    }
  })

  it('case 13 · a name that two servers use is defined once, the first, and it is reported', async () => {
    const thread = await threadWith(provider)
    const twice = [tool('search', 'the first'), tool('read', 'reads'), tool('search', 'the second')]
    const { request, adjustments } = await thread.prepare({ tools: twice })
    expect(JSON.stringify(toolsIn(request)).match(/"search"/g)).toHaveLength(1)
    expect(JSON.stringify(toolsIn(request))).toContain('the first')
    expect(adjustments).toMatchObject([{ field: 'tools', wanted: 3, given: 2 }])
    const around = { dialect: provider, envelope: { model: 'm', tools: twice, messages: null }, tools: twice }
    expect(JSON.stringify((await thread.prepare({ around })).request)).not.toContain('the second')
  })
})

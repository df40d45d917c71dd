import { describe, expect, it } from 'vitest'
import { anthropicTools, openaiTools } from '../../src/dialects/tools.ts'

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const openai = { type: 'function', function: { name: 'read', description: 'Reads a file.', parameters: schema } }
const anthropic = { name: 'read', description: 'Reads a file.', input_schema: schema }

describe('tool definitions are carried from one dialect to the other', () => {
  it('from OpenAI to Anthropic and back', () => {
    expect(anthropicTools([openai])).toEqual([anthropic])
    expect(openaiTools([anthropic])).toEqual([openai])
  })

  it('untouched where they are already in the dialect, unknown fields included', () => {
    const marked = { ...anthropic, cache_control: { type: 'ephemeral' } }
    const strict = { ...openai, function: { ...openai.function, strict: true } }
    expect(anthropicTools([marked])).toEqual([marked])
    expect(openaiTools([strict])).toEqual([strict])
  })

  it('without a description or a schema where there is none', () => {
    const nothing = { type: 'object', properties: {} }
    expect(anthropicTools([{ type: 'function', function: { name: 'now' } }])).toEqual([{ name: 'now', input_schema: nothing }])
    expect(openaiTools([{ name: 'now' }])).toEqual([{ type: 'function', function: { name: 'now', parameters: nothing } }])
  })
})

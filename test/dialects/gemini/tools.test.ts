import { describe, expect, it } from 'vitest'
import { anthropicTools, geminiTools, openaiTools } from '../../../src/dialects/tools.ts'

const schema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] }
const openai = { type: 'function', function: { name: 'read', description: 'Reads a file.', parameters: schema } }
const anthropic = { name: 'read', description: 'Reads a file.', input_schema: schema }
const gemini = { functionDeclarations: [{ name: 'read', description: 'Reads a file.', parametersJsonSchema: schema }] }

describe('C15 · tool definitions and Gemini', () => {
  it('C15 · of others become the functions of one tool', () => {
    expect(geminiTools([openai])).toEqual([gemini])
    expect(geminiTools([anthropic])).toEqual([gemini])
  })

  it('C15 · of Gemini stay as they are, searches and the like included', () => {
    const own = [{ function_declarations: [{ name: 'f' }] }, { googleSearch: {} }]
    expect(geminiTools(own)).toEqual(own)
    expect(geminiTools([...own, openai])).toEqual([...own, gemini])
  })

  it('C15 · of Gemini become one function each elsewhere; what only Gemini has is left out', () => {
    expect(openaiTools([gemini, { googleSearch: {} }])).toEqual([openai])
    expect(anthropicTools([gemini, { codeExecution: {} }])).toEqual([anthropic])
  })

  it('C15 · with types in capitals become JSON Schema', () => {
    const parameters = {
      type: 'OBJECT',
      properties: { path: { type: 'STRING' }, type: { type: 'ARRAY', items: { type: 'INTEGER' } } },
    }
    expect(anthropicTools([{ functionDeclarations: [{ name: 'f', parameters }, { name: 'now' }] }])).toEqual([
      {
        name: 'f',
        input_schema: {
          type: 'object',
          properties: { path: { type: 'string' }, type: { type: 'array', items: { type: 'integer' } } },
        },
      },
      { name: 'now', input_schema: { type: 'object', properties: {} } },
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { familyKeys, modelKeys, plainName } from '../../../src/budget/model-names.ts'

describe('a model has the same plain name', () => {
  it.each([
    ['gpt-4o', 'gpt-4o'],
    ['  OpenAI/GPT-4o ', 'gpt-4o'],
    ['gpt-4o-2024-08-06', 'gpt-4o'],
    ['azure/gpt-4.1-mini', 'gpt-4-1-mini'],
    ['chatgpt-4o-latest', 'chatgpt-4o'],
    ['ft:gpt-4o-mini-2024-07-18:acme::x1', 'gpt-4o-mini'],
    ['anthropic/claude-3.5-sonnet:beta', 'claude-3-5-sonnet'],
    ['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet'],
    ['vertex_ai/claude-opus-4@20250514', 'claude-opus-4'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
    ['global.anthropic.claude-opus-4-6-v1:0', 'claude-opus-4-6'],
    ['publishers/google/models/gemini-2.5-pro', 'gemini-2-5-pro'],
    ['deepseek/deepseek-v3.2:free', 'deepseek-v3-2'],
    ['deepseek-v3', 'deepseek-v3'],
    ['@cf/meta/llama-3.1-8b-instruct', 'llama-3-1-8b-instruct'],
    ['llama3.1:8b', 'llama3-1:8b'],
    ['grok-4-0709', 'grok-4-0709'],
    ['', ''],
  ])('%s is %s', (model, name) => {
    expect(plainName(model)).toBe(name)
  })
})

describe('the names of a model', () => {
  it('go from the most particular to the plain one', () => {
    expect(modelKeys('openrouter/anthropic/claude-3.5-sonnet:free')).toEqual([
      'openrouter/anthropic/claude-3-5-sonnet',
      'anthropic/claude-3-5-sonnet',
      'claude-3-5-sonnet',
    ])
    expect(modelKeys('openai/gpt-4o-2024-05-13')).toEqual([
      'openai/gpt-4o-2024-05-13',
      'openai/gpt-4o',
      'gpt-4o-2024-05-13',
      'gpt-4o',
    ])
  })

  it('are names themselves: to look one up again changes nothing', () => {
    for (const key of modelKeys('openrouter/anthropic/claude-3.5-sonnet-20241022:free')) expect(modelKeys(key)[0]).toBe(key)
  })

  it('leave out one part after another until the family is left', () => {
    expect(familyKeys('gpt-5.9-sol')).toEqual(['gpt-5-9', 'gpt-5', 'gpt'])
    expect(familyKeys('llama3.1:8b-q4')).toEqual(['llama3-1:8b', 'llama3-1', 'llama3'])
    expect(familyKeys('o3')).toEqual([])
  })
})

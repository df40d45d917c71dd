import type { LanguageModelV4GenerateResult, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { generateText, wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { createCompactor } from '../../../src/index.ts'
import { palimpsest } from '../../../src/integrations/ai-sdk/memory.ts'

const DRY: LanguageModelV4GenerateResult = {
  content: [{ type: 'text', text: 'Dry.' }],
  finishReason: { unified: 'stop', raw: 'stop' },
  usage: {
    inputTokens: { total: 9, noCache: 9, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
  warnings: [],
}

describe('the AI SDK and what it does not know yet', () => {
  it('case 15, L16 · a part of a newer version goes through the middleware untouched', async () => {
    const prompts: unknown[] = []
    const doGenerate = async ({ prompt }: { readonly prompt: unknown }) => {
      prompts.push(prompt)
      return DRY
    }
    const model = wrapLanguageModel({ model: new MockLanguageModelV4({ doGenerate }), middleware: palimpsest().middleware() })
    const newer = '[{"role":"user","content":[{"type":"text","text":"So?"},{"type":"hologram","depth":3}]}]'
    const prompt: LanguageModelV4Prompt = JSON.parse(newer)
    await model.doGenerate({ prompt })
    expect(prompts).toEqual([prompt])
  })

  it('D9 · a thread that is erased while the model answers costs nobody the answer', async () => {
    const compactor = createCompactor()
    const errors: unknown[] = []
    const memory = palimpsest({ thread: 'gone', compactor, onError: (error) => errors.push(error) })
    const doGenerate = async () => {
      await compactor.erase({ thread: 'gone' })
      return DRY
    }
    const { text } = await generateText({
      ...memory.options(),
      model: new MockLanguageModelV4({ doGenerate }),
      prompt: 'So?',
    })
    expect([text, errors.length]).toEqual(['Dry.', 1])
  })
})

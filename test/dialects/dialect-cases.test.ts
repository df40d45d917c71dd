import { describe, expect, it } from 'vitest'
import { aiSdk } from '../../src/dialects/ai-sdk/dialect.ts'
import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { gemini } from '../../src/dialects/gemini/dialect.ts'
import { langchain } from '../../src/dialects/langchain/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/dialect.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import { type DialectScene, dialectCases } from '../../src/testing/dialect-cases.ts'
import { AI_SDK_INPUTS } from '../support/ai-sdk-inputs.ts'
import { FOREIGN_INPUTS } from '../support/foreign-inputs.ts'
import { GEMINI_INPUTS } from '../support/gemini-inputs.ts'
import { LANGCHAIN_INPUTS } from '../support/langchain-inputs.ts'

const items: readonly Json[] = [
  {
    model: 'm',
    input: [
      { role: 'user', content: 'hi' },
      { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: 'text' },
      { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Done.', annotations: [] }] },
      { role: 'user', content: [{ type: 'input_text', text: 'Thanks.' }] },
    ],
  },
]

function samplesOf(dialect: Dialect): readonly Json[] {
  return FOREIGN_INPUTS.filter((row) => row.dialect === dialect).map(({ input }) => input)
}

/** Some samples give several calls the same approval, which may be read and never sent. */
function sharesApproval(input: Json): boolean {
  return JSON.stringify(input).split('"id":"ap"').length > 2
}

const scenes: readonly DialectScene[] = [
  ...[openaiChat, anthropic, neutral].map((dialect) => ({ dialect, samples: samplesOf(dialect) })),
  { dialect: openaiResponses, samples: items },
  { dialect: gemini, samples: GEMINI_INPUTS.map(({ input }) => input) },
  { dialect: aiSdk, samples: AI_SDK_INPUTS.map(({ input }) => input).filter((input) => !sharesApproval(input)) },
  { dialect: langchain, samples: LANGCHAIN_INPUTS.map(({ input }) => input) },
]

describe.each(scenes.map((scene) => ({ name: scene.dialect.traits.name, scene })))(
  'the cases of a dialect, by $name',
  ({ scene }) => {
    it.each(dialectCases)('$name', ({ run }) => run(scene))
  },
)

/** Ways of being wrong, each with what it is of the cases that notice it. */
const wrong: readonly (readonly [string, RegExp, Partial<Dialect>])[] = [
  ['loses the envelope', /gives back what it took/, { restore: (_, messages) => messages }],
  ['throws a plain error', /refuses it with input-invalid/, { read: unreadable }],
  ['claims everything', /recognises its own/, { recognise: () => 2 }],
  ['writes nothing', /writes a valid request of what came/, { assemble: () => ({ messages: [] }) }],
  ['writes results last', /stretches/, { writeMessages: (messages) => openaiChat.writeMessages(messages).toReversed() }],
  ['wraps tools again and again', /tools of any dialect/, { writeTools: (tools) => tools.map((tool) => ({ function: tool })) }],
  ['forgets which ids are used', /stretches/, { validateMessages: (messages) => openaiChat.validateMessages(messages, NOWHERE) }],
]
const NOWHERE = { index: 0, used: new Set<string>() }

function unreadable(input: Json): never {
  throw new Error(`cannot read ${typeof input}`)
}

describe('the cases of a dialect', () => {
  it.each(wrong)('notice one that %s', async (_, name, change) => {
    const scene = { dialect: { ...openaiChat, ...change }, samples: samplesOf(openaiChat) }
    const noticing = dialectCases.filter((each) => name.test(each.name))
    expect(noticing).toHaveLength(1)
    for (const { run } of noticing) await expect(async () => run(scene)).rejects.toThrow()
  })
})

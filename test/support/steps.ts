import type { Json, JsonObject } from '../../src/schema/json.ts'

/** One thing said in a conversation, whatever the format. */
export type Step =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'agent'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly Call[] }
  | { readonly kind: 'results'; readonly results: readonly Result[] }

interface Call {
  readonly id: string
  readonly tool: string
  readonly input: JsonObject
}

interface Result {
  readonly id: string
  readonly text: string
}

export const user = (text: string): Step => ({ kind: 'user', text })
export const agent = (text: string): Step => ({ kind: 'agent', text })
/** One assistant message with calls, each `[id, tool, arguments]`. */
export const calls = (...given: readonly (readonly [id: string, tool: string, input: JsonObject])[]): Step => ({
  kind: 'calls',
  calls: given.map(([id, tool, input]) => ({ id, tool, input })),
})
/** The results of a round, each `[id, text]`. */
export const results = (...given: readonly (readonly [id: string, text: string])[]): Step => ({
  kind: 'results',
  results: given.map(([id, text]) => ({ id, text })),
})

export type Provider = 'openai-chat' | 'anthropic'
export const PROVIDERS: readonly Provider[] = ['openai-chat', 'anthropic']

/** Steps as a provider's own messages. */
export function messagesFor(provider: Provider, steps: readonly Step[]): readonly Json[] {
  return steps.flatMap(provider === 'openai-chat' ? openaiMessages : anthropicMessages)
}

function openaiMessages(step: Step): readonly Json[] {
  switch (step.kind) {
    case 'user':
      return [{ role: 'user', content: step.text }]
    case 'agent':
      return [{ role: 'assistant', content: step.text }]
    case 'calls':
      return [
        {
          role: 'assistant',
          content: null,
          tool_calls: step.calls.map(({ id, tool, input }) => ({
            id,
            type: 'function',
            function: { name: tool, arguments: JSON.stringify(input) },
          })),
        },
      ]
    case 'results':
      return step.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
  }
}

function anthropicMessages(step: Step): readonly Json[] {
  switch (step.kind) {
    case 'user':
      return [{ role: 'user', content: step.text }]
    case 'agent':
      return [{ role: 'assistant', content: step.text }]
    case 'calls':
      return [
        {
          role: 'assistant',
          content: step.calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input })),
        },
      ]
    case 'results':
      return [
        {
          role: 'user',
          content: step.results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
        },
      ]
  }
}

const WORDS = ['the', 'parser', 'reads', 'every', 'line', 'twice', 'and', 'keeps', 'what', 'it', 'found', 'in', 'a', 'table']

/** Plain prose of about `tokens` tokens, different for each `seed`. */
export function prose(tokens: number, seed = 0): string {
  return Array.from({ length: tokens }, (_, index) => WORDS[(index * 5 + seed * 3 + (index >> 4)) % WORDS.length]).join(' ')
}

/** `turns` finished turns, each a request, a call with its result, and an answer; about `tokens` tokens each. */
export function finishedTurns(turns: number, tokens: number): readonly Step[] {
  return Array.from({ length: turns }, (_, turn) => [
    user(`Request ${turn}: ${prose(12, turn)}`),
    calls([`call-${turn}`, 'read_file', { path: `src/file-${turn}.ts` }]),
    results([`call-${turn}`, `content of file ${turn}\n${prose(tokens, turn)}`]),
    agent(`Answer ${turn}: ${prose(20, turn + 7)}`),
  ]).flat()
}

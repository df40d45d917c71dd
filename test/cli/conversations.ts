import type { JsonObject } from '../../src/schema/json.ts'

/** With signs that a careless replacement would take for its own. */
export const TASK = 'Fix the parser: it reads $& and $1 wrongly. Never touch the public API.'

/** A chat request with as many rounds of a tool as wanted, each with an output of about `words` words. */
export function chat(rounds: number, words: number = 120): JsonObject {
  const messages = Array.from({ length: rounds }, (_, round) => [
    { role: 'assistant', content: null, tool_calls: [call(`c${round}`, `src/part-${round}.ts`)] },
    { role: 'tool', tool_call_id: `c${round}`, content: `part ${round}: ${'lorem ipsum dolor '.repeat(words / 3)}` },
  ])
  return {
    messages: [
      { role: 'system', content: 'You are a coding agent.' },
      { role: 'user', content: TASK },
      ...messages.flat(),
      { role: 'assistant', content: 'The parser is fixed.' },
      { role: 'user', content: 'Now write the changelog.' },
    ],
  }
}

export function call(id: string, path: string): JsonObject {
  return { id, type: 'function', function: { name: 'read_file', arguments: JSON.stringify({ path }) } }
}

/** The same in Anthropic's shape. */
export function anthropicChat(rounds: number): JsonObject {
  const messages = Array.from({ length: rounds }, (_, round) => [
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `t${round}`, name: 'read_file', input: { path: `src/${round}.ts` } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${round}`, content: 'lorem ipsum dolor '.repeat(40) }] },
  ])
  return {
    model: 'claude-sonnet-4-5',
    max_tokens: 1024,
    system: 'You are a coding agent.',
    messages: [
      { role: 'user', content: 'Fix the parser.' },
      ...messages.flat(),
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'Thanks. Next?' },
    ],
  }
}

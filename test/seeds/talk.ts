import { createCompactor, type JsonObject, type Policy, type Thread } from '../../src/index.ts'

/** What the programs of this folder are made of: messages as OpenAI's API has them, and nothing of ours but the doors. */

export const user = (content: string): JsonObject => ({ role: 'user', content })
export const agent = (content: string): JsonObject => ({ role: 'assistant', content })

/** A call and its result. */
export const round = (id: string, tool: string, input: JsonObject, output: string): readonly JsonObject[] => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id, type: 'function', function: { name: tool, arguments: JSON.stringify(input) } }],
  },
  { role: 'tool', tool_call_id: id, content: output },
]

const WORDS = 'the page has a header and a list of posts that the editor wants to keep in its place'.split(' ')

/** Plain words of about so many tokens, different for each seed. */
export function words(tokens: number, seed = 0): string {
  return Array.from({ length: tokens }, (_, at) => WORDS[(at * 7 + seed * 3 + (at >> 4)) % WORDS.length]).join(' ')
}

export async function opened(policy: Policy, messages: readonly JsonObject[] = []): Promise<Thread> {
  const thread = await createCompactor({ policy, clock: () => 1_700_000_000_000 }).thread('seed')
  if (messages.length > 0) await thread.append(messages)
  return thread
}

/** The messages of a request. */
export function sent({ request }: { readonly request: JsonObject }): readonly JsonObject[] {
  return request['messages'] as readonly JsonObject[]
}

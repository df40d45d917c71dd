import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import type { Contestant, Watch } from '../contestant.ts'
import type { ChatMessage } from '../sessions.ts'

/** What the frame of a message costs, by OpenAI's own recipe. */
const FRAME = 4

/** What one writes in an afternoon: count everything before each request, drop from the front what is too much. */
export const naiveRecount: Contestant = {
  name: 'naive recount',
  about:
    'Counts every message exactly with gpt-tokenizer at each check. A compaction counts once more and leaves out the oldest messages ' +
    'until the rest fits: no summary, no care for calls and their results.',

  async open(history, watch) {
    const messages = [...history]
    const check = (): number => countAll(messages, watch)
    return {
      loading: null,
      check,
      request() {
        check()
        return messages
      },
      compaction: async (tokens) => () => dropOldest(messages, tokens, watch),
      step: (message) => () => {
        messages.push(message)
        return check()
      },
    }
  },
}

function countAll(messages: readonly ChatMessage[], watch: Watch): number {
  let sum = 0
  for (const message of messages) sum += countMessage(message, watch)
  return sum
}

function dropOldest(messages: readonly ChatMessage[], tokens: number, watch: Watch): readonly ChatMessage[] {
  const counts = messages.map((message) => countMessage(message, watch))
  let from = 1
  let sum = counts.reduce((total, count) => total + count, 0)
  for (; from < messages.length && sum > tokens; from += 1) sum -= counts[from] ?? 0
  return [...messages.slice(0, 1), ...messages.slice(from)]
}

function countMessage(message: ChatMessage, watch: Watch): number {
  watch.look()
  let sum = FRAME + countTokens(message.content)
  if (message.role !== 'assistant') return sum
  for (const { function: called } of message.tool_calls ?? []) sum += countTokens(called.name) + countTokens(called.arguments)
  return sum
}

import { type BaseMessage, trimMessages } from '@langchain/core/messages'
import type { Contestant } from '../contestant.ts'
import { translate, watchedCounter } from './langchain-messages.ts'

/** More than any session has. */
const BOUNDLESS = 2 ** 40

/** LangChain's trimming, with the settings that its documents recommend for chats. */
export const trim: Contestant = {
  name: 'trimMessages',
  about:
    'LangChain, with its estimate of four characters a token: it does not count exactly. A check estimates and copies all messages. A ' +
    'compaction keeps the newest that fit: no summary; it takes one message away at a time and estimates all the rest again each time.',

  async open(history, watch) {
    const messages = history.map(translate)
    const tokenCounter = watchedCounter(watch)
    const trimmed = (maxTokens: number): Promise<BaseMessage[]> =>
      trimMessages(messages, { maxTokens, tokenCounter, strategy: 'last', startOn: 'human', includeSystem: true })
    return {
      loading: null,
      check: () => trimmed(BOUNDLESS),
      request: () => trimmed(BOUNDLESS),
      compaction: async (tokens) => () => trimmed(tokens),
      step(message) {
        const next = translate(message)
        return () => {
          messages.push(next)
          return trimmed(BOUNDLESS)
        }
      },
    }
  },
}

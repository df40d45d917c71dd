import { FakeListChatModel } from '@langchain/core/utils/testing'
import { type BaseMessage, summarizationMiddleware } from 'langchain'
import type { Contestant, Watch } from '../contestant.ts'
import { translate, watchedCounter } from './langchain-messages.ts'

// Whatever is set outside: nothing here may be reported anywhere.
process.env['LANGSMITH_TRACING'] = 'false'
process.env['LANGCHAIN_TRACING_V2'] = 'false'

const BOUNDLESS = 2 ** 40

/** LangChain's middleware, its hook called directly, with a model that answers at once. */
export const summarization: Contestant = {
  name: 'summarizationMiddleware',
  about:
    'LangChain, with its estimate of four characters a token and a fake model that answers at once: the time of the model, which is most ' +
    'of it in life, is not in the number. Its hook is called directly, without the agent around it.',

  async open(history, watch) {
    const messages = history.map(translate)
    const check = hookFor({ trigger: BOUNDLESS, keep: BOUNDLESS }, watch)
    return {
      loading: null,
      check: () => check(messages),
      async request() {
        await check(messages)
        return messages
      },
      async compaction(tokens) {
        const compact = hookFor({ trigger: tokens, keep: tokens }, watch)
        return async () => {
          const update = await compact(messages)
          if (update === undefined) throw new Error('it did not summarize')
          return update
        }
      },
      step(message) {
        const next = translate(message)
        return () => {
          messages.push(next)
          return check(messages)
        }
      },
    }
  },
}

/** The part of it that is used here. Its own type of options comes out as `never` under our compiler's settings. */
type Middleware = (options: {
  readonly model: FakeListChatModel
  readonly trigger: { readonly tokens: number }
  readonly keep: { readonly tokens: number }
}) => { readonly beforeModel?: Hook | { readonly hook: Hook } }

type Hook = (state: { readonly messages: readonly BaseMessage[] }, runtime: unknown) => Promise<unknown>

function hookFor(
  { trigger, keep }: { readonly trigger: number; readonly keep: number },
  watch: Watch,
): (messages: readonly BaseMessage[]) => Promise<unknown> {
  const model = new FakeListChatModel({ responses: ['The session so far, in a few words.'] })
  const middleware = summarizationMiddleware as unknown as Middleware
  const { beforeModel } = middleware({ model, trigger: { tokens: trigger }, keep: { tokens: keep } })
  const hook = typeof beforeModel === 'function' ? beforeModel : beforeModel?.hook
  if (hook === undefined) throw new Error('summarizationMiddleware has no hook before the model')
  // The counter comes with the runtime: one in the options would be wrapped in a validator of all its arguments.
  const runtime = { context: { tokenCounter: watchedCounter(watch) } }
  return (messages) => hook({ messages }, runtime)
}

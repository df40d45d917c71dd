import type { BaseMessage, ToolMessage } from '@langchain/core/messages'
import type { DynamicStructuredTool } from '@langchain/core/tools'
import type { Thread } from '../../engine/thread.ts'
import { USER_FRAME } from '../../render/placeholders.ts'
import type { AgentToolOptions } from '../../schema/agent-tools.ts'
import { isJsonList, type Json, type JsonObject } from '../../schema/json.ts'
import type { LangchainRequest } from '../../schema/wire/langchain.ts'
import {
  type Conversation,
  type ConversationOptions,
  conversationOf,
  expectTokens,
  type Listen,
  unlessForeseen,
} from '../conversation.ts'
import { checkWatched, type WatchedPolicies } from '../watched.ts'
import { type Asked, askedFor } from './asked.ts'
import { withCache } from './cache-marks.ts'
import { modelBehind } from './model-behind.ts'
import { type ToolResults, toolResults } from './put-away.ts'
import { recallTools } from './recall-tools.ts'
import type { LangchainAnswer, ModelRequest, ToolRequest } from './shapes.ts'
import { asLangchain, expectList, type Wire, wires } from './wire.ts'

export interface LangchainOptions extends ConversationOptions {
  /** What tools say about their results, by the tool's name (C8, C10). */
  readonly tools?: WatchedPolicies | undefined
  /**
   * Results above this many tokens leave the state, and so the checkpoints: the log has them whole, the state their beginning and end. For a
   * `store` that lasts as long as the checkpoints do.
   */
  readonly offloadAbove?: number | undefined
}

/** Hooks for `createMiddleware` of `langchain`. */
export interface MiddlewareHooks {
  readonly name: string
  readonly wrapModelCall: <Request extends ModelRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ) => Promise<Answer>
  readonly wrapToolCall: <Request extends ToolRequest, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ) => Promise<Answer | ToolMessage>
}

/** A conversation's memory, for LangChain. */
export interface LangchainMemory {
  /** The model sees less; the state of the agent, and what its checkpointer keeps, stay whole but for `offloadAbove`. */
  middleware(): MiddlewareHooks
  /** An edit for `contextEditingMiddleware({ edits: [memory.edit()] })`. */
  edit(): { apply(given: { messages: BaseMessage[]; model?: unknown }): Promise<void> }
  /** Tools with which the agent looks up what was put away. */
  recallTools(options?: AgentToolOptions): DynamicStructuredTool<JsonObject>[]
  /** Listens to events of the conversation: `memory.on('compaction-done', ({ tokens }) => …)`. Returns what ends it. */
  readonly on: Listen
  /** Where the conversation stands: the thread that was named, or the branch that an edited history goes on in. */
  thread(): Promise<Thread>
}

/**
 * Keeps a conversation of a LangChain agent within the model's window, and keeps all of it.
 *
 * @example
 * const memory = palimpsest({ thread: 'support-4711' })
 * const agent = createAgent({ model, tools, middleware: [createMiddleware(memory.middleware())] })
 */
export function palimpsest(options: LangchainOptions = {}): LangchainMemory {
  const conversation = conversationOf('palimpsest', options, { tools: 'object', offloadAbove: 'number' })
  const policies = options.tools ?? {}
  checkWatched(policies)
  expectTokens('offloadAbove', options.offloadAbove ?? 0)
  const results = toolResults({ conversation, tools: policies, offloadAbove: options.offloadAbove })
  const scene: Scene = { conversation, policies, results, wireOf: wires() }
  return {
    middleware: () => ({
      name: 'palimpsest',
      wrapModelCall: (request, handler) => called(scene, request, handler),
      wrapToolCall: (request, handler) => results.called(request, handler),
    }),
    edit: () => ({
      async apply({ messages, model }) {
        const taken = await begun(scene, { messages, model })
        if (taken !== undefined) messages.splice(0, messages.length, ...taken.shown)
      },
    }),
    recallTools: (given) => recallTools(conversation, given),
    on: conversation.on,
    thread: conversation.latest,
  }
}

/** What calls of the model have in common. */
interface Scene {
  readonly conversation: Conversation
  readonly policies: WatchedPolicies
  readonly results: ToolResults
  readonly wireOf: ReturnType<typeof wires>
}

interface Begun {
  readonly thread: Thread
  readonly asked: Asked
  /** The model that the call goes to. */
  readonly model: unknown
  readonly history: readonly Wire[]
  readonly shown: BaseMessage[]
  readonly request: LangchainRequest
}

/** Takes the history in and says what is shown of it; `undefined` if the memory has failed, and everything is. */
async function begun({ conversation, policies, results, wireOf }: Scene, request: ModelRequest): Promise<Begun | undefined> {
  try {
    expectList(request.messages)
    const own = await conversation.thread()
    const history = await results.whole(
      request.messages.map((message, at) => wireOf(message, `messages[${at}]`)),
      own,
    )
    const thread = await conversation.taken(
      history.map(({ json }) => json),
      'langchain',
    )
    const model = await modelBehind(request)
    const asked = askedFor(conversation, policies, { ...request, model })
    const prepared = await thread.prepare(asked)
    const { receipt, prompt } = prepared
    const isAsItWas = receipt === null && prompt.repairs.length === 0 && prompt.losses.length === 0
    const shown = isAsItWas ? userFirst(history) : shownIn(prepared.request, history)
    return { thread, asked, model, history, shown, request: prepared.request }
  } catch (error) {
    return unlessForeseen(conversation, error, undefined)
  }
}

/** A history as it is, behind the fixed user message if an agent would speak first: a greeting, or what is left of a trimmed state. Many providers refuse that. */
function userFirst(history: readonly Wire[]): BaseMessage[] {
  const messages = history.map(({ message }) => message)
  const first = history.findIndex(({ json }) => !isSystem(json))
  return history[first]?.json['type'] === 'ai'
    ? messages.toSpliced(first, 0, ...asLangchain([{ type: 'human', content: USER_FRAME }], []))
    : messages
}

/** Calls the model; a request that is refused for its size is made smaller and sent again. */
async function called<Request extends ModelRequest, Answer>(
  scene: Scene,
  request: Request,
  handler: (request: Request) => Answer | Promise<Answer>,
): Promise<Answer> {
  const taken = await begun(scene, request)
  if (taken === undefined) return handler(request)
  const { thread, asked, model, history } = taken
  const marked = withCache({ ...request, model }, taken.request)
  const attempt = async (messages: BaseMessage[]): Promise<Answer> => {
    try {
      return await handler({ ...request, ...marked, messages })
    } catch (error) {
      const again = await thread.recover(error, asked)
      if (again === null || !again.retry) throw error
      return attempt(shownIn(again.request, history))
    }
  }
  const answer = await attempt(taken.shown)
  await kept(scene, taken, answer)
  return answer
}

/** System text goes out apart from the messages, as LangChain has it; what a state has in front stays there. */
function shownIn({ messages }: { readonly messages: readonly object[] }, history: readonly Wire[]): BaseMessage[] {
  const shown: readonly Json[] = isJsonList(messages) ? messages : []
  const inFront = history.findIndex(({ json }) => !isSystem(json))
  const spoken = shown.findIndex((message) => !isSystem(message))
  const leading = history.slice(0, Math.max(0, inFront)).map(({ message }) => message)
  return [...leading, ...asLangchain(spoken === -1 ? [] : shown.slice(spoken), history)]
}

function isSystem(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'system'
}

/** Keeps an answer, and learns from what the provider counted. */
async function kept({ conversation, wireOf }: Scene, { thread, history }: Begun, answer: unknown): Promise<void> {
  if (!isAnswer(answer)) return
  try {
    await conversation.taken([...history.map(({ json }) => json), wireOf(answer, 'the answer').json], 'langchain')
    const { usage_metadata: usage } = answer
    await thread.settle(usage === undefined ? {} : { usage })
  } catch (error) {
    // The answer is the caller's, whatever becomes of our copy.
    conversation.failed(error)
  }
}

/** A middleware may also be answered by a command, or by nothing. */
function isAnswer(answer: unknown): answer is LangchainAnswer {
  return typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'ai' && 'content' in answer
}

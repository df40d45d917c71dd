import type { BaseMessage } from '@langchain/core/messages'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import { openaiChat } from '../../dialects/openai-chat/dialect.ts'
import type { RequestOptions } from '../../engine/request-options.ts'
import type { Thread } from '../../engine/thread.ts'
import { isJsonList, type Json, type JsonObject } from '../../schema/json.ts'
import type { Dialect } from '../../schema/ports.ts'
import { type Conversation, type ConversationOptions, conversationOf, unlessForeseen } from '../conversation.ts'
import { asChat, asLangchain } from './chat.ts'
import type { LangchainMessage, ModelRequest } from './shapes.ts'

/** Chat Completions, as every provider behind LangChain takes it: a user message comes first. */
const dialect: Dialect = { ...openaiChat, traits: { ...openaiChat.traits, name: 'langchain', firstUser: true } }

/** Hooks for `createMiddleware` of `langchain`. */
export interface MiddlewareHooks {
  readonly name: string
  readonly wrapModelCall: <Request extends ModelRequest<BaseMessage>, Answer>(
    request: Request,
    handler: (request: Request) => Answer | Promise<Answer>,
  ) => Promise<Answer>
}

/** A conversation's memory, for LangChain. */
export interface LangchainMemory {
  /** The model sees less; the state of the agent, and what its checkpointer keeps, stay whole. */
  middleware(): MiddlewareHooks
  /** An edit for `contextEditingMiddleware({ edits: [memory.edit()] })`. */
  edit(): { apply(given: { messages: BaseMessage[] }): Promise<void> }
  thread(): Promise<Thread>
}

/**
 * Keeps a conversation of a LangChain agent within the model's window, and keeps all of it.
 *
 * @example
 * const memory = palimpsest({ thread: 'support-4711' })
 * const agent = createAgent({ model, tools, middleware: [createMiddleware(memory.middleware())] })
 */
export function palimpsest(options: ConversationOptions = {}): LangchainMemory {
  const conversation = conversationOf('palimpsest', options)
  return {
    middleware: () => ({
      name: 'palimpsest',
      wrapModelCall: (request, handler) => called(conversation, request, handler),
    }),
    edit: () => ({
      async apply({ messages }) {
        const taken = await begun(conversation, { messages })
        if (taken !== undefined) messages.splice(0, messages.length, ...taken.shown)
      },
    }),
    thread: conversation.thread,
  }
}

interface Begun {
  readonly thread: Thread
  readonly asked: RequestOptions
  readonly history: readonly JsonObject[]
  readonly shown: BaseMessage[]
}

/** Takes the history in and says what is shown of it; `undefined` if the memory has failed, and everything is. */
async function begun(conversation: Conversation, request: ModelRequest<BaseMessage>): Promise<Begun | undefined> {
  try {
    const history = request.messages.map(asChat)
    const { thread } = await (await conversation.thread()).resend(history, { dialect: 'openai-chat' })
    const asked = askedFor(conversation, request)
    const prepared = await thread.prepare(asked)
    return { thread, asked, history, shown: shownIn(prepared.request, request.messages) }
  } catch (error) {
    return unlessForeseen(conversation, error, undefined)
  }
}

/** Calls the model; a request that is refused for its size is made smaller and sent again. */
async function called<Request extends ModelRequest<BaseMessage>, Answer>(
  conversation: Conversation,
  request: Request,
  handler: (request: Request) => Answer | Promise<Answer>,
): Promise<Answer> {
  const taken = await begun(conversation, request)
  if (taken === undefined) return handler(request)
  const { thread, asked } = taken
  const attempt = async (messages: BaseMessage[]): Promise<Answer> => {
    try {
      return await handler({ ...request, messages })
    } catch (error) {
      const again = await thread.recover(error, asked)
      if (again === null || !again.retry) throw error
      return attempt(shownIn(again.request, request.messages))
    }
  }
  const answer = await attempt(taken.shown)
  await kept(conversation, taken, answer)
  return answer
}

/** System text goes out apart from the messages, as LangChain has it. */
function shownIn(request: JsonObject, history: readonly BaseMessage[]): BaseMessage[] {
  const { messages } = request
  const shown = isJsonList(messages) ? messages : []
  const inFront = history.findIndex(({ type }) => type !== 'system')
  const system = shown.findIndex((message) => !isSystem(message))
  return [...history.slice(0, Math.max(0, inFront)), ...asLangchain(shown.slice(Math.max(0, system)), history)]
}

function isSystem(message: Json): boolean {
  return typeof message === 'object' && message !== null && 'role' in message && message['role'] === 'system'
}

function askedFor({ given }: Conversation, { model, systemPrompt, tools = [] }: ModelRequest<BaseMessage>): RequestOptions {
  const { window, reserve, baseUrl } = given
  const name = given.model ?? nameOf(model)
  return {
    ...{ dialect, tools: tools.flatMap(definitionOf) },
    ...(systemPrompt === undefined || systemPrompt === '' ? {} : { system: systemPrompt }),
    ...(name === undefined ? {} : { model: name }),
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { reserve }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  }
}

/** Chat models say what they are called under one of two names. */
function nameOf(model: unknown): string | undefined {
  if (typeof model !== 'object' || model === null) return typeof model === 'string' ? model : undefined
  const names = ['model' in model ? model.model : undefined, 'modelName' in model ? model.modelName : undefined]
  return names.find((name) => typeof name === 'string')
}

function definitionOf(tool: unknown): readonly object[] {
  if (typeof tool !== 'object' || tool === null) return []
  return [isStructured(tool) ? convertToOpenAITool(tool) : tool]
}

/** A tool of LangChain's own; others are definitions already. */
function isStructured(tool: object): tool is Parameters<typeof convertToOpenAITool>[0] {
  return 'schema' in tool && 'name' in tool
}

/** Keeps an answer, and learns from what the provider counted. */
async function kept(conversation: Conversation, { thread, history }: Begun, answer: unknown): Promise<void> {
  if (!isAnswer(answer)) return
  try {
    await (await conversation.thread()).resend([...history, asChat(answer)], { dialect: 'openai-chat' })
    const { usage_metadata: usage } = answer
    const cached = usage?.input_token_details?.cache_read ?? 0
    await thread.settle(usage === undefined ? {} : { usage: { ...usage, input_tokens_details: { cached_tokens: cached } } })
  } catch (error) {
    unlessForeseen(conversation, error, undefined)
  }
}

/** A middleware may also be answered by a command, or by nothing. */
function isAnswer(answer: unknown): answer is LangchainMessage {
  return typeof answer === 'object' && answer !== null && 'type' in answer && answer.type === 'ai' && 'content' in answer
}

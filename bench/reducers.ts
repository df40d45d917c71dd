import { type BaseMessage, trimMessages } from '@langchain/core/messages'
import { FakeListChatModel } from '@langchain/core/utils/testing'
import { type ModelMessage, pruneMessages } from 'ai'
import { ClearToolUsesEdit, summarizationMiddleware } from 'langchain'
import type { Json } from '../src/schema/json.ts'
import { translate } from './peers/langchain-messages.ts'
import { translate as asModelMessage } from './peers/prune-messages.ts'
import type { Reducer } from './side-by-side.ts'

/** What others have for it, each with the settings that its documents show. */
export const reducers: Readonly<Record<string, Reducer>> = {
  async pruneMessages(messages) {
    const tools = new Map<string, string>()
    const given = messages.map((message) => asModelMessage(message, tools))
    return pruneMessages({
      messages: given,
      reasoning: 'all',
      toolCalls: 'before-last-2-messages',
      emptyMessages: 'remove',
    }).flatMap(fromModel)
  },
  async trimMessages(messages, budget) {
    const options = { maxTokens: budget, strategy: 'last', startOn: 'human', includeSystem: true } as const
    const kept = await trimMessages(messages.map(translate), { ...options, tokenCounter: roughly })
    // Where nothing fits, it gives a list with a hole.
    return kept.filter((message) => message !== undefined).map(fromLangchain)
  },
  async summarizationMiddleware(messages, budget) {
    const model = new FakeListChatModel({ responses: ['The session so far, in a few words.'] })
    const made = (summarizationMiddleware as unknown as Making)({
      model,
      trigger: { tokens: budget },
      keep: { tokens: Math.floor(budget / 2) },
    })
    const state = { messages: messages.map(translate) }
    const update = await (typeof made.beforeModel === 'function' ? made.beforeModel : made.beforeModel.hook)(state, {
      context: {},
    })
    // The first of its messages says that all others go.
    return (update?.messages.filter(({ type }) => type !== 'remove') ?? state.messages).map(fromLangchain)
  },
  async contextEditingMiddleware(messages, budget) {
    const given = messages.map(translate)
    const edit = new ClearToolUsesEdit({ trigger: { tokens: budget } })
    await edit.apply({ messages: given, countTokens: async (all) => roughly(all) } as Parameters<typeof edit.apply>[0])
    return given.map(fromLangchain)
  },
}

type Making = (options: object) => { readonly beforeModel: Hook | { readonly hook: Hook } }
type Hook = (
  state: { messages: BaseMessage[] },
  runtime: unknown,
) => Promise<{ readonly messages: readonly BaseMessage[] } | undefined>

/** LangChain's own estimate. */
function roughly(messages: readonly BaseMessage[]): number {
  return messages.reduce(
    (sum, message) => sum + Math.ceil((message.text.length + JSON.stringify(callsOf(message)).length) / 4) + 3,
    0,
  )
}

function callsOf(message: BaseMessage): readonly { readonly id?: string; readonly name: string; readonly args: object }[] {
  return 'tool_calls' in message && Array.isArray(message.tool_calls) ? message.tool_calls : []
}

function fromLangchain(message: BaseMessage): Json {
  const { type, text } = message
  if (type === 'tool')
    return { role: 'tool', content: text, tool_call_id: 'tool_call_id' in message ? String(message.tool_call_id) : '' }
  const calls = callsOf(message).map(({ id = '', name, args }) => chatCall(id, name, args))
  const role = type === 'ai' ? 'assistant' : type === 'system' ? 'system' : 'user'
  return { role, content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

function fromModel(message: ModelMessage): readonly Json[] {
  const { role, content } = message
  if (typeof content === 'string') return [{ role, content }]
  if (role === 'tool') {
    return content.flatMap((part) =>
      part.type === 'tool-result'
        ? [{ role, tool_call_id: part.toolCallId, content: 'value' in part.output ? String(part.output.value) : '' }]
        : [],
    )
  }
  const text = content.map((part) => ('text' in part ? part.text : '')).join('')
  const calls = content.flatMap((part) =>
    part.type === 'tool-call' ? [chatCall(part.toolCallId, part.toolName, part.input as object)] : [],
  )
  return [{ role, content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
}

function chatCall(id: string, name: string, args: object): Json {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } }
}

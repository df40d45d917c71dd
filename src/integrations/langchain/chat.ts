import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import { argumentsObject } from '../../dialects/writing.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { LangchainMessage } from './shapes.ts'

/**
 * A message of LangChain as Chat Completions would have it. Ids and what a provider reported are left out: they may come later, or change, and the
 * message is the same. What Chat Completions has no place for (thinking, calls of a provider's own tools) is kept beside it.
 */
export function asChat(message: LangchainMessage): JsonObject {
  const { type, content, tool_calls: calls = [], tool_call_id: answered = '' } = message
  if (type === 'system') return { role: 'system', content: textOf(content) }
  if (type === 'tool') return { role: 'tool', tool_call_id: answered, content: partsOf(content), ...failed(message) }
  if (type !== 'ai') return { role: 'user', content: partsOf(content) }
  const said = textOf(content)
  return {
    role: 'assistant',
    content: said === '' && calls.length > 0 ? null : said,
    ...(calls.length === 0 ? {} : { tool_calls: calls.map(asCall) }),
    ...beside(content),
  }
}

function asCall({ id = '', name, args }: NonNullable<LangchainMessage['tool_calls']>[number]): JsonObject {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(args) } }
}

/** How a tool ended; Chat Completions has no field for it. */
function failed({ status }: LangchainMessage): JsonObject {
  return status === 'error' ? { langchain_status: 'error' } : {}
}

/** Blocks that are neither text nor a call. */
function beside(content: unknown): JsonObject {
  const blocks = blocksOf(content).filter(({ type }) => type !== 'text' && type !== 'tool_use' && type !== 'tool_call')
  return blocks.length === 0 ? {} : { langchain_content: blocks }
}

function blocksOf(content: unknown): readonly JsonObject[] {
  return isJsonList(content) ? content.filter(isJsonObject) : []
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return blocksOf(content)
    .map((block) => (block['type'] === 'text' ? (stringField(block, 'text') ?? '') : ''))
    .join('')
}

/** Text as text, if that is all; pictures as Chat Completions has them. */
function partsOf(content: unknown): Json {
  if (typeof content === 'string') return content
  return blocksOf(content).map((block) => {
    if (block['type'] === 'text' || block['type'] === 'image_url') return block
    const url = pictureOf(block)
    if (url !== undefined) return { type: 'image_url', image_url: { url } }
    return { type: 'text', text: JSON.stringify(block) }
  })
}

/** A picture of LangChain's own kind, or of Anthropic's. */
function pictureOf(block: JsonObject): string | undefined {
  if (block['type'] !== 'image') return undefined
  const url = stringField(block, 'url')
  if (url !== undefined) return url
  const source = isJsonObject(block['source']) ? block['source'] : block
  const data = stringField(source, 'data')
  const media = stringField(block, 'mimeType') ?? stringField(block, 'mime_type') ?? stringField(source, 'media_type')
  return data === undefined ? undefined : `data:${media ?? 'image/png'};base64,${data}`
}

/**
 * What is shown of a history, as messages of LangChain: those that are shown as they are, themselves; others are made anew. Equal messages are told
 * apart by their order, from the end.
 */
export function asLangchain(shown: readonly Json[], history: readonly BaseMessage[]): BaseMessage[] {
  const known = new Map<string, BaseMessage[]>()
  for (const message of history) {
    const name = JSON.stringify(asChat(message))
    known.set(name, [...(known.get(name) ?? []), message])
  }
  return shown
    .filter(isJsonObject)
    .toReversed()
    .map((message) => known.get(JSON.stringify(message))?.pop() ?? made(message))
    .toReversed()
}

function made(message: JsonObject): BaseMessage {
  const { role, content } = message
  const text = textOf(content)
  switch (role) {
    case 'assistant':
      return new AIMessage({ content: text, tool_calls: callsIn(message) })
    case 'tool':
      return new ToolMessage({ content: text, tool_call_id: stringField(message, 'tool_call_id') ?? '' })
    case 'system':
      return new SystemMessage(text)
    default:
      return new HumanMessage({
        content:
          typeof content === 'string' ? content : blocksOf(content).map((block) => ({ ...block, type: String(block['type']) })),
      })
  }
}

function callsIn({ tool_calls: calls }: JsonObject) {
  return blocksOf(calls).map((call) => {
    const given = isJsonObject(call['function']) ? call['function'] : {}
    return {
      ...{ id: stringField(call, 'id') ?? '', name: stringField(given, 'name') ?? '', type: 'tool_call' as const },
      args: { ...argumentsObject(stringField(given, 'arguments') ?? '{}') },
    }
  })
}

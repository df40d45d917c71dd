import type { Role } from '../../schema/entry.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'

/**
 * What a message says, whichever of LangChain's forms it has:
 *
 *     { lc: 1, id: ['langchain_core', 'messages', 'HumanMessage'], kwargs: { content } }   as an instance is serialised
 *     { type: 'human', data: { content } }                                                as histories are stored
 *     { type: 'human', content }   ·   { role: 'user', content }                          as states and requests have it
 *     ['human', content]   ·   'content'                                                  as people write it
 */
export interface Fields {
  readonly type: LangchainType
  readonly role: Role
  /** Where in the message its fields are. */
  readonly path: readonly (string | number)[]
  readonly fields: JsonObject
}

/** The types of messages, as LangChain itself names them. */
type LangchainType = 'system' | 'developer' | 'human' | 'ai' | 'tool' | 'function' | 'remove'

const TYPES: Readonly<Record<string, LangchainType>> = {
  ...{ system: 'system', SystemMessage: 'system', SystemMessageChunk: 'system', developer: 'developer' },
  ...{ human: 'human', HumanMessage: 'human', HumanMessageChunk: 'human', user: 'human' },
  ...{ ai: 'ai', AIMessage: 'ai', AIMessageChunk: 'ai', assistant: 'ai' },
  ...{ tool: 'tool', ToolMessage: 'tool', ToolMessageChunk: 'tool' },
  ...{ function: 'function', FunctionMessage: 'function', FunctionMessageChunk: 'function' },
  ...{ remove: 'remove', RemoveMessage: 'remove' },
}

/** A message that removes others says nothing; it stands with system text, and is never sent. */
const ROLES: Readonly<Record<LangchainType, Role>> = {
  ...{ system: 'system', developer: 'system', human: 'user', ai: 'assistant', tool: 'tool', function: 'tool', remove: 'system' },
}

/** The fields of a message; `undefined` if it has none of the forms. */
export function fieldsOf(message: Json): Fields | undefined {
  if (typeof message === 'string') return found('human', [], { content: message })
  if (isPair(message)) return found(typeNamed(message[0]), [1], { content: message[1] })
  if (!isJsonObject(message)) return undefined
  const { lc, id, kwargs, data, type, role } = message
  if (lc === 1 && Array.isArray(id) && isJsonObject(kwargs)) return found(spokenBy(id.at(-1), kwargs), ['kwargs'], kwargs)
  if (isJsonObject(data) && !('content' in message)) return found(spokenBy(type, data), ['data'], data)
  return found(role === undefined || type === 'generic' ? spokenBy(type, message) : typeNamed(role), [], message)
}

function isPair(message: Json): message is readonly [string, string] {
  return Array.isArray(message) && message.length === 2 && message.every((item) => typeof item === 'string')
}

function found(type: LangchainType | undefined, path: Fields['path'], fields: JsonObject): Fields | undefined {
  return type === undefined ? undefined : { type, role: ROLES[type], path, fields }
}

function typeNamed(name: Json | undefined): LangchainType | undefined {
  return typeof name === 'string' && Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
}

/** A chat message says itself in whose role it speaks; whoever is not known there speaks as a person would. */
function spokenBy(type: Json | undefined, fields: JsonObject): LangchainType | undefined {
  if (type !== 'generic' && type !== 'ChatMessage' && type !== 'ChatMessageChunk') return typeNamed(type)
  return typeNamed(stringField(fields, 'role')) ?? 'human'
}

/** The name under which a message keeps its content: instances made of content blocks are serialised with those. */
export function contentKey(fields: JsonObject): 'content' | 'content_blocks' {
  return fields['content'] === undefined && Array.isArray(fields['content_blocks']) ? 'content_blocks' : 'content'
}

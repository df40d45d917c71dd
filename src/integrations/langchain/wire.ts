import { type BaseMessage, type BaseMessageLike, coerceMessageLikeToMessage } from '@langchain/core/messages'
import { CompactionError } from '../../schema/failures.ts'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'

/** A message as a plain object: our dialect reads it as it is. */
type Plain = Readonly<Record<string, unknown>>

/** A message of a state as the log takes it, and by what it is known again when it is shown. */
export interface Wire {
  readonly json: Plain
  readonly message: BaseMessage
  key(): string
}

/** Messages are read once: a state hands in the same objects at every step. */
export function wires(): (message: BaseMessage, at: string) => Wire {
  const known = new WeakMap<BaseMessage, Wire & { readonly content: unknown; readonly calls: unknown }>()
  return (message, at) => {
    if (!isMessage(message)) throw notMessage(message, at)
    const [content, calls] = [message.content, field(message, 'tool_calls')]
    const found = known.get(message)
    if (found !== undefined && found.content === content && found.calls === calls) return found
    const made = { ...wireOf(message), content, calls }
    known.set(message, made)
    return made
  }
}

/** A request without messages is somebody else's. */
export function expectList(messages: unknown): void {
  if (Array.isArray(messages)) return
  const found = messages === null || messages === undefined ? `${messages}` : 'something else'
  const expected = 'a list of LangChain’s messages'
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'messages', expected, found })
}

/** Agents hand in instances; loops of one's own hand in what they like. */
function isMessage(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'type' in message && typeof message.type === 'string'
}

function notMessage(message: unknown, at: string): CompactionError<'input-invalid'> {
  const found = message === null ? 'null' : typeof message === 'object' ? 'an object without a `type`' : `a ${typeof message}`
  const expected = 'a message of LangChain (`new HumanMessage(…)`)'
  return new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found })
}

/** Fields that say something. Ids and what a provider reported come later, or change, and the message is the same. */
const SAID = ['content', 'name', 'tool_calls', 'invalid_tool_calls', 'tool_call_id', 'status'] as const

function wireOf(message: BaseMessage): Wire {
  const more = { ...message.additional_kwargs }
  delete more['tool_calls']
  const said = SAID.map((name) => [name, field(message, name)] as const).filter(([, value]) => !isNothing(value))
  const version = message.response_metadata?.['output_version']
  const json = {
    ...{ type: typeOf(message), content: '', ...Object.fromEntries(said) },
    ...(Object.keys(more).length === 0 ? {} : { additional_kwargs: more }),
    ...(version === undefined ? {} : { response_metadata: { output_version: version } }),
  }
  return wire(json, message)
}

/** A message that is handed to the log as `json`. */
export function wire(json: Plain, message: BaseMessage): Wire {
  let key: string | undefined
  return {
    json,
    message,
    key() {
      key ??= keyOf(json)
      return key
    },
  }
}

/** What was noted on a result says nothing. */
function keyOf(json: Plain): string {
  const { additional_kwargs: more = null, ...rest } = json
  if (!isJsonObject(more) || !('palimpsest' in more)) return JSON.stringify(json)
  const { palimpsest: _, ...others } = more
  return JSON.stringify(Object.keys(others).length === 0 ? rest : { ...rest, additional_kwargs: others })
}

/** A chat message of any role says it in a field of its own. */
function typeOf(message: BaseMessage): string {
  const role = message.type === 'generic' ? field(message, 'role') : undefined
  return typeof role === 'string' && ['system', 'assistant', 'user', 'human', 'ai'].includes(role)
    ? role.replace('assistant', 'ai').replace('user', 'human')
    : message.type === 'generic'
      ? 'human'
      : message.type
}

function field(message: BaseMessage, name: string): unknown {
  return Object.getOwnPropertyDescriptor(message, name)?.value
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

/**
 * What is shown of a history, as messages of LangChain: those that are shown as they are, themselves; others are made anew. Equal messages are told
 * apart by their order, from the end.
 */
export function asLangchain(shown: readonly Json[], history: readonly Wire[]): BaseMessage[] {
  const known = new Map<string, BaseMessage[]>()
  for (const { key, message } of history) {
    const same = known.get(key())
    if (same === undefined) known.set(key(), [message])
    else same.push(message)
  }
  return shown
    .filter(isJsonObject)
    .toReversed()
    .map((message) => known.get(keyOf(message))?.pop() ?? made(message))
    .toReversed()
}

/** The form that our dialect writes is one of those that LangChain takes. */
function made(message: JsonObject): BaseMessage {
  return coerceMessageLikeToMessage(isLike(message) ? message : '')
}

function isLike(message: object): message is Exclude<BaseMessageLike, string> {
  return 'type' in message
}

import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { MessagesCheck, ValidationStart } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'

/** A provider's rule about one message: its name, and what is wrong. */
export type MessageRule = (message: JsonObject, at: string) => readonly Violation[]

/** A broken rule: its name, where, and what is wrong. */
export function violation(rule: string, at: string, detail: string): Violation {
  return { rule, at, detail }
}

/** The messages of a request that may be a bare array. */
export function requestMessages(request: Json): readonly Json[] {
  if (Array.isArray(request)) return request
  const messages = isJsonObject(request) ? request['messages'] : undefined
  return Array.isArray(messages) ? messages : []
}

/** What is wrong with a request that is nothing but its messages: there must be some, and `check` looks at them. */
export function validateByMessages(
  request: Json,
  check: (messages: readonly Json[], start: ValidationStart) => MessagesCheck,
): readonly Violation[] {
  const messages = requestMessages(request)
  return [...messagesPresent(messages), ...check(messages, { index: 0, used: new Set() }).violations]
}

/** A request needs at least one message. */
export function messagesPresent(messages: readonly Json[]): readonly Violation[] {
  return messages.length === 0 ? [violation('messages-present', 'messages', 'there are no messages')] : []
}

/** Runs every rule on every message; `start` messages come before these, and `list` is what the dialect calls them. */
export function runRules(
  messages: readonly Json[],
  rules: readonly MessageRule[],
  start: number,
  list = 'messages',
): readonly Violation[] {
  return messages.flatMap((message, index) => {
    const at = `${list}[${start + index}]`
    if (!isJsonObject(message)) return [violation('message-object', at, 'a message must be an object')]
    return rules.flatMap((rule) => rule(message, at))
  })
}

/** Objects in an array field; anything else there breaks another rule. */
export function objectsIn(message: JsonObject, field: string): readonly JsonObject[] {
  const value = message[field]
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

/** The text of a field; empty if there is none. */
export function textIn(object: JsonObject, field: string): string {
  const value = object[field]
  return typeof value === 'string' ? value : ''
}

/** The rule that no text of a message is broken UTF-16, which no provider accepts. */
export function wellFormedRule(message: JsonObject, at: string): readonly Violation[] {
  const texts = [message['content'], ...objectsIn(message, 'content').map((part) => part['text'])]
  const broken = texts.some((text) => typeof text === 'string' && !text.isWellFormed())
  return broken ? [violation('text-well-formed', at, 'half a surrogate pair')] : []
}

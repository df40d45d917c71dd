import type { Tokenizer } from '../schema/ports.ts'

const CHARACTERS_PER_TOKEN = 4
/** What a role costs in the character estimate. */
const ROLE_TOKENS = 2

/** About four characters a token (D1). Safe on anything: what is not a string counts nothing. */
export function estimateTokens(text: unknown): number {
  return typeof text === 'string' ? Math.ceil(text.length / CHARACTERS_PER_TOKEN) : 0
}

/** The cheapest tokenizer: no vocabulary, no dependency, roughly right for English. */
export function characterTokenizer(): Tokenizer {
  return { name: 'characters', count: estimateTokens }
}

/** The character estimate over a whole array of messages, of any shape: roles, text, tool calls and results (D1). */
export function estimateMessagesTokens(messages: readonly unknown[]): number {
  return messages.reduce<number>((sum, message) => sum + ROLE_TOKENS + estimateMessage(message), 0)
}

function estimateMessage(message: unknown): number {
  if (!isRecord(message)) return 0
  const content = message['content']
  const parts = Array.isArray(content) ? content : []
  const calls = [message['toolCalls'], message['tool_calls']].filter(Array.isArray).flat()
  return estimateTokens(content) + [...parts, ...calls].reduce((sum, part) => sum + estimatePart(part), 0)
}

/** Names under which the formats in use keep the weight of a part: text, a call's name and input, a result. */
const PART_FIELDS = ['text', 'toolName', 'name', 'args', 'input', 'arguments', 'result', 'output', 'content', 'function'] as const

function estimatePart(part: unknown): number {
  if (!isRecord(part)) return estimateTokens(part)
  return PART_FIELDS.reduce((sum, field) => sum + estimateField(part[field]), 0)
}

function estimateField(value: unknown): number {
  if (value === undefined || value === null) return 0
  return estimateTokens(typeof value === 'string' ? value : JSON.stringify(value))
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null
}

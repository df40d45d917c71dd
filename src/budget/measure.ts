import type { Entry, MessageShell } from '../schema/entry.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { Tokenizer } from '../schema/ports.ts'

/** What a message costs besides its blocks: role and separators. */
export const MESSAGE_TOKENS = 4
/** What a call or a result costs besides name, arguments, id and text. */
export const CALL_TOKENS = 8
/** What an image or other file is taken to cost until providers' own rules are known. */
export const FILE_TOKENS = 1_600

/** The tokens of one block on its own. */
export function measureEntry(entry: Entry, tokenizer: Tokenizer): number {
  switch (entry.kind) {
    case 'text':
      return tokenizer.count(entry.text)
    case 'reasoning':
      return entry.text === '' ? Math.ceil((entry.signature?.length ?? 0) / 4) : tokenizer.count(entry.text)
    case 'tool-call':
      return measureCall(entry, entry.input, tokenizer)
    case 'tool-result':
      return measureResult(entry, entry.text, tokenizer) + filesInside(entry.raw) * FILE_TOKENS
    case 'file':
      return FILE_TOKENS
    case 'opaque':
      return tokenizer.count(JSON.stringify(entry.raw))
    case 'turn-start':
      return 0
  }
}

export function measureCall(
  call: { readonly tool: string; readonly callId: string },
  input: string,
  tokenizer: Tokenizer,
): number {
  return tokenizer.count(call.tool) + tokenizer.count(call.callId) + tokenizer.count(input) + CALL_TOKENS
}

export function measureResult(result: { readonly callId: string }, text: string, tokenizer: Tokenizer): number {
  return tokenizer.count(result.callId) + tokenizer.count(text) + CALL_TOKENS
}

/** Images inside a tool result. */
export function filesInside(raw: Json): number {
  const content = isJsonObject(raw) ? raw['content'] : undefined
  if (!Array.isArray(content)) return 0
  return content.filter((part) => isJsonObject(part) && part['type'] !== 'text').length
}

/** Fields of a message that are counted elsewhere. */
const COUNTED = new Set(['role', 'content', 'tool_calls', 'name', 'id'])

/** The tokens of a message's frame: its role, and fields that nobody foresaw. */
export function measureShell(shell: MessageShell | undefined, tokenizer: Tokenizer): number {
  if (shell === undefined || !isJsonObject(shell.raw)) return MESSAGE_TOKENS
  const extra = Object.entries(shell.raw).filter(([key, value]) => !COUNTED.has(key) && value !== null)
  return MESSAGE_TOKENS + (extra.length === 0 ? 0 : tokenizer.count(JSON.stringify(Object.fromEntries(extra))))
}

/** Running sums, so that the size of any span is one subtraction. `sums[i]` is the size of the first `i` entries. */
export function prefixSums(sizes: readonly number[]): readonly number[] {
  const sums = [0]
  for (const size of sizes) sums.push((sums.at(-1) ?? 0) + size)
  return sums
}

/** The size of entries `from` (inside) to `to` (outside). */
export function sizeBetween(sums: readonly number[], from: number, to: number): number {
  return (sums[to] ?? 0) - (sums[from] ?? 0)
}

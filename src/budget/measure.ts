import type { CountRules, RulesOf } from '../schema/count-rules.ts'
import type { Entry, MessageShell } from '../schema/entry.ts'
import { jsonText } from '../schema/foreign-values.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { fileOf, fileTokens } from './files.ts'

/** What a message costs besides its blocks: role and separators (A4). OpenAI documents three and the role. */
export const MESSAGE_TOKENS = 4
/** What a call or a result costs besides name, arguments, id and text. */
export const CALL_TOKENS = 8
/** Characters a token of reasoning that only its provider can read. */
const ENCRYPTED_CHARACTERS = 4

/** The tokens of one block on its own, by the rules of the dialect that it came in. */
export function measureEntry(entry: Entry, tokenizer: Tokenizer, rulesOf: RulesOf): number {
  switch (entry.kind) {
    case 'text':
      return tokenizer.count(entry.text) + signatureTokens(entry.signature)
    case 'reasoning':
      return measureReasoning(entry.text, entry.signature, tokenizer)
    case 'tool-call':
      return measureCall(entry, entry.input, tokenizer) + signatureTokens(entry.signature)
    case 'tool-result':
      return measureResult(entry, entry.text, tokenizer) + partsInside(entry.raw, rulesOf(entry.message.dialect), tokenizer)
    case 'file':
      return measureFile(entry.raw, rulesOf(entry.message.dialect), tokenizer)
    case 'opaque':
      return measureOpaque(entry.raw, rulesOf(entry.message.dialect), tokenizer)
    case 'turn-start':
      return 0
  }
}

/**
 * Reasoning by its text, or by the length of what is encrypted if that is more: models show a summary of their thoughts, and the signature
 * holds them whole.
 */
function measureReasoning(text: string, signature: string | undefined, tokenizer: Tokenizer): number {
  return Math.max(tokenizer.count(text), signatureTokens(signature))
}

/** What a seal on a text or a call costs: it holds the thoughts that led there. */
export function signatureTokens(signature: string | undefined): number {
  return Math.ceil((signature?.length ?? 0) / ENCRYPTED_CHARACTERS)
}

/** A block of a kind we do not know by its JSON; a picture that the provider made as a picture. */
function measureOpaque(raw: Json, rules: CountRules, tokenizer: Tokenizer): number {
  if (!isJsonObject(raw) || raw['type'] !== 'image_generation_call') return tokenizer.count(jsonText(raw))
  const { result: _, ...rest } = raw
  return tokenizer.count(JSON.stringify(rest)) + measureFile(raw, rules, tokenizer)
}

/** An image or other file by its provider's rule; a document of plain text by its text. */
export function measureFile(raw: Json, rules: CountRules, tokenizer: Tokenizer): number {
  const file = fileOf(raw)
  return file === undefined ? tokenizer.count(jsonText(raw)) : fileTokens(file, rules)
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

/** What a tool result holds besides text: images, documents, search results. */
export function partsInside(raw: Json, rules: CountRules, tokenizer: Tokenizer): number {
  return contentOf(raw)
    .filter(isBesideText)
    .reduce<number>((sum, part) => sum + measureFile(part, rules, tokenizer), 0)
}

/** The parts of a result, wherever its dialect keeps them. A screenshot is the whole output, not one of its parts. */
function contentOf(raw: Json): readonly Json[] {
  if (!isJsonObject(raw)) return []
  const response = raw['functionResponse'] ?? raw['function_response']
  const output = raw['output']
  const own = isJsonObject(output) && output['type'] === 'content' ? output['value'] : (raw['content'] ?? output)
  const content = isJsonObject(response) ? response['parts'] : own
  return Array.isArray(content) ? content : [content ?? null]
}

/** Parts of text are counted with the result's own, and so is what a shell printed, which has no type. */
function isBesideText(part: Json): boolean {
  if (!isJsonObject(part)) return false
  return typeof part['type'] === 'string' ? !TEXT_PARTS.has(part['type']) : fileOf(part) !== undefined
}

const TEXT_PARTS = new Set(['text', 'input_text', 'json', 'error-text', 'error-json', 'execution-denied'])

/** Fields of a message that are counted elsewhere. */
const COUNTED = new Set(['role', 'content', 'parts', 'tool_calls', 'name', 'id', 'type', 'status', 'phase'])

/** The tokens of a message's frame: its role, and unforeseen fields. */
export function measureShell(shell: MessageShell | undefined, tokenizer: Tokenizer, rulesOf: RulesOf): number {
  if (shell === undefined || !isJsonObject(shell.raw) || rulesOf(shell.dialect).isForPeople(shell.raw)) return MESSAGE_TOKENS
  const extra = Object.entries(shell.raw).filter(([key, value]) => !COUNTED.has(key) && value !== null)
  return MESSAGE_TOKENS + (extra.length === 0 ? 0 : tokenizer.count(jsonText(Object.fromEntries(extra))))
}

/** Tool definitions (C15): as the JSON they are sent as. Providers write them more tersely for the model, and say not how. */
export function toolTokens(tools: readonly Json[], tokenizer: Tokenizer, { toolPrompt }: CountRules): number {
  return tools.length === 0 ? 0 : tokenizer.count(JSON.stringify(tools)) + toolPrompt
}

import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { MESSAGE_TOKENS, measureCall, measureOpaque, measureReasoning, measureResult, partsInside } from './measure.ts'
import type { Provider } from './overheads.ts'

/** Tokens of an item of the Responses API that is no message: a thought, a call, an output, or what the provider did by itself. */
export function countItem(item: JsonObject, provider: Provider, tokenizer: Tokenizer): number {
  return MESSAGE_TOKENS + bodyTokens(item, provider, tokenizer)
}

function bodyTokens(item: JsonObject, provider: Provider, tokenizer: Tokenizer): number {
  const callId = stringField(item, 'call_id') ?? ''
  switch (item['type']) {
    case 'reasoning': {
      const text = [...textsIn(item['summary']), ...textsIn(item['content'])].join('\n')
      return measureReasoning(text, stringField(item, 'encrypted_content'), tokenizer)
    }
    case 'function_call':
    case 'custom_tool_call': {
      const input = stringField(item, 'arguments') ?? stringField(item, 'input') ?? ''
      return measureCall({ tool: stringField(item, 'name') ?? '', callId }, input, tokenizer)
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const output = item['output'] ?? ''
      const text = typeof output === 'string' ? output : textsIn(output).join('\n')
      return measureResult({ callId }, text, tokenizer) + partsInside(item, provider, tokenizer)
    }
    default:
      return measureOpaque(item, provider, tokenizer)
  }
}

/** Texts of a list of parts; what is no text by its type. */
function textsIn(parts: Json | undefined): readonly string[] {
  if (!Array.isArray(parts)) return []
  return parts.filter(isJsonObject).map((part) => stringField(part, 'text') ?? `[${stringField(part, 'type') ?? 'part'}]`)
}

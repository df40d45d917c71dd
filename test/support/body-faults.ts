import { isJsonObject, type Json } from '../../src/schema/json.ts'
import { providerFaults } from '../../src/testing/provider-rules/provider-rules.ts'
import { bedrockFaults } from './bedrock-faults.ts'
import type { DoorName } from './provider-bodies.ts'

/** A session that ends with the agent's words is continued only if its caller asks for that: Anthropic and others take them as a beginning. */
const AGENT_LAST = 'requests do not end with a model turn'

/** What the provider behind a package would refuse about a body, by its documents. */
export function bodyFaults(door: DoorName, body: Json): readonly string[] {
  switch (door) {
    case '@ai-sdk/anthropic':
    case '@anthropic-ai/sdk':
      return wordsOf(providerFaults('anthropic', body))
    case '@ai-sdk/google':
    case '@google/genai':
      return wordsOf(providerFaults('gemini', body).filter(({ rule }) => rule !== AGENT_LAST && !isDropped(door, rule)))
    case '@ai-sdk/openai chat':
    case '@ai-sdk/openai-compatible':
    case 'openai chat':
      return wordsOf(providerFaults('openai-chat', body))
    case '@ai-sdk/openai responses':
    case 'openai responses':
      return wordsOf(providerFaults('openai-responses', body))
    case '@ai-sdk/amazon-bedrock':
      return wordsOf(bedrockFaults(isJsonObject(body) ? body : {}))
  }
}

/** Google's own client leaves out the data of parts that it has no type for, and such parts are handed on as they came. */
function isDropped(door: DoorName, rule: string): boolean {
  return door === '@google/genai' && rule === 'required oneof field data must have one initialized field'
}

function wordsOf(faults: readonly { readonly rule: string; readonly where: string }[]): readonly string[] {
  return faults.map(({ rule, where }) => `${rule}: ${where}`)
}

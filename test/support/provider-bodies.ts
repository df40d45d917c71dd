import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, type ToolSet, tool } from 'ai'
import { isJsonObject, type Json } from '../../src/schema/json.ts'

export type Package = 'anthropic' | 'google' | 'bedrock' | 'openai-compatible'
export const PACKAGES: readonly Package[] = ['anthropic', 'google', 'bedrock', 'openai-compatible']

/** The body that a provider's own package builds of an AI SDK request; `undefined` if it has no place for something in it. */
export async function bodyOf(name: Package, request: Json): Promise<Json | undefined> {
  let body: Json | undefined
  const recording: typeof fetch = async (_, init) => {
    body = JSON.parse(String(init?.body)) as Json
    return new Response('{"error":{"message":"only the body is wanted","type":"recorded"}}', { status: 400 })
  }
  const { system, messages } = isJsonObject(request) ? request : { system: undefined, messages: request }
  await generateText({
    model: modelOf(name, recording),
    ...(typeof system === 'string' ? { system } : {}),
    messages: messages as unknown as ModelMessage[],
    tools: TOOLS,
    maxRetries: 0,
    experimental_download: async (files) => files.map(() => ({ data: new Uint8Array([137, 80]), mediaType: 'image/png' })),
  }).catch(() => undefined)
  return body
}

/** Tools must be offered, or a package leaves the calls out of the body. */
const TOOLS: ToolSet = { read_file: tool({ inputSchema: jsonSchema({ type: 'object', properties: {} }) }) }

function modelOf(name: Package, fetch: typeof globalThis.fetch): LanguageModel {
  switch (name) {
    case 'anthropic':
      return createAnthropic({ apiKey: 'none', fetch })('claude-sonnet-4-5')
    case 'google':
      return createGoogle({ apiKey: 'none', fetch })('gemini-2.5-pro')
    case 'bedrock':
      return createAmazonBedrock({ region: 'eu-west-1', apiKey: 'none', fetch })('amazon.nova-pro-v1:0')
    case 'openai-compatible':
      return createOpenAICompatible({ name: 'local', baseURL: 'http://localhost', apiKey: 'none', fetch })('mistral-small')
  }
}

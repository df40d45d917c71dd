import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { generateText, jsonSchema, type LanguageModel, type ModelMessage, type ToolSet, tool } from 'ai'
import OpenAI from 'openai'
import { isJsonObject, type Json, type JsonObject } from '../../src/schema/json.ts'
import type { DialectName } from '../../src/testing/transcripts/transcripts.ts'

// What the SDK warns of is what it was given on purpose.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

type Fetch = typeof globalThis.fetch

/** The body that a package would have sent, or why it built none: it has no place for something, or refuses the request itself. */
export type Built =
  | { readonly kind: 'body'; readonly body: Json }
  | { readonly kind: 'unsupported'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string }

/** A way to a provider: the dialect that it takes requests in, and the package that carries them. */
interface Door {
  readonly dialect: DialectName
  send(request: Json, fetch: Fetch): PromiseLike<unknown>
}

const key = { apiKey: 'none' }
const LOCAL = { name: 'local', baseURL: 'http://localhost/v1' }
const once = { ...key, maxRetries: 0 }

/** Packages that carry requests to a provider; the same package twice if it speaks two of its protocols. */
export type DoorName =
  | '@ai-sdk/anthropic'
  | '@ai-sdk/google'
  | '@ai-sdk/amazon-bedrock'
  | '@ai-sdk/openai chat'
  | '@ai-sdk/openai responses'
  | '@ai-sdk/openai-compatible'
  | 'openai chat'
  | 'openai responses'
  | '@anthropic-ai/sdk'
  | '@google/genai'

export const DOORS: Readonly<Record<DoorName, Door>> = {
  '@ai-sdk/anthropic': aiSdkDoor((fetch) => createAnthropic({ ...key, fetch })('claude-sonnet-4-5')),
  '@ai-sdk/google': aiSdkDoor((fetch) => createGoogle({ ...key, fetch })('gemini-2.5-pro')),
  '@ai-sdk/amazon-bedrock': aiSdkDoor((fetch) =>
    createAmazonBedrock({ region: 'eu-west-1', ...key, fetch })('amazon.nova-pro-v1:0'),
  ),
  '@ai-sdk/openai chat': aiSdkDoor((fetch) => createOpenAI({ ...key, fetch }).chat('gpt-4o')),
  '@ai-sdk/openai responses': aiSdkDoor((fetch) => createOpenAI({ ...key, fetch }).responses('gpt-5')),
  '@ai-sdk/openai-compatible': aiSdkDoor((fetch) => createOpenAICompatible({ ...LOCAL, ...key, fetch })('mistral-small')),
  'openai chat': {
    dialect: 'openai-chat',
    send: (request, fetch) => new OpenAI({ ...once, fetch }).chat.completions.create(asBody(request, 'messages') as never),
  },
  'openai responses': {
    dialect: 'openai-responses',
    send: (request, fetch) => new OpenAI({ ...once, fetch }).responses.create(asBody(request, 'input') as never),
  },
  '@anthropic-ai/sdk': {
    dialect: 'anthropic',
    send: (request, fetch) =>
      new Anthropic({ ...once, fetch }).messages.create({ max_tokens: 1024, ...asBody(request, 'messages') } as never),
  },
  '@google/genai': {
    dialect: 'gemini',
    send: (request, fetch) =>
      new GoogleGenAI({ ...key, httpOptions: { fetch } }).models.generateContent(asParameters(request) as never),
  },
}

/** The body that a package builds of a request of its dialect. */
export async function bodyOf(name: DoorName, request: Json): Promise<Built> {
  let body: Json | undefined
  const recording: Fetch = async (_, init) => {
    body = JSON.parse(String(init?.body)) as Json
    return new Response('{"error":{"message":"only the body is wanted","type":"recorded"}}', { status: 400 })
  }
  const thrown = await Promise.resolve(DOORS[name].send(request, recording)).catch((error: unknown) => error)
  if (body !== undefined) return { kind: 'body', body }
  const why = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return /UnsupportedFunctionality/.test(why) ? { kind: 'unsupported', why } : { kind: 'refused', why }
}

/** `generateText` with a provider's model, as a program calls it. */
function aiSdkDoor(modelFor: (fetch: Fetch) => LanguageModel): Door {
  return {
    dialect: 'ai-sdk',
    send(request, fetch) {
      const { system, messages, tools } = isJsonObject(request) ? request : { system: null, messages: request, tools: null }
      return generateText({
        model: modelFor(fetch),
        ...(system === null || system === undefined ? {} : { system: system as never }),
        messages: messages as unknown as ModelMessage[],
        tools: toolSet(tools ?? null, messages ?? []),
        maxRetries: 0,
        experimental_download: async (files) => files.map(() => ({ data: PICTURE, mediaType: 'image/png' })),
      })
    },
  }
}

const PICTURE = new Uint8Array([137, 80, 78, 71])

/**
 * Tools must be offered, or a package leaves the calls out of the body, and what is approved is carried out before anything is sent. A program
 * has them as code: the tools of the request, or else those that it calls.
 */
function toolSet(tools: Json, messages: Json): ToolSet {
  const given = isJsonObject(tools) ? Object.entries(tools) : []
  const called = (JSON.stringify(messages).match(/"toolName":"[\w-]+"/g) ?? []).map((named) => named.slice(12, -1))
  const named = new Map<string, Json>([['read_file', null], ...called.map((name) => [name, null] as const), ...given])
  return Object.fromEntries(
    [...named].map(([name, defined]) => {
      const schema = isJsonObject(defined) && isJsonObject(defined['inputSchema']) ? defined['inputSchema'] : OBJECT
      return [name, tool({ inputSchema: jsonSchema(schema as never), execute: async () => 'done' })]
    }),
  )
}

const OBJECT: JsonObject = { type: 'object', properties: {} }

/** A bare list is what a program puts into a request of its own; the model is its business, too. */
function asBody(request: Json, list: string): JsonObject {
  const body = isJsonObject(request) ? request : { [list]: request }
  return { model: 'm-1', ...body, stream: false }
}

/** Google's client takes everything but the contents in `config`. */
function asParameters(request: Json): JsonObject {
  const { contents, config, ...rest } = isJsonObject(request) ? request : { contents: request }
  return { model: 'gemini-2.5-pro', contents: contents ?? [], config: { ...rest, ...(isJsonObject(config) ? config : {}) } }
}

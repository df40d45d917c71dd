import { isJsonObject, type Json, type JsonObject } from '../../../schema/json.ts'
import type { ModelMessage, ModelPart } from '../model.ts'

type ResultPart = Extract<ModelPart, { kind: 'result' }>

const ROLES = { system: 'system', user: 'user', assistant: 'model', tool: 'function' } as const

/** Writes generated messages as Gemini has them: everything is a part of a content; results are parts, too. */
export function writeGeminiContents(messages: readonly ModelMessage[]): readonly Json[] {
  return messages.map((message) => ({
    // Newer clients send results as the user; a lone one stands for the older ones.
    role: message.role === 'tool' && message.parts.length > 1 ? 'user' : ROLES[message.role],
    ...writeParts(message),
    ...message.extras,
  }))
}

function writeParts(message: ModelMessage): JsonObject {
  if (message.parts.length > 0) return { parts: message.parts.map(writePart) }
  return message.shape === 'absent' ? {} : { parts: message.shape === 'null' ? null : [] }
}

function writePart(part: ModelPart): Json {
  switch (part.kind) {
    case 'text':
      return { text: part.text, ...part.extras }
    case 'reasoning':
      return writeThought(part)
    case 'call':
      return { functionCall: { ...idOf(part.id, /[36]$/), name: part.tool, args: argsOf(part.input) }, ...sealOf(part) }
    case 'result':
      return {
        functionResponse: { ...idOf(part.id, /[39]$/), name: part.tool, ...responseOf(part) },
        ...part.extras,
      }
    case 'file': {
      const mimeType = { image: 'image/png', document: 'application/pdf', audio: 'audio/mp3' }[part.media]
      return part.url.startsWith('data:')
        ? { inlineData: { mimeType, data: 'iVBORw0KGgo=' } }
        : { fileData: { mimeType, fileUri: part.url } }
    }
    case 'opaque':
      return { [part.type]: part.body }
  }
}

function writeThought(part: Extract<ModelPart, { kind: 'reasoning' }>): Json {
  switch (part.seal) {
    case 'signed':
      return { text: part.text, thought: true, thoughtSignature: `sig-${part.text.length}` }
    case 'redacted':
      return { text: '', thoughtSignature: `enc-${part.text.length}` }
    case 'plain':
      return { text: part.text, thought: true }
  }
}

/** Some calls and some results come without their ids: both of a pair, or one of them. */
function idOf(id: string, missing: RegExp): JsonObject {
  return id === '' || missing.test(id) ? {} : { id }
}

function sealOf({ id, input }: Extract<ModelPart, { kind: 'call' }>): JsonObject {
  return input.length % 2 === 0 ? {} : { thoughtSignature: `seal-${id.length}-AbCdEf` }
}

/** Arguments that are not JSON arrive as the text they are. */
function argsOf(input: string): Json {
  try {
    const value = JSON.parse(input) as Json
    return isJsonObject(value) || Array.isArray(value) ? value : input
  } catch {
    return input
  }
}

function responseOf(result: ResultPart): JsonObject {
  switch (result.shape) {
    case 'string':
      return { response: result.failed ? { error: result.text } : { output: result.text } }
    case 'array':
      return { response: { result: result.text } }
    case 'image':
      return { response: { output: result.text }, parts: [{ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }] }
    case 'hollow':
      return {
        response: {
          content: [
            { type: 'text', text: '' },
            { type: 'text', text: result.text },
          ],
          isError: result.failed,
        },
      }
    case 'null':
      return { response: null }
    case 'absent':
      return {}
  }
}

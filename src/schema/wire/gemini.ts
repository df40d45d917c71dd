import type { JsonObject } from '../json.ts'

/**
 * A request of `generateContent` as REST has it, without what its sender adds (`model`). The SDK wants system text and tools in its
 * `config`: `const { contents, ...config } = request`. Lists are not readonly here, because the SDK's are not.
 */
export type GeminiRequest = GeminiSettings & {
  readonly contents: GeminiContent[]
  /** Only if the request that came in had one. */
  readonly config?: GeminiSettings
}

type GeminiSettings = {
  readonly systemInstruction?: GeminiContent
  readonly tools?: GeminiTool[]
}

export type GeminiContent = {
  readonly role?: string
  readonly parts?: GeminiPart[]
}

type GeminiPart = {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: string
  readonly inlineData?: { readonly mimeType: string; readonly data: string }
  readonly fileData?: { readonly mimeType?: string; readonly fileUri: string }
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: JsonObject }
  readonly functionResponse?: { readonly id?: string; readonly name: string; readonly response: JsonObject }
}

type GeminiTool = {
  readonly functionDeclarations?: {
    readonly name: string
    readonly description?: string
    readonly parametersJsonSchema?: JsonObject
  }[]
}

/**
 * What `generateText` and `streamText` take, besides what the caller adds (`model`, `tools`). Parts of kinds that are not listed go out
 * as they came in. Lists are not readonly here, because the SDK's are not.
 */
export type AiSdkRequest = {
  readonly system?: string | AiSdkSystem | AiSdkSystem[]
  readonly messages: AiSdkMessage[]
  /** The name for OpenAI's cache, where the host has said `promptCache`. */
  readonly providerOptions?: { [provider: string]: AiSdkObject }
}

export type AiSdkMessage =
  | (Optioned & { readonly role: 'user'; readonly content: string | (AiSdkText | AiSdkFile)[] })
  | (Optioned & {
      readonly role: 'assistant'
      readonly content: string | (AiSdkText | AiSdkFile | AiSdkReasoning | AiSdkCall | AiSdkResult)[]
    })
  | (Optioned & { readonly role: 'tool'; readonly content: AiSdkResult[] })

/** JSON whose lists are not readonly: version 6 wants it so. */
type AiSdkJson = null | boolean | number | string | AiSdkJson[] | AiSdkObject

type AiSdkObject = { [key: string]: AiSdkJson }

type Optioned = {
  readonly providerOptions?: { [provider: string]: AiSdkObject }
}

type AiSdkSystem = Optioned & {
  readonly role: 'system'
  readonly content: string
}

type AiSdkText = Optioned & {
  readonly type: 'text'
  readonly text: string
}

type AiSdkFile = Optioned & {
  readonly type: 'file'
  readonly data: string
  readonly mediaType: string
  readonly filename?: string
}

type AiSdkReasoning = Optioned & {
  readonly type: 'reasoning'
  readonly text: string
}

type AiSdkCall = Optioned & {
  readonly type: 'tool-call'
  readonly toolCallId: string
  readonly toolName: string
  readonly input: AiSdkJson
}

type AiSdkResult = Optioned & {
  readonly type: 'tool-result'
  readonly toolCallId: string
  readonly toolName: string
  readonly output:
    | { readonly type: 'text' | 'error-text'; readonly value: string }
    | { readonly type: 'json' | 'error-json'; readonly value: AiSdkJson }
    | { readonly type: 'content'; readonly value: AiSdkText[] }
}

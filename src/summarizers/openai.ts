import type { Summarizer } from '../schema/ports.ts'
import type { SummaryJob } from '../schema/summary.ts'
import type { Asker } from './asker.ts'
import { type ChatClient, chatAsker } from './askers/openai-chat.ts'
import { type ResponsesClient, responsesAsker } from './askers/openai-responses.ts'
import { modelSummarizer, sentName } from './model/model-summarizer.ts'
import type { SummarizerOptions } from './model/settings.ts'

export interface OpenAISummarizerOptions extends SummarizerOptions {
  /** Your own client of OpenAI's SDK, for OpenAI or any host that speaks its protocol; wrapped by a memory or not. */
  readonly client: ChatClient & Partial<ResponsesClient>
  /** The model's name; by default the model of the request is asked (B13). */
  readonly model?: string
  /** By default the one that the thread is written in, and Chat Completions for threads of other formats. */
  readonly api?: 'chat' | 'responses'
}

/**
 * A summarizer that asks a model through OpenAI's own SDK: OpenAI's models, and those of every host that speaks its protocol.
 *
 * @example
 * const memory = palimpsest({ thread, summarizer: openaiSummarizer({ client: new OpenAI(), model: 'gpt-5-mini' }) })
 */
export function openaiSummarizer({ client, model, api, ...options }: OpenAISummarizerOptions): Summarizer {
  const host = hostOf(client.baseURL)
  return modelSummarizer({
    options,
    fixed: model === undefined ? undefined : `${host}/${model}`,
    asker: (job) => askerFor(client, api ?? apiOf(job), model ?? sentName(job), host),
  })
}

function askerFor(client: OpenAISummarizerOptions['client'], api: 'chat' | 'responses', model: string, host: string): Asker {
  const { responses } = client
  const name = `${host}/${model}`
  return api === 'responses' && responses !== undefined
    ? responsesAsker({ ...pathOf(client), responses }, model, name)
    : chatAsker(client, model, name)
}

/** How the client sends: whether a memory is in between is read from it. */
function pathOf(client: object): object {
  const { fetch, middleware }: { readonly fetch?: unknown; readonly middleware?: unknown } = client
  return { fetch, middleware }
}

function apiOf({ view }: SummaryJob): 'chat' | 'responses' {
  return view?.().dialect === 'openai-responses' ? 'responses' : 'chat'
}

/** What one host serves under a name, another may not. */
function hostOf(baseURL = ''): string {
  const host = /^https?:\/\/([^/]{1,200})/.exec(baseURL)?.[1] ?? 'openai'
  return host === 'api.openai.com' ? 'openai' : host
}

import type { Summarizer } from '../schema/ports.ts'
import { type MessagesClient, messagesAsker } from './askers/anthropic.ts'
import { modelSummarizer, sentName } from './model/model-summarizer.ts'
import type { SummarizerOptions } from './model/settings.ts'

export interface AnthropicSummarizerOptions extends SummarizerOptions {
  /** Your own client of Anthropic's SDK, that of Bedrock, Vertex or Foundry included; wrapped by a memory or not. */
  readonly client: MessagesClient
  /** The model's name; by default the model of the request is asked (B13). */
  readonly model?: string
}

/**
 * A summarizer that asks a model through Anthropic's own SDK.
 *
 * @example
 * const memory = palimpsest({ thread, summarizer: anthropicSummarizer({ client: new Anthropic(), model: 'claude-haiku-4-5' }) })
 */
export function anthropicSummarizer({ client, model, ...options }: AnthropicSummarizerOptions): Summarizer {
  return modelSummarizer({
    options,
    fixed: model === undefined ? undefined : `anthropic/${model}`,
    asker: (job) => {
      const name = model ?? sentName(job)
      return messagesAsker(client, name, `anthropic/${name}`)
    },
  })
}

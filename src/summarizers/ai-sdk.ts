import type { LanguageModel, ToolSet } from 'ai'
import type { Summarizer } from '../schema/ports.ts'
import { aiSdkAsker, calledBy } from './askers/ai-sdk.ts'
import { modelSummarizer, selectedName } from './model/model-summarizer.ts'
import type { SummarizerOptions } from './model/settings.ts'

export interface AiSdkSummarizerOptions extends Omit<SummarizerOptions, 'warm'> {
  /** Any model of the AI SDK; or a function from names to models, to ask the model that the request is for (B13). */
  readonly model: LanguageModel | SelectModel
  /**
   * Sends the request that the model saw last once more, with one instruction behind it, so that the provider reads it from its cache, if
   * that costs less than to show the new entries. By default for the model of the request, as long as its cache is warm; `true` says that
   * this is the agent's own model, `false` never. The tools are those that `prepare` was given, unless they are named here; none may be
   * called. Works for threads of the AI SDK; for other threads the model is asked the usual way.
   */
  readonly warm?: boolean | { readonly tools: ToolSet }
}

/** Finds a model by the name that the request has for it. */
export type SelectModel = (name: string) => LanguageModel

/**
 * A summarizer that asks a model through the AI SDK, whichever provider it comes from.
 *
 * @example
 * const compactor = createCompactor({ summarizer: aiSdkSummarizer({ model: anthropic('claude-haiku-4-5'), profile: coding }) })
 *
 * @example
 * aiSdkSummarizer({ model: (name) => anthropic(name) }) // the model that `prepare({ model })` names
 */
export function aiSdkSummarizer({ model, warm, ...options }: AiSdkSummarizerOptions): Summarizer {
  const tools = typeof warm === 'object' ? warm.tools : undefined
  return modelSummarizer({
    options: { ...options, ...(warm === undefined ? {} : { warm: warm !== false }) },
    fixed: typeof model === 'function' ? undefined : calledBy(model),
    asker: (job) => aiSdkAsker(typeof model === 'function' ? model(selectedName(job)) : model, tools),
  })
}

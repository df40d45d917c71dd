import { frozen } from '../schema/frozen.ts'
import type { ModelFacts, ModelTable } from '../schema/model-limits.ts'

/** Used if neither a window nor a known model is named. */
export const FALLBACK: { readonly window: number } = Object.freeze({ window: 128_000 })
/** The same for a model on one's own machine: what Ollama, LM Studio and llama.cpp serve unless told otherwise. What is more, they cut. */
export const LOCAL_WINDOW = 4_096
/** The same in the preset `cms`, which prefers to be careful. */
export const CMS_FALLBACK: { readonly window: number; readonly maxOutput: number } = Object.freeze({
  window: 16_000,
  maxOutput: 4_096,
})

const K = 1_000

/** Models that share their limits, by the names that `modelKeys` gives them. */
function each(names: string, window: number, maxOutput: number, maxInput?: number): readonly (readonly [string, ModelFacts])[] {
  return names.split(' ').map((name) => [name, maxInput === undefined ? { window, maxOutput } : { window, maxInput, maxOutput }])
}

/**
 * Windows and most output of models in use, because the data package knows no output limits. A model that is not here is looked up in the
 * data package, then among its relatives here: `gpt-4o` also speaks for an unknown `gpt-4o-…`.
 *
 * Sources: the tables of the seeds for `cms` and `layer`; models.dev (2 July 2026) and LiteLLM's model_prices_and_context_window.json (24
 * July 2026) for the rest. If they disagree, the smaller number stands: too small costs a little room, too large a session.
 */
export const MODEL_TABLE: ModelTable = frozen(
  Object.fromEntries([
    // OpenAI. From gpt-5 on, input and output have limits of their own inside the window.
    ...each('gpt-3-5-turbo gpt-35-turbo', 16_385, 4_096),
    ...each('gpt-4', 8_192, 4_096),
    ...each('gpt-4-32k gpt-4-32k-0314 gpt-4-32k-0613', 32_768, 4_096),
    ...each('gpt-4-turbo gpt-4-turbo-preview gpt-4-1106-preview gpt-4-0125-preview gpt-4o-2024-05-13', 128 * K, 4_096),
    ...each('gpt-4o gpt-4o-mini chatgpt-4o', 128 * K, 16_384),
    ...each('gpt-4-1 gpt-4-1-mini gpt-4-1-nano', 1_047_576, 32_768),
    ...each('o1 o1-pro o3 o3-mini o3-pro o3-deep-research o4-mini o4-mini-deep-research', 200 * K, 100 * K),
    ...each('gpt-5-chat gpt-5-1-chat gpt-5-2-chat gpt-5-3-chat gpt-5-3', 128 * K, 16_384),
    ...each('gpt-5-3-codex-spark', 128 * K, 32 * K, 100 * K),
    ...each('gpt-5 gpt-5-mini gpt-5-nano gpt-5-pro gpt-5-codex', 400 * K, 128 * K, 272 * K),
    ...each('gpt-5-1 gpt-5-1-codex gpt-5-1-codex-mini gpt-5-1-codex-max', 400 * K, 128 * K, 272 * K),
    ...each('gpt-5-2 gpt-5-2-pro gpt-5-2-codex gpt-5-3-codex gpt-5-4-mini gpt-5-4-nano', 400 * K, 128 * K, 272 * K),
    ...each('gpt-5-4 gpt-5-4-pro gpt-5-5 gpt-5-5-pro', 1_050 * K, 128 * K, 922 * K),

    // Anthropic
    ...each('claude-3-opus claude-3-sonnet claude-3-haiku', 200 * K, 4_096),
    ...each('claude-3-5-sonnet claude-3-5-haiku', 200 * K, 8_192),
    ...each('claude-3-7-sonnet claude-haiku-4-5 claude-sonnet-4-5 claude-opus-4-5', 200 * K, 64 * K),
    ...each('claude-sonnet-4 claude-sonnet-4-0 claude-4-sonnet', 200 * K, 64 * K),
    ...each('claude-opus-4 claude-opus-4-0 claude-4-opus claude-opus-4-1', 200 * K, 32 * K),
    ...each('claude-sonnet-4-6', 1_000 * K, 64 * K),
    ...each('claude-opus-4-6 claude-opus-4-7 claude-opus-4-8', 1_000 * K, 128 * K),
    ...each('claude-sonnet-5 claude-opus-5 claude-fable-5', 1_000 * K, 128 * K),
    // For future models: the least that any since 3 can do.
    ...each('claude', 200 * K, 4_096),

    // Google. The seed of `cms` gives the first two.
    ...each('gemini-pro', 32 * K, 8_192),
    ...each('gemini-1-5-pro', 1_000 * K, 8_192),
    ...each('gemini-2-0-flash gemini-2-0-flash-lite', 1_048_576, 8_192),
    ...each('gemini-2-5-pro gemini-2-5-flash gemini-2-5-flash-lite', 1_048_576, 65_535),
    ...each('gemini-3-pro-preview gemini-3-flash-preview gemini-3-1-pro-preview', 1_048_576, 65_535),
    ...each('gemini-3-1-flash-lite gemini-3-5-flash gemini-3-5-flash-lite gemini-3-6-flash', 1_048_576, 65_535),

    // Others
    ...each('deepseek-chat deepseek-reasoner deepseek-v4-flash deepseek-v4-pro', 1_000 * K, 384 * K),
    ...each('grok-4-3 grok-4-20', 1_000 * K, 30 * K),
    ...each('kimi-k2-5 kimi-k2-6 kimi-k2-7-code kimi-k2-thinking', 262_144, 262_144),
    ...each('glm-4-6 glm-4-7 glm-5', 200 * K, 131_072),
    ...each('qwen3-coder-plus qwen3-coder-flash qwen3-7-max qwen3-7-plus', 1_000 * K, 65_536),
    ...each('minimax-m2 minimax-m2-5 minimax-m2-7', 196_608, 128_000),
    ...each('mistral-large mistral-medium devstral', 131_072, 16_384),
  ]),
)

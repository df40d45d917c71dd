import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LanguageModel, ToolSet } from 'ai'
import { estimateText } from '../budget/estimate-text.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Summarizer, Tokenizer } from '../schema/ports.ts'
import { summarizeByOperations } from './model/by-operations.ts'
import { summarizeInProse } from './model/in-prose.ts'
import { QUOTED_KINDS, TOLD_KINDS } from './model/kinds.ts'
import type { Prices } from './model/patiently.ts'
import { ENTRY_RULE, OPERATIONS_RULES, PROMPT_VERSION, PROSE_RULES, SYSTEM_RULES } from './model/prompt.ts'
import { checkProfile, general, type SummaryProfile } from './profiles.ts'

export interface AiSdkSummarizerOptions {
  /** Any model of the AI SDK. */
  readonly model: LanguageModel
  /** Operations on the ledger, or one text as the systems of the presets write it. */
  readonly mode?: 'operations' | 'prose'
  readonly profile?: SummaryProfile
  /** Tokens that the model takes in and gives out. */
  readonly window?: number
  /** Most tokens it may write (B13). */
  readonly maxOutput?: number
  /** Most tokens of a summary in prose; by default the policy's. */
  readonly proseTokens?: number
  readonly temperature?: number
  /** Most milliseconds for this model, retries included. */
  readonly deadlineMs?: number
  /** How often it is asked again after a temporary refusal (429, 5xx, a broken connection). */
  readonly retries?: number
  /** Dollars for a million tokens; without them nothing is known about money. */
  readonly prices?: Prices
  /** Most dollars for one compaction; needs `prices`. */
  readonly mostMoney?: number
  /**
   * Sends the request that the model saw last once more, with one instruction behind it, so that the provider reads it from its cache. The
   * tools must be those of the agent; none may be called. Works for threads of the AI SDK; for other threads the model is asked the usual
   * way.
   */
  readonly warm?: { readonly tools: ToolSet }
  /** Gets the text as it comes (B3). */
  readonly onText?: (text: string) => void
  readonly tokenizer?: Tokenizer
  /** Draws a word that cannot be guessed. */
  readonly random?: () => string
  readonly clock?: () => number
  readonly sleep?: (ms: number) => Promise<void>
}

/** Everything decided. */
export type Settings = Required<
  Omit<AiSdkSummarizerOptions, 'proseTokens' | 'maxOutput' | 'temperature' | 'prices' | 'warm' | 'onText'>
> &
  Pick<AiSdkSummarizerOptions, 'proseTokens' | 'maxOutput' | 'temperature' | 'prices' | 'warm' | 'onText'> & {
    readonly name: string
  }

/**
 * A summarizer that asks a model through the AI SDK, whichever provider it comes from.
 *
 * @example
 * const compactor = createCompactor({ summarizer: aiSdkSummarizer({ model: anthropic('claude-haiku-4-5'), profile: coding }) })
 */
export function aiSdkSummarizer(options: AiSdkSummarizerOptions): Summarizer {
  const { model, mode = 'operations', profile = general } = options
  checkProfile(profile)
  const called = typeof model === 'string' ? model : `${model.provider}/${model.modelId}`
  const prompt = fingerprint(
    [
      ...[PROMPT_VERSION, SYSTEM_RULES, ENTRY_RULE, mode === 'prose' ? PROSE_RULES : OPERATIONS_RULES],
      ...[JSON.stringify([TOLD_KINDS, QUOTED_KINDS]), JSON.stringify(profile)],
    ].join('\n'),
  )
  const settings: Settings = {
    window: 128_000,
    deadlineMs: 30_000,
    retries: 2,
    mostMoney: Number.POSITIVE_INFINITY,
    tokenizer: { name: 'estimate', count: estimateText },
    random: () => crypto.randomUUID(),
    clock: () => Date.now(),
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
    ...options,
    ...{ mode, profile, name: `${called} ${mode} ${PROMPT_VERSION}-${prompt}` },
  }
  checkSettings(settings)
  return {
    name: settings.name,
    summarize: (job) => (mode === 'prose' ? summarizeInProse(job, settings) : summarizeByOperations(job, settings)),
  }
}

function fingerprint(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 8)
}

function checkSettings(settings: Settings): void {
  for (const field of ['window', 'deadlineMs', 'maxOutput', 'proseTokens'] as const) {
    const value = settings[field]
    if (value !== undefined && !(value > 0)) refuse(field, value, 'a number above 0')
  }
  if (!(settings.retries >= 0)) refuse('retries', settings.retries, 'a number from 0 on')
  const { mostMoney, prices } = settings
  if (!(mostMoney >= 0)) refuse('mostMoney', mostMoney, 'a number from 0 on')
  if (mostMoney < Number.POSITIVE_INFINITY && prices === undefined) refuse('mostMoney', mostMoney, 'prices to count it by')
}

function refuse(field: string, value: number, expected: string): never {
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LanguageModel, ToolSet } from 'ai'
import { estimateText } from '../budget/estimate-text.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Summarizer, Tokenizer } from '../schema/ports.ts'
import type { SummaryJob } from '../schema/summary.ts'
import { summarizeByOperations } from './model/by-operations.ts'
import { expectedPrice } from './model/expected-price.ts'
import { summarizerFailed } from './model/failure.ts'
import { summarizeInProse } from './model/in-prose.ts'
import { QUOTED_KINDS, TOLD_KINDS } from './model/kinds.ts'
import { ENTRY_RULE, LEDGER_RULES, OPERATIONS_RULES, PROMPT_VERSION, PROSE_RULES, SYSTEM_RULES } from './model/prompt.ts'
import { readPage } from './model/read-page.ts'
import { type Prices, pricesFor } from './model/ways.ts'
import { checkProfile, general, type SummaryProfile } from './profiles.ts'

export interface AiSdkSummarizerOptions {
  /** Any model of the AI SDK; or a function from names to models, to ask the model that the request is for (B13). */
  readonly model: LanguageModel | SelectModel
  /** Operations on the ledger, or one text as the systems of the presets write it. */
  readonly mode?: 'operations' | 'prose'
  readonly profile?: SummaryProfile
  /** Tokens that the model takes in and gives out; by default what is known of the model of the request, or 128,000. */
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
  /** Dollars for a million tokens; by default those of the model of the request. Without them nothing is known about money. */
  readonly prices?: Prices | undefined
  /** Most dollars for one compaction; needs `prices`. */
  readonly mostMoney?: number
  /**
   * Sends the request that the model saw last once more, with one instruction behind it, so that the provider reads it from its cache, if
   * that costs less than to show the new entries. By default for the model of the request, as long as its cache is warm; `true` says that
   * this is the agent's own model, `false` never. The tools are those that `prepare` was given, unless they are named here; none may be
   * called. Works for threads of the AI SDK; for other threads the model is asked the usual way.
   */
  readonly warm?: boolean | { readonly tools: ToolSet }
  /**
   * Has the model read the new page and answer up to five questions that the engine makes from the log: values of rules, the last state, the
   * next step. What it cannot find there is put back from the log. One more call for each summary.
   */
  readonly verify?: boolean
  /** Gets the text as it comes (B3). */
  readonly onText?: (text: string) => void
  readonly tokenizer?: Tokenizer
  /** Draws a word that cannot be guessed. */
  readonly random?: () => string
  readonly clock?: () => number
  readonly sleep?: (ms: number) => Promise<void>
}

/** Finds a model by the name that the request has for it. */
export type SelectModel = (name: string) => LanguageModel

type Optional = 'proseTokens' | 'maxOutput' | 'temperature' | 'prices' | 'warm' | 'onText'

/** Everything decided, for one job. */
export interface Settings
  extends Required<Omit<AiSdkSummarizerOptions, Optional | 'model'>>,
    Pick<AiSdkSummarizerOptions, Optional> {
  readonly name: string
  readonly model: LanguageModel
  /** Whose model it is. */
  readonly provider: string
  /** It is the model of the request. */
  readonly isSelected: boolean
}

/**
 * A summarizer that asks a model through the AI SDK, whichever provider it comes from.
 *
 * @example
 * const compactor = createCompactor({ summarizer: aiSdkSummarizer({ model: anthropic('claude-haiku-4-5'), profile: coding }) })
 *
 * @example
 * aiSdkSummarizer({ model: (name) => anthropic(name) }) // the model that `prepare({ model })` names
 */
export function aiSdkSummarizer(options: AiSdkSummarizerOptions): Summarizer {
  const { model, mode = 'operations', profile = general } = options
  checkProfile(profile)
  checkOptions(options)
  const isSelected = typeof model === 'function'
  const verify = options.verify === true
  const suffix = `${mode}${verify ? ' verify' : ''} ${PROMPT_VERSION}-${promptPrint(mode, profile)}`
  const settingsFor = (job: SummaryJob): Settings => {
    const found = isSelected ? model(nameIn(job)) : model
    return {
      window: (isSelected ? job.selected?.window : undefined) ?? 128_000,
      ...{ deadlineMs: 30_000, retries: 2, mostMoney: Number.POSITIVE_INFINITY, tokenizer: ESTIMATE },
      ...{ random: () => crypto.randomUUID(), clock: () => Date.now(), sleep },
      ...(isSelected ? { prices: pricesFor(job.selected?.prices, 0) } : {}),
      ...options,
      ...{ mode, profile, verify, model: found, isSelected, name: `${calledBy(found)} ${suffix}` },
      provider: typeof found === 'string' ? found : found.provider,
    }
  }
  return {
    name: `${isSelected ? 'selected' : calledBy(model)} ${suffix}`,
    asksSelected: isSelected,
    verifies: verify,
    summarize: async ({ exam, ...job }) => {
      const settings = settingsFor(job)
      if (exam !== undefined) return readPage({ ...job, exam }, settings)
      return mode === 'prose' ? summarizeInProse(job, settings) : summarizeByOperations(job, settings)
    },
    priceOf: (job) => expectedPrice(job, settingsFor(job)),
  }
}

const ESTIMATE: Tokenizer = { name: 'estimate', count: estimateText }

function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** The model of the request, as the request has it. */
function nameIn({ selected }: SummaryJob): string {
  if (selected === undefined) throw summarizerFailed('selected', 'unavailable', 'the request names no model')
  return selected.name
}

function calledBy(model: LanguageModel): string {
  return typeof model === 'string' ? model : `${model.provider}/${model.modelId}`
}

function promptPrint(mode: Settings['mode'], profile: SummaryProfile): string {
  return fingerprint(
    [
      ...[PROMPT_VERSION, SYSTEM_RULES, ENTRY_RULE, mode === 'prose' ? PROSE_RULES : OPERATIONS_RULES],
      ...[JSON.stringify([TOLD_KINDS, QUOTED_KINDS, LEDGER_RULES]), JSON.stringify(profile)],
    ].join('\n'),
  )
}

function fingerprint(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 8)
}

function checkOptions(options: AiSdkSummarizerOptions): void {
  for (const field of ['window', 'deadlineMs', 'maxOutput', 'proseTokens'] as const) {
    const value = options[field]
    if (value !== undefined && !(value > 0)) refuse(field, value, 'a number above 0')
  }
  const { retries = 0, mostMoney = 0, prices, model } = options
  if (!(retries >= 0)) refuse('retries', retries, 'a number from 0 on')
  if (!(mostMoney >= 0)) refuse('mostMoney', mostMoney, 'a number from 0 on')
  const isLimited = options.mostMoney !== undefined && mostMoney < Number.POSITIVE_INFINITY
  if (isLimited && prices === undefined && typeof model !== 'function') refuse('mostMoney', mostMoney, 'prices to count it by')
}

function refuse(field: string, value: number, expected: string): never {
  throw new CompactionError<'budget-invalid'>({ code: 'budget-invalid', field, value, expected })
}

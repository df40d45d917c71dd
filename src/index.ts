import './stores/check-runtime.ts'
import { estimateText } from './budget/estimate-text.ts'
import { FALLBACK, LOCAL_WINDOW, MODEL_TABLE } from './budget/model-table.ts'
import * as triggers from './budget/triggers.ts'
import { aiSdk } from './dialects/ai-sdk/dialect.ts'
import { AI_SDK_OUTLINE } from './dialects/ai-sdk/outline.ts'
import { anthropic } from './dialects/anthropic/dialect.ts'
import { ANTHROPIC_OUTLINE } from './dialects/anthropic/outline.ts'
import { gemini } from './dialects/gemini/dialect.ts'
import { GEMINI_OUTLINE } from './dialects/gemini/outline.ts'
import { langchain } from './dialects/langchain/dialect.ts'
import { LANGCHAIN_OUTLINE } from './dialects/langchain/outline.ts'
import { neutral } from './dialects/neutral/dialect.ts'
import { NEUTRAL_OUTLINE } from './dialects/neutral/outline.ts'
import { openaiChat } from './dialects/openai-chat/dialect.ts'
import { OPENAI_CHAT_OUTLINE, STRICT_CHAT_OUTLINE } from './dialects/openai-chat/outline.ts'
import { openaiResponses } from './dialects/openai-responses/dialect.ts'
import { OPENAI_RESPONSES_OUTLINE } from './dialects/openai-responses/outline.ts'
import { isOurs } from './dialects/ours.ts'
import { type Compactor, createEngine, type EventScope, type StreamOptions } from './engine/create-compactor.ts'
import { guardedDialect } from './engine/guard-dialect.ts'
import { inProcess } from './engine/in-process.ts'
import { isLater, laterDialect } from './engine/later-dialect.ts'
import { expectOptions, withDefaults } from './engine/options.ts'
import type { CompactorOptions, EnginePorts, ModelSources } from './engine/ports.ts'
import type { ModelOptions } from './engine/request-options.ts'
import { hostAddress, isOwnMachine, servedBy } from './models/hosts.ts'
import { balanced } from './plan/presets/balanced.ts'
import { CompactionError } from './schema/failures.ts'
import { HOST_NAMES, type HostName } from './schema/hosts.ts'
import { noMeter } from './schema/meter.ts'
import type { ModelTable } from './schema/model-limits.ts'
import type { Dialect, LaterDialect } from './schema/ports.ts'
import type { AnyDialect, DialectChoice } from './schema/wire/request-of.ts'
import { memoryStore } from './stores/memory.ts'
import { memoryArtifacts } from './stores/memory-artifacts.ts'
import { sha256Hex } from './stores/sha256.ts'
import { laterBpe } from './tokenizers/later-bpe.ts'

/**
 * Compaction for any number of conversations. Every option has a default; one that does not exist is refused by `option-unknown`.
 *
 * @example
 * const compactor = createCompactor({ dialect: 'openai-chat', model: 'gpt-4o' })
 * const thread = await compactor.thread('support-4711')
 * await thread.append(messages)
 * const { request, receipt } = await thread.prepare()
 */
export function createCompactor<Choice extends DialectChoice = AnyDialect>(
  options: CompactorOptions<Choice> = {},
): Compactor<Choice> {
  expectOptions('createCompactor', options)
  const host = knownHost(options.host)
  const defaults: Omit<EnginePorts, 'usual'> & ModelOptions & { readonly host: HostName | undefined } = {
    store: memoryStore(),
    policy: balanced(),
    artifacts: memoryArtifacts(),
    toolPolicies: {},
    summarizer: undefined,
    embedder: undefined,
    summaryDeadlineMs: 60_000,
    spendCap: {},
    jobs: inProcess(),
    hooks: undefined,
    hookDeadlineMs: 5_000,
    tokenizer: { ...laterBpe(), estimate: estimateText },
    hash: sha256Hex,
    clock: () => Date.now(),
    meter: noMeter,
    models: host === undefined ? modelSources() : hostedModels(host, options.baseUrl),
    learned: undefined,
    redact: 'summaries',
    redactionKey: undefined,
    keepRequests: isKeeping(options.store) ? KEPT_REQUESTS : 0,
    promptCache: 'off',
    heldUnseen: HELD_UNSEEN,
    dialects: [host === undefined ? OPENAI_CHAT : STRICT_CHAT, ...OTHER_DIALECTS],
    baseUrl: host === undefined ? undefined : hostAddress(host),
    ...{ host, dialect: undefined, model: undefined, window: undefined, reserve: undefined, byteLimit: undefined },
  }
  const {
    host: _,
    dialect,
    model,
    baseUrl,
    window,
    reserve,
    byteLimit,
    ...ports
  } = withDefaults<typeof defaults>('createCompactor', defaults, options)
  const usual = said({ dialect, model, baseUrl, window, reserve, byteLimit })
  const [first, ...others] = ports.dialects
  return createEngine({ ...ports, usual, dialects: [guardedUnlessOurs(first), ...others.map(guardedUnlessOurs)] })
}

/** Requests of a thread that can be shown as the model saw them, unless told: each takes about half a kilobyte. */
const KEPT_REQUESTS = 1_000

/** Whether a store, ours if none is given, remembers requests. */
function isKeeping(store: CompactorOptions['store']): boolean {
  return store === undefined || (typeof store === 'object' && store !== null && store.requests !== undefined)
}

/** Some 40 MB: reading them again takes longer than a compaction, so that only long imports pay for it. */
const HELD_UNSEEN = 32_000

const STRICT_CHAT = laterDialect(STRICT_CHAT_OUTLINE, async () => (await import('./dialects/openai-chat/strict.ts')).strictChat)
const OPENAI_CHAT = laterDialect(OPENAI_CHAT_OUTLINE, async () => (await import('./dialects/openai-chat/dialect.ts')).openaiChat)
const OTHER_DIALECTS: readonly LaterDialect[] = [
  laterDialect(ANTHROPIC_OUTLINE, async () => (await import('./dialects/anthropic/dialect.ts')).anthropic),
  laterDialect(NEUTRAL_OUTLINE, async () => (await import('./dialects/neutral/dialect.ts')).neutral),
  laterDialect(OPENAI_RESPONSES_OUTLINE, async () => (await import('./dialects/openai-responses/dialect.ts')).openaiResponses),
  laterDialect(GEMINI_OUTLINE, async () => (await import('./dialects/gemini/dialect.ts')).gemini),
  laterDialect(AI_SDK_OUTLINE, async () => (await import('./dialects/ai-sdk/dialect.ts')).aiSdk),
  laterDialect(LANGCHAIN_OUTLINE, async () => (await import('./dialects/langchain/dialect.ts')).langchain),
]

function knownHost(name: HostName | undefined): HostName | undefined {
  if (name === undefined || HOST_NAMES.includes(name)) return name
  const [expected, found] = [`one of ${HOST_NAMES.join(', ')}`, String(JSON.stringify(name)).slice(0, 80)]
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'host', expected, found })
}

/** What a host tells that it serves comes first. A machine of one's own may serve less than a model can do: what is known of models says nothing. */
function hostedModels(host: HostName, baseUrl: string | undefined): ModelSources {
  const served = (): Promise<ModelTable> => servedBy(host, baseUrl)
  if (!isOwnMachine(host)) return { ...modelSources(), served }
  return { overrides: {}, table: {}, fallback: { window: LOCAL_WINDOW }, data: async () => ({}), served }
}

/** Options that were said. */
function said(options: ModelOptions): ModelOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}

function guardedUnlessOurs(dialect: Dialect | LaterDialect): Dialect | LaterDialect {
  return isLater(dialect) || isOurs(dialect) ? dialect : guardedDialect(dialect)
}

async function data(): Promise<ModelTable> {
  const { loadModelData } = await import('./models/from-genai-prices.ts')
  return loadModelData(Date.now())
}

/** Our table and the data package, under a user's own numbers. */
export function modelSources(overrides: ModelTable = {}): ModelSources {
  return { overrides, table: MODEL_TABLE, fallback: FALLBACK, data }
}

export { parseModelOverrides } from './budget/model-overrides.ts'
export type { TurnTokens } from './budget/usage.ts'
export type { CompactionPrice, LadderReport } from './compact/explain.ts'
export type { Brief, BriefOptions } from './engine/brief.ts'
export type { CheckOptions, ContextCheck } from './engine/check.ts'
export type { ThreadResult } from './engine/child.ts'
export type { ViewDiff } from './engine/diff.ts'
export type { EraseOptions, Erasure } from './engine/erase.ts'
export type { OverflowReport } from './engine/exchange.ts'
export type { Expired, ExpireOptions } from './engine/expire.ts'
export type { ForgetOptions } from './engine/forget.ts'
export type { HandoffOptions } from './engine/handoff.ts'
export type { Learned } from './engine/learned-records.ts'
export type { PinTarget } from './engine/pin.ts'
export type { Prepared } from './engine/request.ts'
export type { RequestOptions } from './engine/request-options.ts'
export type { ResendOptions } from './engine/resend.ts'
export type { ThreadSession } from './engine/session.ts'
export type {
  AppendOptions,
  BranchOptions,
  Compacted,
  CompactOptions,
  EditOptions,
  Recovered,
  Resent,
  SettleOptions,
  Thread,
} from './engine/thread.ts'
export type { Unarchived } from './engine/unarchive.ts'
export type { UseOptions } from './engine/use.ts'
export type { SeenRequest } from './engine/view-at.ts'
export { checkPolicy } from './plan/check-policy.ts'
export { presets } from './plan/presets/index.ts'
export { printPlan } from './plan/print-plan.ts'
export type {
  AgentTool,
  AgentToolName,
  AgentToolOptions,
  AgentTools,
  CompactionWish,
  ToolAnswer,
} from './schema/agent-tools.ts'
export type { Commit } from './schema/commit.ts'
export type { Entry } from './schema/entry.ts'
export type { CompactorEvent, EventName, EventOf } from './schema/events.ts'
export { CompactionError, describeFailure, type Failure, isFailure } from './schema/failures.ts'
export type { AboutCompaction, BeforeAnswer, HookLine, Hooks } from './schema/hooks.ts'
export type { GivenJson, Json, JsonObject } from './schema/json.ts'
export type { Policy } from './schema/policy.ts'
export type { SessionState } from './schema/ports.ts'
export type { Quality } from './schema/quality.ts'
export type { RangeSummary } from './schema/range-summary.ts'
export type { Embedder, EntryLine, Expandable, ExpandedEntry, RecallHit, RecallOptions } from './schema/recall.ts'
export type { Receipt } from './schema/receipt.ts'
export type { Reconciliation, ResentFate, Revision, Verdict } from './schema/reconciliation.ts'
export type { Refusal } from './schema/refusal.ts'
export type { KeptRequest, SentRequest } from './schema/request-record.ts'
export type { CompactionResult, RichMessage, RichPart } from './schema/rich-message.ts'
export type { Rung } from './schema/rung.ts'
export type { SearchHit, SearchQuery } from './schema/search.ts'
export type { StoredPlan as Plan, StoredRecord as PlanRecord } from './schema/stored-plan.ts'
export type { SummaryAccount } from './schema/summary.ts'
export type { Checked, ThreadCheck } from './schema/thread-check.ts'
export type { StepAccount, ThreadCost } from './schema/thread-cost.ts'
export type { ToolPolicies, ToolPolicy } from './schema/tool-policy.ts'
export type { Mark, Trigger } from './schema/trigger.ts'
export type { AiSdkMessage, AiSdkRequest } from './schema/wire/ai-sdk.ts'
export type { AnthropicMessage, AnthropicRequest } from './schema/wire/anthropic.ts'
export type { GeminiContent, GeminiRequest } from './schema/wire/gemini.ts'
export type { LangchainMessage, LangchainRequest } from './schema/wire/langchain.ts'
export type { NeutralMessage, NeutralRequest } from './schema/wire/neutral.ts'
export type { OpenaiChatMessage, OpenaiChatRequest } from './schema/wire/openai-chat.ts'
export type { OpenaiResponsesItem, OpenaiResponsesRequest } from './schema/wire/openai-responses.ts'
export type { DialectChoice, RequestOf } from './schema/wire/request-of.ts'
export type { WorkState } from './schema/work-state.ts'
export type { GivenSurroundings } from './view/given.ts'
export type { Compactor, CompactorOptions, EventScope, HostName, ModelSources, ModelTable, StreamOptions }
export {
  aiSdk,
  anthropic,
  gemini,
  langchain,
  memoryArtifacts,
  memoryStore,
  neutral,
  openaiChat,
  openaiResponses,
  sha256Hex,
  triggers,
}

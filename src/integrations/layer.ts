import { evaluate } from '../budget/triggers/evaluate.ts'
import type { Thread } from '../engine/thread.ts'
import { createCompactor } from '../index.ts'
import { type LayerNumbers, layer } from '../plan/presets/layer.ts'
import type { Commit } from '../schema/commit.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { Summarizer } from '../schema/ports.ts'
import { estimateMessagesTokens, estimateTokens } from '../tokenizers/characters.ts'

/** For a loop that keeps its messages itself: when to compact them, which ones, and what comes of it (D13). */

/** How many of the last messages stay as they are. */
const KEEP_LAST = 10
/** Used if the limits of a model are not given. */
const CONTEXT_LIMIT = 128_000
/** The headings that this style of compaction has written, in any of its versions. */
const HEADING = /^#{2,3} Session Summary/

/** When to compact and what to keep; the thread that compacts has the same numbers from `presets.layer(config)`. */
export interface CompactionConfig extends LayerNumbers {
  /** Tokens that the model takes in and gives out. */
  readonly modelContextLimit?: number
}

/** True from 80 % of what overheads leave of the limit, 93,600 of 128,000, once there is more than the last ten messages (D2, D3). */
export function shouldCompact(messages: readonly Json[], config: CompactionConfig = {}): boolean {
  const { modelContextLimit: window = CONTEXT_LIMIT, ...numbers } = config
  const tokens = estimateMessagesTokens(messages)
  const nothing = { system: 0, tools: 0, turns: 0, bytes: 0, reserve: 0 }
  const unknown = { forced: undefined, usageTokens: undefined, byteLimit: undefined, idleMs: undefined }
  const reading = { ...nothing, ...unknown, moment: 'prepare', model: '', window, tokens } as const
  return evaluate(layer(numbers).trigger, { ...reading, messages: messages.length }).fires
}

export interface CompactionSelection {
  readonly messagesToCompact: readonly Json[]
  /** The system message, and the last ones. */
  readonly messagesToKeep: readonly Json[]
  /** What an earlier compaction wrote behind the system message. */
  readonly previousSummary: string | null
}

/** Which messages a compaction would fold: the border walks back over results, so that none is parted from its call (D4). */
export function selectMessagesToCompact(messages: readonly Json[], keepLast: number = KEEP_LAST): CompactionSelection {
  const first = roleOf(messages[0]) === 'system' ? 1 : 0
  const previousSummary = summaryIn(messages[first])
  const from = previousSummary === null ? first : first + 1
  let border = messages.length - keepLast
  while (border > from && roleOf(messages[border]) === 'tool') border -= 1
  if (border <= from) return { messagesToCompact: [], messagesToKeep: messages, previousSummary }
  const messagesToKeep = [...messages.slice(0, first), ...messages.slice(border)]
  return { messagesToCompact: messages.slice(from, border), messagesToKeep, previousSummary }
}

export interface LayerOptions extends Pick<CompactionConfig, 'modelContextLimit'> {
  /** The conversation's thread: it keeps every message, and knows what was compacted before. */
  readonly thread: Thread
  readonly model?: string
  readonly instructions?: string
}

export interface CompactionResult {
  readonly messages: readonly Json[]
  readonly event: {
    /** Which compaction of this thread it is; 0 if there was nothing to compact. */
    readonly round: number
    readonly tokensBefore: number
    readonly tokensAfter: number
    readonly summary: string
    /** Messages that this compaction took out of the prompt, by their ids in the thread. */
    readonly compactedMessageIds: readonly string[]
  }
}

/** Takes the messages into their thread, compacts it, and gives what is to be sent in their place. */
export async function compact(messages: readonly Json[], options: LayerOptions): Promise<CompactionResult> {
  const { modelContextLimit: window = CONTEXT_LIMIT, model, instructions } = options
  const { thread } = await options.thread.resend(messages, { dialect: 'ai-sdk' })
  const given = { ...(model === undefined ? {} : { model }), ...(instructions === undefined ? {} : { instructions }) }
  const { request, receipt, changed } = await thread.compact({ dialect: 'ai-sdk', window, ...given })
  const { before, after } = receipt.tokens
  if (!changed)
    return { messages, event: { round: 0, tokensBefore: before, tokensAfter: before, summary: '', compactedMessageIds: [] } }
  const summaries = await thread.summaries()
  const commits = await thread.commits()
  const summary = summaries.map(({ text }) => text).join('\n\n')
  const compactedMessageIds = await compactedIn(thread, commits)
  const event = { round: commits.length, tokensBefore: before, tokensAfter: after, summary, compactedMessageIds }
  return { messages: messagesOf(request), event }
}

/** Messages of which the last commit folded something that the one before it had not. */
async function compactedIn(thread: Thread, commits: readonly Commit[]): Promise<readonly string[]> {
  const [now, before] = [commits.at(-1), commits.at(-2)].map((commit) => (commit === undefined ? [] : foldedBy(commit)))
  const earlier = new Set(before)
  const entries = await thread.entries()
  return [...new Set((now ?? []).filter((seq) => !earlier.has(seq)).flatMap((seq) => entries[seq]?.message.id ?? []))]
}

function foldedBy({ receipt }: Commit): readonly number[] {
  return receipt.fates
    .filter(({ fate }) => fate === 'summarized' || fate === 'dropped')
    .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
}

/** The same; if it fails, the messages come back as they are and the loop goes on (D9). */
export async function safeCompact(
  messages: readonly Json[],
  options: LayerOptions & { onError?(error: unknown): void },
): Promise<readonly Json[]> {
  try {
    return (await compact(messages, options)).messages
  } catch (error) {
    options.onError?.(error)
    return messages
  }
}

/** A summary of messages, by a model if a summarizer is given, and without one otherwise. */
export async function generateSummary(
  messages: readonly Json[],
  { summarizer, instructions = '' }: { readonly summarizer?: Summarizer; readonly instructions?: string } = {},
): Promise<string> {
  const ladder = [{ rung: 'summarize', keep: { kind: 'messages', count: 0 } }] as const
  const thread = await createCompactor({ policy: layer({ ladder }), summarizer }).thread('summary')
  await thread.append(messages, { dialect: 'ai-sdk' })
  await thread.compact({ window: CONTEXT_LIMIT, instructions })
  return (await thread.summaries()).map(({ text }) => text).join('\n\n')
}

/** The messages of a request as this style keeps them: system text in front. */
function messagesOf(request: Json): readonly Json[] {
  if (!isJsonObject(request)) return []
  const { system = null, messages } = request
  const inFront = typeof system === 'string' ? [{ role: 'system', content: system }] : system === null ? [] : [system].flat()
  return [...inFront, ...(Array.isArray(messages) ? messages : [])]
}

function summaryIn(message: Json | undefined): string | null {
  const content = isJsonObject(message) && message['role'] === 'assistant' ? message['content'] : undefined
  return typeof content === 'string' && HEADING.test(content) ? content : null
}

function roleOf(message: Json | undefined): Json | undefined {
  return isJsonObject(message) ? message['role'] : undefined
}

export { estimateMessagesTokens, estimateTokens }

import type { LanguageModel, ModelMessage, ToolSet } from 'ai'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { SentView, SummaryUsage } from '../../schema/summary.ts'
import type { Again, Asker, NotAgain, Question, Said } from '../asker.ts'
import { fieldIn, isTooLong, TOO_LONG } from '../model/call-fault.ts'

/** Asks a model through the AI SDK. `tools` are those of its own requests, if the host names them. */
export function aiSdkAsker(model: LanguageModel, tools?: ToolSet): Asker {
  const isMarking = MARKING.test(typeof model === 'string' ? model : model.provider)
  return {
    name: calledBy(model),
    ask: (question) => ask(model, promptOf(question, isMarking), question),
    again: (view) => again(view, isMarking, tools),
  }
}

export function calledBy(model: LanguageModel): string {
  return typeof model === 'string' ? model : `${model.provider}/${model.modelId}`
}

async function ask(model: LanguageModel, prompt: AskedPrompt, question: Question): Promise<Said> {
  // Loaded when needed: a user without a model does not need the SDK.
  const { streamText } = await import('ai')
  const { maxOutput, temperature, signal } = question
  const enough = new AbortController()
  const answer = streamText({
    model,
    ...prompt,
    maxOutputTokens: maxOutput,
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, enough.signal]),
    onError: () => undefined, // It comes again in the stream, and is thrown below.
    ...(temperature === undefined ? {} : { temperature }),
  })
  let text = ''
  let toolCalls = 0
  let finish = 'other'
  let usage: SummaryUsage | null = null
  for await (const part of answer.fullStream) {
    if (part.type === 'text-delta') {
      text += part.text
      question.onText?.(part.text)
    }
    if (part.type === 'tool-call') toolCalls += 1
    if (part.type === 'error') throw part.error
    if (part.type === 'abort') throw signal.reason ?? TOO_LONG
    if (part.type === 'finish') {
      finish = part.finishReason
      usage = usageOf(part.totalUsage)
    }
    if (isTooLong(text, maxOutput)) {
      enough.abort()
      throw TOO_LONG
    }
  }
  return { text, finish, toolCalls, usage }
}

interface AskedPrompt {
  readonly system?: string
  readonly messages: ModelMessage[]
  readonly tools?: ToolSet
  readonly toolChoice?: 'none'
}

/**
 * Tools may not be called. A provider that must be told what to keep is not told so: it reads no messages from its cache where the choice of
 * tools is another one (Anthropic, "what invalidates the cache").
 */
function promptOf({ system, messages, again }: Question, isMarking: boolean): AskedPrompt {
  if (again === undefined) return { ...(system === undefined ? {} : { system }), messages: [...messages] }
  const { request, tools } = again
  const words = request['system']
  const sent = request['messages']
  return {
    ...(typeof words === 'string' ? { system: words } : {}),
    messages: [...(isMessages(sent) ? sent : []), ...messages],
    ...(isToolSet(tools) && Object.keys(tools).length > 0
      ? { tools: withoutDeeds(tools), ...(isMarking ? {} : { toolChoice: 'none' }) }
      : {}),
  }
}

/** What a call took, in the words of any version of the SDK. */
function usageOf(usage: { readonly inputTokens: number | undefined; readonly outputTokens: number | undefined }): SummaryUsage {
  const cached = fieldIn(fieldIn(usage, 'inputTokenDetails'), 'cacheReadTokens') ?? fieldIn(usage, 'cachedInputTokens')
  return {
    ...{ input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 },
    ...(typeof cached === 'number' && cached > 0 ? { cached } : {}),
  }
}

/** Tools that can be described and not run: a model that uses one although it may not must not change the world. */
function withoutDeeds(tools: ToolSet): ToolSet {
  const kept = Object.entries(tools).map(([name, { execute: _, ...tool }]) => [name, tool])
  return Object.fromEntries(kept)
}

/** A request of the AI SDK, as the model saw it last: with the same system text and tools. */
function again(
  { dialect, request, tools: handedIn }: SentView,
  isMarking: boolean,
  named: ToolSet | undefined,
): Again | NotAgain {
  const sent = dialect === 'ai-sdk' && isJsonObject(request) ? request : {}
  const { messages, system, instructions } = sent
  const words = system ?? instructions
  if (!isJsonList(messages) || (words !== undefined && typeof words !== 'string'))
    return { kind: 'not', why: 'only requests of the AI SDK are sent again' }
  const tools = named ?? toolsOf(handedIn, messages)
  if (tools === undefined) return { kind: 'not', why: 'the tools of the last request are not known' }
  const own: JsonObject = { messages, ...(words === undefined ? {} : { system: words }) }
  const isCached = !isMarking || isMarked(request)
  return {
    ...{ kind: 'again', request: own, tools },
    ...(isCached ? {} : { uncached: 'nothing in the last request is marked for the cache' }),
  }
}

/** The tools that the model saw: those that came with the request, none if none was ever called. */
function toolsOf(tools: unknown, messages: readonly Json[]): ToolSet | undefined {
  if (isToolSet(tools)) return tools
  return JSON.stringify(messages).includes('"type":"tool-call"') ? undefined : {}
}

/** Providers that read from a cache only what was marked for it. */
const MARKING = /anthropic|bedrock/i
const MARKS: readonly string[] = ['"cacheControl":', '"cache_control":', '"cachePoint":']

/** Whether a provider that must be told had reason to keep a request. */
function isMarked(request: Json): boolean {
  const text = JSON.stringify(request)
  return MARKS.some((mark) => text.includes(mark))
}

/** Tools of the AI SDK, by name; each has at least the shape of what it takes. */
function isToolSet(tools: unknown): tools is ToolSet {
  return typeof tools === 'object' && tools !== null && Object.values(tools).every((tool) => isJsonObject(tool))
}

/** They were the model's before. */
function isMessages(messages: unknown): messages is readonly ModelMessage[] {
  return Array.isArray(messages)
}

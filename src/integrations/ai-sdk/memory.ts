import type { Thread } from '../../engine/thread.ts'
import type { AgentToolOptions } from '../../schema/agent-tools.ts'
import type { AiSdkMessage } from '../../schema/wire/ai-sdk.ts'
import { type ConversationOptions, conversationOf, expectTokens, type Listen, unlessForeseen } from '../conversation.ts'
import { checkWatched, type WatchedPolicies } from '../watched.ts'
import { type Calls, callsBy, systemInFront } from './calls.ts'
import { declaredHere } from './declared.ts'
import { addedBy, answeredBefore, type Histories, histories } from './history.ts'
import { withModelName } from './model-name.ts'
import { recallTools, type ToolMaking } from './recall-tools.ts'
import {
  type CallParams,
  type Generated,
  type Generating,
  isModel,
  type StepEnd,
  type StepInput,
  type Streamed,
  type Streaming,
} from './shapes.ts'
import { askedBefore } from './step.ts'
import { type CompactionChunk, withCompactions } from './ui.ts'
import { withUserFirst } from './user-first.ts'
import { toolWatch } from './watched-tools.ts'
import { wrappedModel } from './wrapped-model.ts'

export type { CompactionChunk, CompactionData } from './ui.ts'

export interface AiSdkOptions extends Omit<ConversationOptions, 'model'> {
  /** The model, or its name; by default the one that the request is for. */
  readonly model?: string | { readonly modelId: string } | undefined
  /** What tools say about their results, by the tool's name (C8, C10). */
  readonly tools?: WatchedPolicies | undefined
  /**
   * Results of watched tools above this many tokens leave the messages: the log has them whole, messages their beginning and end. For a `store`
   * that lasts as long as the messages do.
   */
  readonly offloadAbove?: number | undefined
}

/** What a step is shown instead of what the SDK has; nothing of that if it may stay. */
export interface StepOverride<Model> {
  readonly model?: Model
  readonly messages?: AiSdkMessage[]
}

/** Options for `generateText`, `streamText` and `ToolLoopAgent`: spread them in. */
export interface StepOptions {
  readonly prepareStep: <Model>(input: StepInput<Model>) => Promise<StepOverride<Model>>
  readonly onStepFinish: (step: StepEnd) => Promise<void>
}

/** A call of a model inside a middleware. */
interface Call<Params, Model> {
  readonly params: Params
  readonly model: Model
}

/** A middleware for `wrapLanguageModel`, as versions 6 and 7 take it. */
export interface ModelMiddleware {
  readonly specificationVersion: 'v3'
  readonly wrapGenerate: <Params extends CallParams, Result extends Generated>(
    call: Call<Params, Generating<Params, Result>>,
  ) => Promise<Result>
  readonly wrapStream: <Params extends CallParams, Result extends Streamed>(
    call: Call<Params, Streaming<Params, Result>>,
  ) => Promise<Result>
}

/** A conversation's memory, for the AI SDK. */
export interface AiSdkMemory {
  /**
   * `prepareStep` takes in the history, compacts it if it is due, and sees to it that a request which is refused for its size is made smaller and
   * sent again; `onStepFinish` keeps what came back.
   */
  options(): StepOptions
  /** The same for code that only has the model: everything happens in its calls. The last answer is kept when the next request brings it. */
  middleware(): ModelMiddleware
  /**
   * The same tools; when each call began and ended, and what its policy says of its source (`determinism`), is kept with the result, and long
   * results leave the messages (`offloadAbove`).
   */
  watch<Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools
  /** Tools with which the agent looks up what was put away, made with the SDK's own `dynamicTool` and `jsonSchema`. */
  recallTools<Schema, Made>(making: ToolMaking<Schema, Made>, options?: AgentToolOptions): Promise<Record<string, Made>>
  /** A UI message stream with transient `data-compaction` parts in it. */
  toUIMessageStream<Chunk>(chunks: ReadableStream<Chunk>): ReadableStream<Chunk | CompactionChunk>
  /** Listens to events of the conversation: `memory.on('compaction-done', ({ tokens }) => …)`. Returns what ends it. */
  readonly on: Listen
  /** Where the conversation stands: the thread that was named, or the branch that an edited history goes on in. */
  thread(): Promise<Thread>
}

/**
 * Keeps a conversation of the AI SDK (version 6 or 7) within the model's window, and keeps all of it.
 *
 * @example
 * const memory = palimpsest({ thread: 'support-4711', store: await openSqliteStore('agent.db') })
 * const result = streamText({ ...memory.options(), model, messages, tools })
 */
export function palimpsest(options: AiSdkOptions = {}): AiSdkMemory {
  const given = withModelName(options)
  const conversation = conversationOf('palimpsest', given, { tools: 'object', offloadAbove: 'number' })
  const declared = declaredHere()
  const policies = options.tools ?? {}
  checkWatched(policies)
  expectTokens('offloadAbove', options.offloadAbove ?? 0)
  declared.declare(policies)
  const watch = toolWatch(policies, options.offloadAbove)
  const calls = callsBy(conversation, declared, watch)
  return {
    options: () => stepOptions(calls),
    middleware: () => ({
      specificationVersion: 'v3',
      wrapGenerate: ({ model, params }) => calls.byPrompt().generate(model, params),
      wrapStream: ({ model, params }) => calls.byPrompt().stream(model, params),
    }),
    toUIMessageStream: (chunks) => withCompactions(conversation, chunks),
    watch: watch.watch,
    recallTools: (making, given) => recallTools(conversation, making, given),
    on: conversation.on,
    thread: conversation.latest,
  }
}

/** Step by step: what a step was about is known when it ends. */
function stepOptions(calls: Calls): StepOptions {
  const { conversation } = calls
  const known = histories()
  let current: { readonly history: readonly object[]; readonly before: number | 'unknown' } | undefined
  return {
    async prepareStep(input) {
      const history = known.of(input.messages)
      current = { history, before: answeredBefore(input) }
      try {
        return await shownFor(calls, known, { model: input.model, history })
      } catch (error) {
        return unlessForeseen(conversation, error, {})
      }
    },
    async onStepFinish({ response, usage }) {
      try {
        if (current === undefined) return
        const { history, before } = current
        const { thread } = await calls.taken([...history, ...addedBy(response.messages, history, before)])
        await thread.settle({ usage })
      } catch (error) {
        // What the model said is the caller's, whatever becomes of our copy.
        conversation.failed(error)
      }
    },
  }
}

interface About<Model> {
  readonly model: Model
  readonly history: readonly object[]
}

/** What a step is shown of its history. Unless something is folded, repaired or was put away, or an agent speaks first, the SDK goes on with what it has. */
async function shownFor<Model>(calls: Calls, known: Histories, { model, history }: About<Model>): Promise<StepOverride<Model>> {
  const step = await calls.taken(history)
  const prepared = await step.thread.prepare(askedBefore(calls.conversation, model, calls.lastAsked()))
  const isAsItWas = prepared.receipt === null && prepared.prompt.repairs.length === 0 && !step.isOurs
  const sent = isAsItWas ? withUserFirst(step.sent) : prepared.request.messages
  const own = isModel(model) ? { model: wrappedModel(model, calls.ofStep({ ...step, sent })) } : {}
  if (sent === step.sent) return own
  // System text that a caller has in front of the messages stays there.
  const messages = [...systemInFront(history), ...sent] as AiSdkMessage[]
  known.shown(history, messages)
  return { ...own, messages }
}

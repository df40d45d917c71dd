import { type Conversation, unlessForeseen } from '../conversation.ts'
import { frontLife } from '../front-life.ts'
import { answerLimit } from './answer-limit.ts'
import type { Declared } from './declared.ts'
import { expectMessages } from './expect-messages.ts'
import { withFileBytes } from './file-bytes.ts'
import { watched } from './first-part.ts'
import { fileFormOf } from './model-part.ts'
import type { CallParams, Generated, Generating, PromptMessage, Streamed, Streaming } from './shapes.ts'
import { type Asked, askedAt, type Fitted, fitted, generated, type Step, streamed, withCacheName, withRequest } from './step.ts'
import { withUserFirst } from './user-first.ts'
import type { ToolWatch } from './watched-tools.ts'

/** How calls of a model are carried out. */
export interface ModelCalls {
  generate<Params extends CallParams, Result extends Generated>(
    model: Generating<Params, Result>,
    params: Params,
  ): Promise<Result>
  stream<Params extends CallParams, Result extends Streamed>(model: Streaming<Params, Result>, params: Params): Promise<Result>
}

/** The calls of one conversation. */
export interface Calls {
  readonly conversation: Conversation
  /** Takes a history into the log. */
  taken(history: readonly object[]): Promise<Step>
  /** What the last call was made with: the next one will have the same system text and tools, as a rule. */
  lastAsked(): Asked | undefined
  /** Calls of a step that the SDK was shown its request for. */
  ofStep(step: Step): ModelCalls
  /** Calls of which nothing is known but their prompt. */
  byPrompt(): ModelCalls
}

export function callsBy(conversation: Conversation, declared: Declared, watch: ToolWatch): Calls {
  let last: Asked | undefined
  const answers = answerLimit()
  const asked = (step: Step, model: Named, params: CallParams): Asked => {
    const { signal: _, ...kept } = askedAt(conversation, params, { model, step, declared })
    last = kept
    return params.abortSignal === undefined ? kept : { ...kept, signal: params.abortSignal }
  }
  const taken = async (given: readonly object[]): Promise<Step> => {
    expectMessages(given)
    const own = await conversation.thread()
    const history = await withFileBytes(given)
    const { messages, wasShort } = await watch.noted(history, own)
    const thread = await conversation.taken(messages, 'ai-sdk')
    const sent = history.filter((message) => !isSystem(message))
    return { thread, sent, ownSystem: systemInFront(history).length, isOurs: wasShort || history !== given, answers }
  }
  return {
    conversation,
    taken,
    lastAsked: () => last,
    ofStep: (step) => ({
      async generate(model, params) {
        const about = asked(step, model, params)
        return generated(await fitted(conversation, { ...step, form: fileFormOf(model) }, params, about), model, about)
      },
      async stream(model, params) {
        const about = asked(step, model, params)
        return streamed(await fitted(conversation, { ...step, form: fileFormOf(model) }, params, about), model, about)
      },
    }),
    byPrompt: () => byPrompt({ conversation, taken, asked }),
  }
}

type Named = Pick<Generating, 'modelId'>

interface Parts {
  readonly conversation: Conversation
  taken(history: readonly object[]): Promise<Step>
  asked(step: Step, model: Named, params: CallParams): Asked
}

/** The prompt is the history, and nobody tells later what became of the call: its usage is read from what goes by. */
function byPrompt({ conversation, taken, asked }: Parts): ModelCalls {
  const settle = ({ thread }: Step, usage: unknown): Promise<unknown> =>
    thread.settle({ usage }).catch((error: unknown) => conversation.failed(error))
  const begin = async <Params extends CallParams>(model: Named, params: Params): Promise<Begun<Params> | undefined> => {
    try {
      const step = { ...(await taken(params.prompt.filter((message) => !isSystem(message)))), form: fileFormOf(model) }
      const about = asked(step, model, params)
      const prepared = await step.thread.prepare(about)
      const isAsItWas = prepared.receipt === null && prepared.prompt.repairs.length === 0 && !step.isOurs
      const shown = isAsItWas ? { ...params, prompt: withUserFirst(params.prompt) } : withRequest(params, step, prepared.request)
      const front = frontLife(prepared.limits)
      return { step: { ...step, front }, about, params: withCacheName(shown, prepared.request) }
    } catch (error) {
      return unlessForeseen(conversation, error, undefined)
    }
  }
  return {
    async generate(model, params) {
      const begun = await begin(model, params)
      if (begun === undefined) return model.doGenerate(params)
      const result = await generated(begun, model, begun.about)
      await settle(begun.step, result.usage)
      return result
    },
    async stream(model, params) {
      const begun = await begin(model, params)
      if (begun === undefined) return model.doStream(params)
      const result = await streamed(begun, model, begun.about)
      const stream = watched(result.stream, ({ type, usage }) => {
        if (type === 'finish') settle(begun.step, usage)
      })
      return { ...result, stream }
    },
  }
}

interface Begun<Params> extends Fitted<Params> {
  readonly about: Asked
}

/** System text in front of a conversation. Behind that, it is shown as a note, which every provider takes. */
export function systemInFront(messages: readonly object[]): readonly PromptMessage[] {
  const end = messages.findIndex((message) => !isSystem(message))
  return messages.slice(0, end === -1 ? messages.length : end).filter(isSystem)
}

function isSystem(message: object): message is PromptMessage {
  return 'role' in message && message.role === 'system'
}

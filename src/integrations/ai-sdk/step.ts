import type { RequestOptions } from '../../engine/request-options.ts'
import type { Thread } from '../../engine/thread.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { AiSdkRequest } from '../../schema/wire/ai-sdk.ts'
import { addressOfModel } from '../base-url.ts'
import { type Conversation, unlessForeseen } from '../conversation.ts'
import { type FrontLife, frontLife } from '../front-life.ts'
import type { AnswerLimit } from './answer-limit.ts'
import { withMarks } from './cache-marks.ts'
import type { Declared } from './declared.ts'
import { opened } from './first-part.ts'
import type { FileForm } from './model-part.ts'
import { asPrompt, isMadeOf } from './prompt.ts'
import type { CallParams, Generated, Generating, PromptMessage, Streamed, Streaming } from './shapes.ts'

/** One call of a model: what was handed to the SDK for it, and where that stands. */
export interface Step {
  readonly thread: Thread
  /** The messages that the prompt was made from, system text apart. */
  readonly sent: readonly object[]
  /** How many messages of system text come from the conversation itself, and not from the call. */
  readonly ownSystem: number
  /** How long what stands in front of the conversation is kept; known once the request is. */
  readonly front?: FrontLife
  /** How the model takes files; known once it is called. */
  readonly form?: FileForm
  /** Whether the log has what the SDK should go on with: long results whole, files as bytes. */
  readonly isOurs: boolean
  readonly answers: AnswerLimit
}

export type Asked = RequestOptions<'ai-sdk'>

/** What is known of a request before the model is called: the system text and the tools of the call before stand for this one's. */
export function askedBefore({ given }: Conversation, model: unknown, last: Asked | undefined): Asked {
  const name = given.model ?? (typeof model === 'string' ? model : undefined)
  return { ...last, ...settled(given, name ?? modelIdOf(model) ?? last?.model, addressOfModel(model)), dialect: 'ai-sdk' }
}

function modelIdOf(model: unknown): string | undefined {
  return typeof model === 'object' && model !== null && 'modelId' in model ? String(model.modelId) : undefined
}

/** A model that is called, as far as it says which one it is. */
interface Called {
  readonly modelId: string
}

/** What is known of a request when the model is called: everything. */
export function askedAt(
  conversation: Conversation,
  params: CallParams,
  about: { readonly model: Called; readonly step: Step; readonly declared: Declared },
): Asked {
  const { given } = conversation
  const { model, step, declared } = about
  const { maxOutputTokens, abortSignal: signal } = params
  const inFront = systemIn(params.prompt)
  return {
    ...settled(given, given.model ?? model.modelId, addressOfModel(model)),
    ...{
      dialect: 'ai-sdk',
      system: inFront.slice(0, inFront.length - step.ownSystem),
      tools: declared.beside(params.tools ?? []),
    },
    ...(maxOutputTokens === undefined ? {} : { around: { dialect: 'ai-sdk', envelope: { maxOutputTokens }, tools: [] } }),
    ...(signal === undefined ? {} : { signal }),
  }
}

function settled(given: Conversation['given'], model: string | undefined, address: string | undefined): Asked {
  const { window, reserve, baseUrl = address } = given
  return {
    ...(model === undefined ? {} : { model }),
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { reserve }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  }
}

function systemIn(messages: readonly PromptMessage[]): readonly PromptMessage[] {
  return messages.filter(({ role }) => role === 'system')
}

/** The parameters with another request in them. System text stays as the SDK has it. */
export function withRequest<Params extends CallParams>(params: Params, step: Step, { messages }: AiSdkRequest): Params {
  const inFront = systemIn(params.prompt)
  const prompt = params.prompt.filter(({ role }) => role !== 'system')
  return { ...params, prompt: [...inFront, ...asPrompt(messages, { sent: step.sent, prompt, form: step.form ?? 'tagged' })] }
}

/** The name by which OpenAI finds what it has kept, if the host has said so; what the caller says of it stays. */
export function withCacheName<Params extends CallParams>(params: Params, { providerOptions: ours }: AiSdkRequest): Params {
  if (ours?.['openai'] === undefined) return params
  const options = isJsonObject(params.providerOptions) ? params.providerOptions : {}
  const own = isJsonObject(options['openai']) ? options['openai'] : {}
  return { ...params, providerOptions: { ...options, openai: { ...ours['openai'], ...own } } }
}

/** What the SDK was shown for steps whose request is another by now: if it tries such a step again, because of the network, it hands that in. */
const overtaken = new WeakSet<Step['sent']>()

/** A call as it should be made. */
export interface Fitted<Params> {
  readonly step: Step
  readonly params: Params
}

/** The call as it should be made: compacted now, if it is due now that system text and tools are known. */
export async function fitted<Params extends CallParams>(
  conversation: Conversation,
  step: Step,
  params: Params,
  asked: Asked,
): Promise<Fitted<Params>> {
  try {
    const { changed, request, limits } = await step.thread.prepare(asked)
    if (changed || !isMadeOf({ sent: step.sent, prompt: params.prompt })) overtaken.add(step.sent)
    const shown = withCacheName(overtaken.has(step.sent) ? withRequest(params, step, request) : params, request)
    return { step: { ...step, front: frontLife(limits) }, params: shown }
  } catch (error) {
    return unlessForeseen(conversation, error, { step, params })
  }
}

/** Calls the model; a request that is refused for its size is made smaller and sent again, before the caller hears of it. */
export async function generated<Params extends CallParams, Result extends Generated>(
  { step, params }: Fitted<Params>,
  model: Generating<Params, Result>,
  asked: Asked,
): Promise<Result> {
  try {
    return await model.doGenerate(withMarks(model, step.answers.within(model.modelId, params), step.front))
  } catch (error) {
    return generated({ step, params: await smaller(step, model, params, { error, asked }) }, model, asked)
  }
}

export async function streamed<Params extends CallParams, Result extends Streamed>(
  { step, params }: Fitted<Params>,
  model: Streaming<Params, Result>,
  asked: Asked,
): Promise<Result> {
  try {
    const result = await model.doStream(withMarks(model, step.answers.within(model.modelId, params), step.front))
    const first = await opened(result.stream)
    if (first.kind === 'failed') throw first.error
    return { ...result, stream: first.stream }
  } catch (error) {
    return streamed({ step, params: await smaller(step, model, params, { error, asked }) }, model, asked)
  }
}

/** The call with a smaller request; throws the error if it is about something else, or trying again is of no use. */
async function smaller<Params extends CallParams>(
  step: Step,
  model: Called,
  params: Params,
  { error, asked }: { readonly error: unknown; readonly asked: Asked },
): Promise<Params> {
  const again = await step.thread.recover(error, asked)
  if (again === null || !again.retry) throw error
  step.answers.learn(model.modelId, again)
  overtaken.add(step.sent)
  return withRequest(params, step, again.request)
}

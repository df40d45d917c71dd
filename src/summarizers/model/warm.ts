import type { ModelMessage, ToolSet } from 'ai'
import { isJsonObject, type Json } from '../../schema/json.ts'
import type { SentView, SummaryJob } from '../../schema/summary.ts'
import type { Settings } from '../ai-sdk.ts'
import { warmInstruction } from './prompt.ts'
import type { Shown } from './transcript.ts'
import { type Choice, chooseWay, isCachedBy, resendable } from './ways.ts'

/** The request as the model saw it last, with the same system text and tools, and one message behind it. */
interface WarmAsking {
  readonly system: string | undefined
  readonly messages: readonly ModelMessage[]
  readonly tools?: ToolSet
}

interface Chosen extends Choice {
  /** Set if the way is `warm`. */
  readonly asking?: WarmAsking
}

/** Chooses how a model is asked; `undefined` if there is only one way, so that nothing need be said about it. */
export function wayOf(options: {
  readonly job: SummaryJob
  readonly settings: Settings
  /** A word that none of these texts contains. */
  readonly nonce: (texts: readonly string[]) => string
  readonly shown: readonly Shown[]
  /** Tokens that the new entries take with all that stands around them. */
  readonly usual: number
  readonly maxOutput: number
}): Chosen | undefined {
  const { job, settings, shown } = options
  const isAskedFor = settings.warm !== undefined && settings.warm !== false
  // What the request holds is for the model that has seen it (`SummaryJob.view`): another one gets it only if the host says so.
  if (settings.warm === false || !(isAskedFor || settings.isSelected)) return undefined
  const view = job.view?.()
  const parts = view && resendable(view)
  if (view === undefined || parts === undefined) return { way: 'usual', why: 'only requests of the AI SDK are sent again' }
  const tools = toolsOf(settings.warm, view, parts.messages)
  if (tools === undefined) return { way: 'usual', why: 'the tools of the last request are not known' }
  if (!isAskedFor && !isCachedBy(settings.provider, view.request))
    return { way: 'usual', why: 'nothing in the last request is marked for the cache' }
  const nonce = options.nonce([JSON.stringify(parts.messages), JSON.stringify(job.ledger), job.instructions])
  const content = warmInstruction({ job, index: shown, profile: settings.profile, window: settings.window, nonce })
  const instruction = settings.tokenizer.count(content)
  const choice = chooseWay({
    ...{ view: withTokens(view, settings), instruction, usual: options.usual, output: options.maxOutput },
    ...{ window: settings.window, prices: settings.prices, isAskedFor },
  })
  if (choice.way === 'usual') return choice
  const messages = [...(parts.messages as unknown as readonly ModelMessage[]), { role: 'user' as const, content }]
  return { ...choice, asking: { system: parts.system, messages, ...(Object.keys(tools).length === 0 ? {} : { tools }) } }
}

/** The tools that the model saw: those that the host names, those that came with the request, none if none was ever called. */
function toolsOf(warm: Settings['warm'], { tools }: SentView, messages: readonly Json[]): ToolSet | undefined {
  if (typeof warm === 'object') return warm.tools
  if (isToolSet(tools)) return tools
  return JSON.stringify(messages).includes('"type":"tool-call"') ? undefined : {}
}

/** Tools of the AI SDK, by name; each has at least the shape of what it takes. */
function isToolSet(tools: unknown): tools is ToolSet {
  return typeof tools === 'object' && tools !== null && Object.values(tools).every((tool) => isJsonObject(tool))
}

function withTokens(view: SentView, { tokenizer }: Settings): SentView {
  return view.tokens === undefined ? { ...view, tokens: tokenizer.count(JSON.stringify(view.request)) } : view
}

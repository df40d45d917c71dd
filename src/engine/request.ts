import { makeBudget } from '../budget/allowance.ts'
import { FALLBACK_WINDOW, windowOf } from '../budget/model-windows.ts'
import { RENDER_VERSION } from '../render/placeholders.ts'
import { renderPrompt } from '../render/render-prompt.ts'
import type { Budget } from '../schema/budget.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Dialect, Hash, Surroundings } from '../schema/ports.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'
import type { RequestRecord } from '../schema/request-record.ts'
import type { MeasuredLog } from './measured-log.ts'
import type { EnginePorts } from './ports.ts'
import { type Sizes, sizesFor } from './sizes.ts'

/** What is known only when a request is made. */
export interface RequestOptions {
  /** System text besides what the log begins with. */
  readonly system?: string
  /** Tool definitions, in the dialect's own shape. */
  readonly tools?: readonly Json[]
  readonly model?: string
  /** Tokens the model can take in and give out; by default the model's own, or 128,000. */
  readonly window?: number
  /** Tokens kept free for the answer. */
  readonly reserve?: number
  /** Name of the format to write; by default the one the thread was written in. */
  readonly dialect?: string
  /** The request that came in, without its messages: what is written goes back into it. */
  readonly around?: Surroundings
}

/** Everything about a request that does not depend on a plan. */
export interface Setting {
  readonly dialect: Dialect
  readonly sizes: Sizes
  readonly around: Surroundings
  readonly budget: Budget
  readonly model: string
  /** System text handed in with the request. */
  readonly system: readonly PromptMessage[]
  /** Tokens of the request besides the log. */
  readonly outside: number
}

export function settingFor(log: MeasuredLog, dialect: Dialect, options: RequestOptions, ports: EnginePorts): Setting {
  const sizes = sizesFor(log, dialect.traits, ports.tokenizer)
  const tools = options.tools ?? options.around?.tools ?? []
  const envelope = options.tools === undefined ? {} : { tools }
  const system = options.system === undefined ? [] : [systemMessage(options.system)]
  const systemTokens = sizes.system(system)
  const toolTokens = tools.length === 0 ? 0 : ports.tokenizer.count(JSON.stringify(tools))
  const model = options.model ?? ''
  const window = options.window ?? windowOf(model) ?? FALLBACK_WINDOW
  return {
    dialect,
    sizes,
    around: options.around ?? { dialect: dialect.traits.name, envelope, tools },
    budget: makeBudget({ window, reserve: options.reserve, system: systemTokens, tools: toolTokens }),
    model,
    system,
    outside: systemTokens + toolTokens,
  }
}

function systemMessage(text: string): PromptMessage {
  return { role: 'system', parts: [{ kind: 'synthetic', text }] }
}

/** What the model sees of the log under a plan, and what that costs. */
export function viewIn(
  at: Setting,
  log: MeasuredLog,
  records: readonly PlanRecord[],
  ports: EnginePorts,
): { readonly prompt: Prompt; readonly tokens: number } {
  const { traits } = at.dialect
  const prompt = renderPrompt({ entries: log.entries, records, traits, summaryRole: ports.policy.summaryRole })
  return { prompt, tokens: at.outside + at.sizes.prompt(prompt) }
}

/** The request in the dialect's own shape. */
export function writeRequest(at: Setting, prompt: Prompt): Json {
  return at.dialect.write({ ...prompt, system: [...at.system, ...prompt.system] }, at.around)
}

/** The same, and certain to be accepted: a request that breaks a rule never leaves. */
export function writeChecked(at: Setting, prompt: Prompt): Json {
  const request = writeRequest(at, prompt)
  const violations = at.dialect.validate(request)
  if (violations.length > 0) throw new CompactionError<'request-invalid'>({ code: 'request-invalid', violations })
  return request
}

/** What makes "what did the model see" exact, later. */
export function recordOf(options: {
  readonly at: Setting
  readonly prompt: Prompt
  readonly request: Json
  readonly commit: Commit | null
  readonly head: number
  readonly hash: Hash
}): RequestRecord {
  const { at, hash } = options
  return {
    commit: options.commit?.id ?? null,
    head: options.head,
    dialect: at.dialect.traits.name,
    system: hash(JSON.stringify(at.system)),
    tools: hash(JSON.stringify(at.around.tools)),
    renderer: RENDER_VERSION,
    bytes: hash(JSON.stringify(options.request)),
    stable: options.prompt.stable,
  }
}

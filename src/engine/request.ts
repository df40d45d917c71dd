import { makeBudget } from '../budget/allowance.ts'
import { FALLBACK_WINDOW, windowOf } from '../budget/model-windows.ts'
import { RENDER_VERSION } from '../render/placeholders.ts'
import type { Budget } from '../schema/budget.ts'
import type { Commit } from '../schema/commit.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect, Hash, Surroundings, Tokenizer } from '../schema/ports.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { RequestRecord } from '../schema/request-record.ts'
import type { View } from './live-view.ts'
import type { Sizes } from './sizes.ts'

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

const NO_TOOLS: readonly Json[] = []

/** Makes settings. System text and tools are the same at most steps: what they cost is remembered. */
export function settingMaker(tokenizer: Tokenizer): (dialect: Dialect, sizes: Sizes, options: RequestOptions) => Setting {
  const toolCounts = new Map<string, (tools: readonly Json[]) => number>()
  const toolTokens = (dialect: Dialect, tools: readonly Json[]): number => {
    const { name } = dialect.traits
    const count = toolCounts.get(name) ?? rememberLast((given: readonly Json[]) => countTools(dialect, given, tokenizer))
    toolCounts.set(name, count)
    return count(tools)
  }
  const systemOf = rememberLast((text: string | undefined) => (text === undefined ? [] : [systemMessage(text)]))
  return (dialect, sizes, options) => {
    const tools = options.tools ?? options.around?.tools ?? NO_TOOLS
    const system = systemOf(options.system)
    const systemTokens = sizes.messages(system)
    const model = options.model ?? ''
    const window = options.window ?? windowOf(model) ?? FALLBACK_WINDOW
    const budget = makeBudget({ window, reserve: options.reserve, system: systemTokens, tools: toolTokens(dialect, tools) })
    const envelope = options.tools === undefined ? {} : { tools }
    const around = options.around ?? { dialect: dialect.traits.name, envelope, tools }
    return { dialect, sizes, around, budget, model, system, outside: budget.system + budget.tools }
  }
}

/** What tool definitions cost as the dialect writes them: another dialect's take more or fewer words. */
function countTools(dialect: Dialect, tools: readonly Json[], tokenizer: Tokenizer): number {
  return tools.length === 0 ? 0 : tokenizer.count(JSON.stringify(dialect.writeTools(tools)))
}

function rememberLast<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  let last: { readonly given: Given; readonly made: Made } | undefined
  return (given) => {
    if (last === undefined || last.given !== given) last = { given, made: make(given) }
    return last.made
  }
}

function systemMessage(text: string): PromptMessage {
  return { role: 'system', parts: [{ kind: 'synthetic', text }] }
}

/** The request in the dialect's own shape. */
export function assembleRequest(at: Setting, system: readonly PromptMessage[], wire: readonly Json[]): Json {
  return at.dialect.assemble([...at.system, ...system], wire, at.around)
}

export interface Prepared {
  /** The request in the dialect's own shape, checked by its validator. Put together when it is first read. */
  readonly request: Json
  readonly prompt: Prompt
  readonly tokens: number
  /** The account of the compaction this request rests on; `null` where there was none. */
  readonly receipt: Receipt | null
  readonly record: RequestRecord
}

/** A request that is put together when somebody reads it, so that a check alone costs next to nothing. */
export function prepared(options: {
  readonly at: Setting
  readonly view: View
  readonly commit: Commit | null
  readonly head: number
  readonly hash: Hash
}): Prepared {
  const { at, view, commit, head, hash } = options
  let prompt: Prompt | undefined
  let request: Json | undefined
  const promptOnce = (): Prompt => {
    prompt ??= view.prompt()
    return prompt
  }
  const requestOnce = (): Json => {
    request ??= assembleRequest(at, promptOnce().system, view.wire())
    return request
  }
  return {
    get request() {
      return requestOnce()
    },
    get prompt() {
      return promptOnce()
    },
    tokens: at.outside + view.tokens,
    receipt: commit?.receipt ?? null,
    get record() {
      return {
        commit: commit?.id ?? null,
        head,
        dialect: at.dialect.traits.name,
        system: hash(JSON.stringify(at.system)),
        tools: hash(JSON.stringify(at.around.tools)),
        renderer: RENDER_VERSION,
        bytes: hash(JSON.stringify(requestOnce())),
        stable: promptOnce().stable,
      }
    },
  }
}

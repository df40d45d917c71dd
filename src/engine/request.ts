import { makeBudget } from '../budget/allowance.ts'
import { scaleCount } from '../budget/calibrate.ts'
import { type AnswerRoom, answerRoom } from '../budget/output-tokens.ts'
import { byteLimitOf, primingTokens, providerOf, toolTokens } from '../budget/overheads.ts'
import type { MarkSetting } from '../budget/triggers/marks.ts'
import { cacheMarks } from '../render/cache-marks.ts'
import { RENDER_VERSION } from '../render/placeholders.ts'
import type { Budget } from '../schema/budget.ts'
import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { ModelLimits } from '../schema/model-limits.ts'
import type { Policy } from '../schema/policy.ts'
import type { Dialect, Hash, Surroundings, Tokenizer } from '../schema/ports.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'
import type { Receipt } from '../schema/receipt.ts'
import type { RequestRecord } from '../schema/request-record.ts'
import type { Adjustment, Amount } from '../schema/trigger.ts'
import { byteLength } from '../view/byte-length.ts'
import type { View } from '../view/live-view.ts'
import type { Sizes } from '../view/sizes.ts'
import type { Known } from './knowledge.ts'
import { checkRequestOptions, envelopeIn, type RequestOptions, toolsIn } from './request-options.ts'
import { envelopeOnce, toolsOnce } from './tools-once.ts'

/** Everything about a request that does not depend on a plan. */
export interface Setting {
  readonly dialect: Dialect
  readonly sizes: Sizes
  readonly around: Surroundings
  readonly budget: Budget
  /** What marks are taken of, as the provider counts. */
  readonly marks: MarkSetting
  readonly model: string
  /** System text handed in with the request. */
  readonly system: readonly PromptMessage[]
  /** Tokens of the request besides the log. */
  readonly outside: number
  readonly limits: ModelLimits
  readonly byteLimit: number | undefined
  readonly marksCache: boolean
  /** Bytes of the request besides the log. */
  readonly outsideBytes: number
  readonly adjustments: readonly Adjustment[]
}

const NO_TOOLS: readonly Json[] = []

/** Makes settings. System text, tools and limits are the same at most steps: what was made of them is remembered. */
export function settingMaker(tokenizer: Tokenizer, policy: Pick<Policy, 'reserve' | 'cacheMarks'> = {}): MakeSetting {
  const toolCounts = new Map<string, (tools: readonly Json[]) => number>()
  const tokensOfTools = (dialect: Dialect, tools: readonly Json[]): number => {
    const { name } = dialect.traits
    const count = toolCounts.get(name) ?? rememberLast((given: readonly Json[]) => countTools(dialect, given, tokenizer))
    toolCounts.set(name, count)
    return count(tools)
  }
  const systemOf = rememberLast((text: string | undefined) => ((text ?? '').trim() === '' ? [] : [systemMessage(text as string)]))
  const roomFor = rememberRoom(policy.reserve)
  const uniqueTools = rememberLast(toolsOnce)
  const bytesOfTools = rememberLast((tools: readonly Json[]) => byteLength([...tools]))
  const bytesOfText = rememberLast((text: string | undefined) => byteLength(text ?? ''))
  const make: MakeSetting = (dialect, sizes, { limits, scale }, options) => {
    const once = uniqueTools(toolsIn(options) ?? NO_TOOLS)
    const { tools } = once
    const system = systemOf(options.system)
    const { room, within } = roomFor(limits, options)
    const { window, reserve } = room
    const adjustments = once.adjustments.length === 0 ? room.adjustments : [...room.adjustments, ...once.adjustments]
    const { name } = dialect.traits
    const systemTokens = sizes.messages(system) + primingTokens(providerOf(name))
    const budget = makeBudget({ window, reserve, scale, system: systemTokens, tools: tokensOfTools(dialect, tools) })
    const given = options.around === undefined ? (options.tools === undefined ? {} : { tools }) : room.envelope
    const around = { dialect: name, ...options.around, envelope: envelopeOnce(given, once), tools }
    return {
      ...{ dialect, sizes, around, budget, system, adjustments },
      model: options.model ?? '',
      marks: markSetting(options.model ?? '', budget),
      outside: budget.system + budget.tools,
      limits: within,
      byteLimit: options.byteLimit ?? byteLimitOf(providerOf(name)),
      marksCache: policy.cacheMarks === true,
      outsideBytes: bytesOfTools(tools) + bytesOfText(options.system),
    }
  }
  return rememberSetting(make)
}

type MakeSetting = (dialect: Dialect, sizes: Sizes, known: Known, options: RequestOptions) => Setting

/** The last setting, while nothing that it rests on changes. Lists of tools are copied: a host may add to its own at any time. */
function rememberSetting(make: MakeSetting): MakeSetting {
  let last: { readonly sizes: Sizes; readonly known: Known; readonly options: RequestOptions; readonly made: Setting } | undefined
  return (dialect, sizes, known, given) => {
    checkRequestOptions(given)
    const isSame =
      last !== undefined &&
      last.made.dialect === dialect &&
      last.sizes === sizes &&
      last.known === known &&
      isSameRequest(last.options, given)
    if (last !== undefined && isSame) return last.made
    const options = given.tools === undefined ? { ...given } : { ...given, tools: [...given.tools] }
    const made = make(dialect, sizes, known, options)
    last = { sizes, known, options, made }
    return made
  }
}

function isSameRequest(last: RequestOptions, given: RequestOptions): boolean {
  return (
    last.system === given.system &&
    last.model === given.model &&
    last.window === given.window &&
    last.reserve === given.reserve &&
    last.byteLimit === given.byteLimit &&
    last.around === given.around &&
    isSameList(last.tools, given.tools)
  )
}

function isSameList(last: readonly unknown[] | undefined, given: readonly unknown[] | undefined): boolean {
  if (last === undefined || given === undefined) return last === given
  return last.length === given.length && last.every((item, index) => item === given[index])
}

function markSetting(model: string, { window, reserve, scale, system, tools }: Budget): MarkSetting {
  return { model, window, reserve, system: scaleCount(system, scale).most, tools: scaleCount(tools, scale).most }
}

interface RoomWithin {
  readonly room: AnswerRoom
  /** The model's limits as the host wants them. */
  readonly within: ModelLimits
}

/** The room of the last request, while nothing about it changes. */
function rememberRoom(usual: Amount | undefined): (limits: ModelLimits, options: RequestOptions) => RoomWithin {
  let last: { readonly limits: ModelLimits; readonly options: RequestOptions; readonly made: RoomWithin } | undefined
  return (limits, options) => {
    const { window, reserve, around } = options
    const isSame =
      last !== undefined &&
      last.limits === limits &&
      last.options.window === window &&
      last.options.reserve === reserve &&
      last.options.around?.envelope === around?.envelope
    if (last !== undefined && isSame) return last.made
    const within = window === undefined ? limits : { ...limits, ...givenWindow(window, limits) }
    const made = { within, room: answerRoom(within, reserve, envelopeIn(around), usual) }
    last = { limits, options, made }
    return made
  }
}

/** A host that names a window knows better than any table. */
function givenWindow(window: number, { sources }: ModelLimits): Partial<ModelLimits> {
  checkWindow(window)
  return { window, maxInput: window, sources: { ...sources, window: 'override' }, notes: [] }
}

function checkWindow(window: number): void {
  if (!Number.isSafeInteger(window) || window < 1) {
    throw new CompactionError<'budget-invalid'>({
      ...{ code: 'budget-invalid', field: 'window', value: window },
      expected: 'a whole number of at least 1',
    })
  }
}

/** What tool definitions cost as the dialect writes them: another dialect's take more or fewer words. */
function countTools(dialect: Dialect, tools: readonly Json[], tokenizer: Tokenizer): number {
  return tools.length === 0 ? 0 : toolTokens(dialect.writeTools(tools), tokenizer, providerOf(dialect.traits.name))
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
export function assembleRequest(at: Setting, view: Pick<View, 'system' | 'prompt' | 'wire'>): Json {
  const cacheMarks = wireMarks(at, view)
  const around = cacheMarks.length === 0 ? at.around : { ...at.around, cacheMarks }
  return at.dialect.assemble([...at.system, ...view.system], view.wire(), around)
}

/** Where marked messages end on the wire: a dialect may write two as one. */
function wireMarks(at: Setting, view: Pick<View, 'prompt'>): readonly number[] {
  if (!at.marksCache) return []
  const prompt = view.prompt()
  return cacheMarks(prompt).map((mark) => at.dialect.writeMessages(prompt.messages.slice(0, mark + 1)).length - 1)
}

export interface Prepared<Request = JsonObject> {
  /**
   * The request in the dialect's own shape, checked by its validator. Put together when it is first read. Only where `around` has no
   * envelope is it a bare list.
   */
  readonly request: Request
  readonly prompt: Prompt
  /** Messages of the prompt after which the provider should keep what it has read; none unless the policy wants them. */
  readonly cacheMarks: readonly number[]
  /** By our count; what the provider may count at most is in `budget.scale`. */
  readonly tokens: number
  /** What the request was held against. */
  readonly budget: Budget
  /** Numbers that were asked for and could not be kept. */
  readonly adjustments: readonly Adjustment[]
  /** What is known about the model, from whom, and what somebody should know of it. */
  readonly limits: ModelLimits
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
}): Prepared<Json> {
  const { at, view, commit, head, hash } = options
  let prompt: Prompt | undefined
  let request: Json | undefined
  const promptOnce = (): Prompt => {
    prompt ??= view.prompt()
    return prompt
  }
  const requestOnce = (): Json => {
    request ??= assembleRequest(at, view)
    return request
  }
  return {
    get request() {
      return requestOnce()
    },
    get prompt() {
      return promptOnce()
    },
    get cacheMarks() {
      return at.marksCache ? cacheMarks(promptOnce()) : []
    },
    tokens: at.outside + view.tokens,
    budget: at.budget,
    adjustments: at.adjustments,
    limits: at.limits,
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

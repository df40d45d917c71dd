import { makeBudget } from '../budget/allowance.ts'
import { scaleCount } from '../budget/calibrate.ts'
import { rulesOfDialect } from '../budget/careful-rules.ts'
import { toolTokens } from '../budget/measure.ts'
import { underWindow } from '../budget/model-limits.ts'
import { answerRoom } from '../budget/output-tokens.ts'
import type { MarkSetting } from '../budget/triggers/marks.ts'
import { priceMarksFor } from '../economy/cache-marks.ts'
import { type Priced, priceSheetFor } from '../economy/price-sheet.ts'
import { OFFSET_ROUNDS } from '../render/cache-marks.ts'
import type { Budget, Factor } from '../schema/budget.ts'
import type { PriceMarks } from '../schema/cache-mark.ts'
import { CompactionError } from '../schema/failures.ts'
import { frozen } from '../schema/frozen.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { LearnedLimit, ModelLimits } from '../schema/model-limits.ts'
import type { Policy } from '../schema/policy.ts'
import type { Dialect, Surroundings, Tokenizer } from '../schema/ports.ts'
import type { PromptMessage } from '../schema/prompt.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { byteLength } from './byte-length.ts'
import { envelopeOnce, withoutTools } from './envelope-tools.ts'
import { envelopeIn, type GivenSurroundings, type GivenSystem, type GivenTools, systemIn, toolsIn } from './given.ts'
import type { Sizes } from './sizes.ts'
import { type ToolsOnce, toolsOnce } from './tools-once.ts'

/** What a request is asked for with, as far as it decides a setting. */
interface SettingOptions {
  /** System text besides what the log begins with; blank text does not count. */
  readonly system?: GivenSystem | undefined
  /** Tool definitions, in any dialect's shape. */
  readonly tools?: GivenTools | undefined
  readonly model?: string | undefined
  readonly window?: number | undefined
  readonly reserve?: number | undefined
  readonly byteLimit?: number | undefined
  readonly around?: GivenSurroundings | undefined
}

/** What is known about a model at a moment. */
export interface Known {
  readonly limits: ModelLimits
  readonly scale: Factor
  /** What the scale takes for granted, as sentences. */
  readonly assumed?: readonly string[]
  /** What its provider has shown. */
  readonly learned?: LearnedLimit | undefined
}

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
  /** How many rounds back the middle one of the cache marks stands; absent if there are none of that kind. */
  readonly cacheOffset: number | undefined
  /** How marks follow prices; absent if they do not. */
  readonly priceMarks: PriceMarks | undefined
  /** A client resends its history: what it shows goes back as it came, and only our own words are marked. */
  readonly isResent: boolean
  /** Bytes of the request besides the log. */
  readonly outsideBytes: number
  readonly adjustments: readonly Adjustment[]
  /** What tokens cost, or why that is not known. */
  readonly priced: Priced
}

export type MakeSetting = (dialect: Dialect, sizes: Sizes, known: Known, options: SettingOptions, isResent?: boolean) => Setting

const NO_TOOLS: readonly Json[] = frozen([])

/**
 * Makes settings. Most steps ask for the same as the step before: then the setting is the same, too. Tool definitions are long and
 * stay when other things change: what they cost is counted once for as long as they are the same list.
 */
export function settingMaker(
  tokenizer: Tokenizer,
  policy: Pick<Policy, 'reserve' | 'cacheMarks'> = {},
  promptCache: Surroundings['promptCache'] = undefined,
): MakeSetting {
  const toolsOf = rememberTools(tokenizer)
  const pricedOf = rememberPrices()
  let last: { readonly from: Parameters<MakeSetting>; readonly made: Setting } | undefined
  return (dialect, sizes, known, given, isResent = false) => {
    if (last !== undefined && isSame(last.from, [dialect, sizes, known, given, isResent])) return last.made
    const options = { ...given }
    const made = makeSetting({
      dialect,
      sizes,
      known,
      options,
      policy,
      tools: toolsOf(dialect, options),
      priced: pricedOf(options, known),
      isResent,
      promptCache,
    })
    last = { from: [dialect, sizes, known, options, isResent], made }
    return made
  }
}

/** Tool definitions as they go out, and what they cost. */
interface CountedTools extends ToolsOnce {
  readonly tokens: number
  readonly bytes: number
}

function makeSetting(from: {
  readonly dialect: Dialect
  readonly sizes: Sizes
  readonly known: Known
  readonly options: SettingOptions
  readonly policy: Pick<Policy, 'reserve' | 'cacheMarks'>
  readonly tools: CountedTools
  readonly priced: Priced
  readonly isResent: boolean
  readonly promptCache: Surroundings['promptCache']
}): Setting {
  const { dialect, sizes, known, options, policy, tools, priced, isResent, promptCache } = from
  const { name } = dialect.traits
  const rules = rulesOfDialect(dialect.traits)
  const system = systemMessages(options.system)
  const declared = options.window === undefined ? known.limits : givenWindow(options.window, known)
  const limits = { ...declared, notes: [...declared.notes, ...(known.assumed ?? [])] }
  const room = answerRoom(limits, options.reserve, envelopeIn(options.around), policy.reserve)
  const { window, reserve } = room
  const systemTokens = sizes.messages(system) + rules.priming
  const budget = makeBudget({ window, reserve, scale: known.scale, system: systemTokens, tools: tools.tokens })
  return {
    ...{ dialect, sizes, system },
    ...frozen({ budget, limits, adjustments: [...room.adjustments, ...tools.adjustments] }),
    around: { ...surroundings(name, room.envelope, options, tools), ...(promptCache === undefined ? {} : { promptCache }) },
    model: options.model ?? '',
    marks: markSetting(options.model ?? '', budget, priced),
    priced,
    outside: budget.system + budget.tools,
    byteLimit: smallest(options.byteLimit ?? rules.byteLimit, known.learned?.bytes),
    cacheOffset: offsetOf(policy.cacheMarks),
    priceMarks: policy.cacheMarks === 'by-price' && priced.sheet !== undefined ? priceMarksFor(priced.sheet) : undefined,
    isResent,
    outsideBytes: tools.bytes + byteLength(system.length === 0 ? '' : (options.system as Json)),
  }
}

function offsetOf(marks: Policy['cacheMarks']): number | undefined {
  return marks === true ? OFFSET_ROUNDS : typeof marks === 'object' ? marks.offsetRounds : undefined
}

/** What a model costs changes seldom: the same prices give the same sheet. */
function rememberPrices(): (options: SettingOptions, known: Known) => Priced {
  let last: { readonly model: string; readonly prices: ModelLimits['prices']; readonly made: Priced } | undefined
  return ({ model = '' }, { limits: { prices } }) => {
    if (last?.model === model && last.prices === prices) return last.made
    const made = priceSheetFor(model, prices)
    last = { model, prices, made }
    return made
  }
}

/** What tool definitions cost as the dialect writes them: another dialect's take more or fewer words. */
function rememberTools(tokenizer: Tokenizer): (dialect: Dialect, options: SettingOptions) => CountedTools {
  let last: { readonly dialect: Dialect; readonly given: readonly Json[]; readonly made: CountedTools } | undefined
  return (dialect, options) => {
    const given = toolsIn(options) ?? NO_TOOLS
    if (last?.dialect === dialect && isSameList(last.given, given)) return last.made
    const isOwn = options.tools === undefined && options.around?.dialect === dialect.traits.name
    const once = toolsOnce(given, dialect, isOwn)
    const { tools } = once
    const tokens = tools.length === 0 ? 0 : toolTokens(tools, tokenizer, rulesOfDialect(dialect.traits))
    const made = { ...once, tokens, bytes: byteLength([...tools]) }
    last = { dialect, given, made }
    return made
  }
}

function isSame(last: Parameters<MakeSetting>, [dialect, sizes, known, given, isResent]: Parameters<MakeSetting>): boolean {
  const [lastDialect, lastSizes, lastKnown, options, wasResent] = last
  return (
    wasResent === isResent &&
    lastDialect === dialect &&
    lastSizes === sizes &&
    lastKnown === known &&
    isSameList(options.system, given.system) &&
    options.model === given.model &&
    options.window === given.window &&
    options.reserve === given.reserve &&
    options.byteLimit === given.byteLimit &&
    options.around === given.around &&
    isSameList(options.tools, given.tools)
  )
}

/** Lists, or objects by name, with the same in them. */
function isSameList(last: string | object | undefined, given: string | object | undefined): boolean {
  if (typeof last !== 'object' || typeof given !== 'object') return last === given
  const [before, now] = [Object.entries(last), Object.entries(given)]
  return before.length === now.length && before.every(([key, item], index) => key === now[index]?.[0] && item === now[index]?.[1])
}

/**
 * What a request has around its messages. Tools that were handed in stand in it, in place of those it came with. An object by name is another
 * format's: each dialect takes from it what it can.
 */
function surroundings(name: string, envelope: Json, { tools, around }: SettingOptions, written: ToolsOnce): Surroundings {
  const isRecord = tools !== undefined && !Array.isArray(tools)
  const dialect = around?.dialect ?? (isRecord ? 'tools by name' : name)
  if (tools === undefined)
    return { dialect, envelope: envelopeOnce(around === undefined ? {} : envelope, written), tools: written.tools }
  const given = isJsonObject(envelope) ? envelope : {}
  const { tools: own, ...rest } = given
  const sent = isRecord && !written.isChanged ? own : written.tools
  const isNone = sent === undefined || (Array.isArray(sent) && sent.length === 0)
  return { dialect, envelope: isNone ? withoutTools(given) : { ...rest, tools: sent }, tools: written.tools }
}

function smallest(declared: number | undefined, learned: number | undefined): number | undefined {
  return declared === undefined || learned === undefined ? (declared ?? learned) : Math.min(declared, learned)
}

function markSetting(model: string, { window, reserve, scale, system, tools }: Budget, { sheet }: Priced): MarkSetting {
  const fixed = { system: scaleCount(system, scale).most, tools: scaleCount(tools, scale).most }
  return { model, window, reserve, ...fixed, ...(sheet === undefined ? {} : { sheet }) }
}

function givenWindow(window: number, { limits, learned }: Known): ModelLimits {
  if (!Number.isSafeInteger(window) || window < 1) {
    throw new CompactionError<'budget-invalid'>({
      ...{ code: 'budget-invalid', field: 'window', value: window },
      expected: 'a whole number of at least 1',
    })
  }
  return underWindow(window, limits, learned)
}

function systemMessages(given: GivenSystem | undefined): readonly PromptMessage[] {
  const parts = systemIn(given).map((block) => ({ kind: 'synthetic' as const, ...block }))
  return parts.length === 0 ? [] : [{ role: 'system', parts }]
}

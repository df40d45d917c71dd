import { makeBudget } from '../budget/allowance.ts'
import { scaleCount } from '../budget/calibrate.ts'
import { rulesOfDialect } from '../budget/careful-rules.ts'
import { toolTokens } from '../budget/measure.ts'
import { underWindow } from '../budget/model-limits.ts'
import { answerRoom } from '../budget/output-tokens.ts'
import type { MarkSetting } from '../budget/triggers/marks.ts'
import type { Budget, Factor } from '../schema/budget.ts'
import { CompactionError } from '../schema/failures.ts'
import type { GivenJson, Json } from '../schema/json.ts'
import type { LearnedLimit, ModelLimits } from '../schema/model-limits.ts'
import type { Policy } from '../schema/policy.ts'
import type { Dialect, Surroundings, Tokenizer } from '../schema/ports.ts'
import type { PromptMessage } from '../schema/prompt.ts'
import type { Adjustment } from '../schema/trigger.ts'
import { byteLength } from './byte-length.ts'
import { envelopeIn, type GivenSurroundings, toolsIn } from './given.ts'
import type { Sizes } from './sizes.ts'
import { envelopeOnce, type ToolsOnce, toolsOnce } from './tools-once.ts'

/** What a request is asked for with, as far as it decides a setting. */
interface SettingOptions {
  /** System text besides what the log begins with; blank text does not count. */
  readonly system?: string | undefined
  /** Tool definitions, in the dialect's own shape. */
  readonly tools?: readonly GivenJson[] | undefined
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
  readonly marksCache: boolean
  /** Bytes of the request besides the log. */
  readonly outsideBytes: number
  readonly adjustments: readonly Adjustment[]
}

export type MakeSetting = (dialect: Dialect, sizes: Sizes, known: Known, options: SettingOptions) => Setting

const NO_TOOLS: readonly Json[] = []

/**
 * Makes settings. Most steps ask for the same as the step before: then the setting is the same, too. Tool definitions are long and
 * stay when other things change: what they cost is counted once for as long as they are the same list.
 */
export function settingMaker(tokenizer: Tokenizer, policy: Pick<Policy, 'reserve' | 'cacheMarks'> = {}): MakeSetting {
  const toolsOf = rememberTools(tokenizer)
  let last: { readonly from: Parameters<MakeSetting>; readonly made: Setting } | undefined
  return (dialect, sizes, known, given) => {
    if (last !== undefined && isSame(last.from, [dialect, sizes, known, given])) return last.made
    // Lists of tools are copied: a host may add to its own at any time.
    const options = given.tools === undefined ? { ...given } : { ...given, tools: [...given.tools] }
    const made = makeSetting({ dialect, sizes, known, options, policy, tools: toolsOf(dialect, options) })
    last = { from: [dialect, sizes, known, options], made }
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
}): Setting {
  const { dialect, sizes, known, options, policy, tools } = from
  const { name } = dialect.traits
  const rules = rulesOfDialect(dialect.traits)
  const system = systemMessages(options.system)
  const limits = options.window === undefined ? known.limits : givenWindow(options.window, known)
  const room = answerRoom(limits, options.reserve, envelopeIn(options.around), policy.reserve)
  const { window, reserve } = room
  const systemTokens = sizes.messages(system) + rules.priming
  const budget = makeBudget({ window, reserve, scale: known.scale, system: systemTokens, tools: tools.tokens })
  const given = options.around === undefined ? (options.tools === undefined ? {} : { tools: tools.tools }) : room.envelope
  return {
    ...{ dialect, sizes, budget, system, limits },
    around: { dialect: options.around?.dialect ?? name, envelope: envelopeOnce(given, tools), tools: tools.tools },
    adjustments: [...room.adjustments, ...tools.adjustments],
    model: options.model ?? '',
    marks: markSetting(options.model ?? '', budget),
    outside: budget.system + budget.tools,
    byteLimit: options.byteLimit ?? rules.byteLimit,
    marksCache: policy.cacheMarks === true,
    outsideBytes: tools.bytes + byteLength(options.system ?? ''),
  }
}

/** What tool definitions cost as the dialect writes them: another dialect's take more or fewer words. */
function rememberTools(tokenizer: Tokenizer): (dialect: Dialect, options: SettingOptions) => CountedTools {
  let last: { readonly dialect: Dialect; readonly given: readonly Json[]; readonly made: CountedTools } | undefined
  return (dialect, options) => {
    const given = toolsIn(options) ?? NO_TOOLS
    if (last?.dialect === dialect && isSameList(last.given, given)) return last.made
    const once = toolsOnce(given)
    const { tools } = once
    const tokens = tools.length === 0 ? 0 : toolTokens(dialect.writeTools(tools), tokenizer, rulesOfDialect(dialect.traits))
    const made = { ...once, tokens, bytes: byteLength([...tools]) }
    last = { dialect, given, made }
    return made
  }
}

function isSame(last: Parameters<MakeSetting>, [dialect, sizes, known, given]: Parameters<MakeSetting>): boolean {
  const [lastDialect, lastSizes, lastKnown, options] = last
  return (
    lastDialect === dialect &&
    lastSizes === sizes &&
    lastKnown === known &&
    options.system === given.system &&
    options.model === given.model &&
    options.window === given.window &&
    options.reserve === given.reserve &&
    options.byteLimit === given.byteLimit &&
    options.around === given.around &&
    isSameList(options.tools, given.tools)
  )
}

function isSameList(last: readonly unknown[] | undefined, given: readonly unknown[] | undefined): boolean {
  if (last === undefined || given === undefined) return last === given
  return last.length === given.length && last.every((item, index) => item === given[index])
}

function markSetting(model: string, { window, reserve, scale, system, tools }: Budget): MarkSetting {
  return { model, window, reserve, system: scaleCount(system, scale).most, tools: scaleCount(tools, scale).most }
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

function systemMessages(text: string | undefined): readonly PromptMessage[] {
  return text === undefined || text.trim() === '' ? [] : [{ role: 'system', parts: [{ kind: 'synthetic', text }] }]
}

import { checkTrigger, releaseTokens } from '../budget/triggers/check-trigger.ts'
import { refuse } from '../budget/triggers/fit-constants.ts'
import { grouped } from '../budget/triggers/words.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'
import { ON_FAILURE, type Policy, type Reserve, SUMMARY_MODELS, SUMMARY_PROFILES } from '../schema/policy.ts'
import type { Keep, Rung, RungName, ToolFilter } from '../schema/rung.ts'
import type { Strategy } from '../schema/strategy.ts'
import type { Amount } from '../schema/trigger.ts'

/**
 * Refuses a policy that contradicts itself, by field and allowed range: when it is built, or read from a file. With `tools`, a rung
 * that names another tool is refused too. What depends on the window is refused when a window is known.
 */
export function checkPolicy(policy: Policy, options: { readonly tools?: readonly string[] } = {}): void {
  checkTrigger(policy.trigger)
  checkReleaseAnywhere(policy)
  checkWhole('summaryTokens', policy.summaryTokens, 1)
  checkShare('summaryShare', policy.summaryShare)
  if (policy.reserve !== undefined) checkReserve(policy.reserve)
  if (policy.onFailure !== undefined) oneOf(...ON_FAILURE)('onFailure', policy.onFailure as never)
  if (policy.retries !== undefined) checkWhole('retries', policy.retries, 0)
  if (typeof policy.cacheMarks === 'string') checkWord('cacheMarks', policy.cacheMarks, ['by-price'])
  if (typeof policy.cacheMarks === 'object') checkWhole('cacheMarks.offsetRounds', policy.cacheMarks.offsetRounds, 1)
  const { summaryRole, summaryModel = SUMMARY_MODELS[0] }: { readonly [field in keyof Policy]?: unknown } = policy
  checkWord('summaryRole', summaryRole, ['user', 'assistant'])
  checkWord('summaryModel', summaryModel, SUMMARY_MODELS)
  if (policy.ahead !== 'wait' && typeof (policy.ahead ?? false) !== 'boolean')
    refuseShape('ahead', "true, false or 'wait'", JSON.stringify(policy.ahead))
  for (const field of Object.keys(policy)) oneOf(...POLICY_FIELDS)('policy', field as never)
  if (policy.unknownModel !== undefined) checkWhole('unknownModel.window', policy.unknownModel.window, 1)
  // A user's own profile is checked when it is printed.
  if (policy.summaryProfile !== undefined && typeof policy.summaryProfile !== 'object')
    oneOf(...SUMMARY_PROFILES)('summaryProfile', policy.summaryProfile as never)
  if (policy.summaryOutput !== undefined) checkWhole('summaryOutput', policy.summaryOutput, 1)
  if (!Array.isArray(policy.ladder)) refuseShape('ladder', 'a list of rungs', typeof policy.ladder)
  for (const [index, step] of policy.ladder.entries()) {
    const field = `ladder[${index}]`
    if (step?.aggressiveness !== undefined && !Number.isFinite(step.aggressiveness))
      refuse(`${field}.aggressiveness`, step.aggressiveness, 'a number')
    if (isOwnStrategy(step)) checkStrategy(step, field)
    else checkRung(step, field, options.tools)
  }
  if (policy.afterTurn !== undefined) checkPrune('afterTurn', policy.afterTurn, options.tools)
  if (policy.whenCold !== undefined) checkPrune('whenCold', policy.whenCold, options.tools)
}

/** Rungs that only make entries smaller: what comes by itself although everything fits folds nothing. */
const PRUNING: readonly string[] = [
  ...['clear-tool-outputs', 'clear-old-outputs', 'clear-all-but-last', 'clear-by-durability', 'clear-superseded', 'prune-cold'],
  ...['shorten-oversized', 'strip-reasoning', 'images-to-references'],
]

function checkPrune(field: string, rungs: readonly Rung[], tools: readonly string[] | undefined): void {
  if (!Array.isArray(rungs)) refuseShape(field, 'a list of rungs', typeof rungs)
  for (const [index, rung] of rungs.entries()) {
    oneOf(...PRUNING)(`${field}[${index}].rung`, (rung?.rung ?? null) as never)
    checkRung(rung, `${field}[${index}]`, tools)
  }
}

/** What a policy may say. Anything else is a slip of the pen, and would be passed over in silence. */
const POLICY_FIELDS: readonly string[] = [
  ...[
    'name',
    'trigger',
    'release',
    'ladder',
    'reserve',
    'unknownModel',
    'continueWith',
    'notice',
    'cacheMarks',
    'retries',
    'onFailure',
    'ahead',
  ],
  ...['summaryTokens', 'summaryShare', 'summaryRole', 'summaryPrefix', 'summaryContents', 'summaryProfile', 'summaryCache'],
  ...['summaryModel', 'summaryOutput'],
  ...['afterTurn', 'whenCold', 'summarizerInput', 'retrieval', 'rehydration'],
]

/** Windows from small to larger than any: what is wrong in all of them is wrong in every one. */
const WINDOWS = [8_192, 128_000, 1_000_000, 100_000_000]

function checkReleaseAnywhere({ trigger, release }: Policy): void {
  const refusals = WINDOWS.flatMap((window) => {
    try {
      releaseTokens(trigger, release, { model: '', window, reserve: Math.floor(window / 8), system: 0, tools: 0 })
      return []
    } catch (error) {
      if (!isFailure(error, 'budget-invalid')) throw error
      return [error]
    }
  })
  if (refusals.length === WINDOWS.length) throw refusals.at(-1)
}

type Check = (field: string, value: never) => void

const whole: Check = (field, value) => checkWhole(field, value, 0)
const positive: Check = (field, value) => checkWhole(field, value, 1)
const words: Check = (field, value) => {
  if (typeof value !== 'string') refuseShape(field, 'a text', typeof value)
}
const keepTurns = { keepTurns: whole }

/** What the fields of each rung must be. */
const FIELDS: Readonly<Record<RungName, Readonly<Record<string, Check>>>> = {
  'clear-tool-outputs': { protect: checkAmount, minimum: checkAmount, minTurnsToKeep: whole },
  'clear-old-outputs': keepTurns,
  'clear-all-but-last': { keepLast: whole },
  'clear-by-durability': { ...keepTurns, undeclared: oneOf('anchoring', 'ephemeral', 'replayable', 'non-replayable') },
  'clear-superseded': {},
  'prune-cold': { ...keepTurns, idleMs: positive, replacement: words },
  'shorten-oversized': {},
  externalize: { ...keepTurns, above: positive },
  'strip-reasoning': keepTurns,
  'images-to-references': keepTurns,
  summarize: { keep: checkKeep },
  'summarize-oldest': {},
  'drop-oldest': {},
}

function checkRung(rung: Rung, field: string, tools: readonly string[] | undefined): void {
  // A rung from a file may be of no kind that the compiler knows.
  const name: unknown = rung?.rung
  if (typeof name !== 'string' || !Object.hasOwn(FIELDS, name)) {
    refuseShape(`${field}.rung`, `one of ${Object.keys(FIELDS).join(', ')}`, JSON.stringify(name) ?? 'nothing')
  }
  for (const [key, check] of Object.entries(FIELDS[rung.rung])) check(`${field}.${key}`, (rung as never)[key])
  if (rung.rung === 'summarize' && rung.splitTurn !== undefined) checkWhole(`${field}.splitTurn`, rung.splitTurn, 1)
  if (rung.rung === 'summarize' && rung.ratio !== undefined) checkShare(`${field}.ratio`, rung.ratio)
  if (rung.rung === 'clear-tool-outputs' && rung.minRoundsToKeep !== undefined)
    checkWhole(`${field}.minRoundsToKeep`, rung.minRoundsToKeep, 0)
  if ('onlyTools' in rung || 'exceptTools' in rung) checkFilter(rung, field, tools)
}

function isOwnStrategy(step: Rung | Strategy): step is Strategy {
  return typeof step === 'object' && step !== null && 'propose' in step
}

/** What a strategy of the user's own may have. */
const STRATEGY_FIELDS = ['name', 'eager', 'onRequest', 'floor', 'skippedWhen', 'propose', 'aggressiveness']

/** Plans are recorded by the names of their strategies: a strategy must have one, and no other strategy's. */
function checkStrategy(strategy: Strategy, field: string): void {
  const { name, propose } = strategy
  if (typeof name !== 'string' || name === '') refuseShape(`${field}.name`, 'a name', JSON.stringify(name) ?? 'nothing')
  if (Object.hasOwn(FIELDS, name)) refuseShape(`${field}.name`, 'a name that no rung of ours has', JSON.stringify(name))
  if (typeof propose !== 'function') refuseShape(`${field}.propose`, 'a function', typeof propose)
  for (const key of Object.keys(strategy)) oneOf(...STRATEGY_FIELDS)(field, key as never)
}

function checkFilter({ onlyTools, exceptTools }: ToolFilter, field: string, tools: readonly string[] | undefined): void {
  if (onlyTools !== undefined && exceptTools !== undefined) {
    refuseShape(`${field}.exceptTools`, 'onlyTools or exceptTools, not both', 'both')
  }
  const unknown = [...(onlyTools ?? []), ...(exceptTools ?? [])].find((tool) => tools?.includes(tool) === false)
  const where = onlyTools === undefined ? 'exceptTools' : 'onlyTools'
  if (unknown !== undefined) refuseShape(`${field}.${where}`, `one of ${tools?.join(', ')}`, JSON.stringify(unknown))
}

/** What each kind of keeping must say. */
const KEEPS: Readonly<Record<Keep['kind'], Readonly<Record<string, Check>>>> = {
  nothing: {},
  messages: { count: whole },
  turns: { count: whole },
  'recent-tokens': { tokens: checkAmount, cut: oneOf('turn', 'timeline', 'unit') },
  'user-messages': { tokens: checkAmount },
}

function checkKeep(field: string, keep: Keep): void {
  const kind: unknown = keep?.kind
  if (typeof kind !== 'string' || !Object.hasOwn(KEEPS, kind)) {
    refuseShape(`${field}.kind`, `one of ${Object.keys(KEEPS).join(', ')}`, JSON.stringify(kind) ?? 'nothing')
  }
  for (const [key, check] of Object.entries(KEEPS[keep.kind])) check(`${field}.${key}`, (keep as never)[key])
}

function oneOf(...allowed: readonly string[]): Check {
  return (field, value) => checkWord(field, value, allowed)
}

function checkWord(field: string, value: unknown, allowed: readonly unknown[]): void {
  if (!allowed.includes(value)) refuseShape(field, `one of ${allowed.join(', ')}`, JSON.stringify(value) ?? 'nothing')
}

function checkAmount(field: string, amount: Amount): void {
  checkWhole(field, typeof amount === 'object' && amount !== null ? amount.preset : amount, 0)
}

function checkReserve(reserve: Reserve): void {
  if (typeof reserve === 'object' && 'above' in reserve) {
    if (!(reserve.above >= 0.5 && reserve.above < 1)) refuse('reserve.above', reserve.above, 'at least 0.5 and less than 1')
    return
  }
  checkAmount('reserve', reserve)
  const largest = Math.max(...WINDOWS) - 1
  if (typeof reserve === 'number' && reserve > largest) refuse('reserve', reserve, `a whole number from 0 to ${grouped(largest)}`)
}

function checkWhole(field: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(field, value, `a whole number of at least ${least}`)
}

function checkShare(field: string, share: number): void {
  if (!(share > 0 && share <= 1)) refuse(field, share, 'more than 0 and at most 1')
}

function refuseShape(at: string, expected: string, found: string): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found })
}

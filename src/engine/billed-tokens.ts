import { isPlausible } from '../budget/calibrate.ts'
import { absurdCountIn, contradictionIn, hourTokens, promptTokens, tellsOfCache } from '../budget/usage.ts'
import { stepTokens } from '../economy/step-cost.ts'
import type { Usage } from '../schema/entry.ts'
import type { PriceSheet, StepTokens } from '../schema/price-sheet.ts'

/** What is known of a call besides what the provider reported. */
interface Call {
  /** What was handed in, and what was made of it. */
  readonly reported: unknown
  readonly usage: Usage | undefined
  /** Tokens of the request, as the provider counts them by what it has shown; of what it shares with the one before it; of the answer. */
  readonly prompt: number
  readonly shared: number
  readonly output: number
  readonly idleMs: number | undefined
  readonly sheet: PriceSheet | undefined
}

/** The tokens of a call, and why they are not all as reported. */
interface Billed {
  readonly tokens: StepTokens
  readonly remarks: readonly string[]
}

/** Tokens that no model writes in one answer. */
const MOST_ANSWER = 1_000_000
/** Of an answer that we have, a provider counts at least this share. In shorter ones, frames weigh more. */
const LEAST_ANSWER = { share: 0.2, tokens: 200 } as const

/** The tokens that a call is billed for: as the provider reported them, and where it did not or cannot mean it, by our own count. */
export function billedTokens(call: Call): Billed {
  const { reported, usage, prompt, shared, output } = call
  const isWarm = !((call.idleMs ?? 0) > (call.sheet?.cacheLifeMs ?? Number.POSITIVE_INFINITY))
  const clock = clockRemarks(call, isWarm)
  const unusable = whyUnusable(call)
  if (usage === undefined || unusable !== undefined) {
    const own = stepTokens({ prompt, shared, output, isWarm })
    return {
      tokens: own,
      remarks: [`The provider reported ${unusable ?? 'no usage'}: its tokens are by our own count.`, ...clock],
    }
  }
  const answer = answerOf(usage, output)
  if (usage.cacheRead + usage.cacheWrite === 0 && reported != null && !tellsOfCache(reported)) {
    const tokens = stepTokens({ prompt: promptTokens(usage), shared, output: answer.output, isWarm })
    const remark = 'The provider reports nothing of its cache: what was read from it is reckoned.'
    return { tokens, remarks: [remark, ...answer.remarks, ...clock] }
  }
  const kept = keptForAnHour(usage, reported)
  const tokens = {
    read: usage.cacheRead,
    written: usage.cacheWrite,
    ...(kept.hour === 0 ? {} : { hour: kept.hour }),
    new: usage.input,
    output: answer.output,
  }
  return { tokens, remarks: [...kept.remarks, ...answer.remarks, ...clock] }
}

/** A stream that was cut short tells of an answer as it was when it began. */
function answerOf({ output }: Usage, own: number): Pick<StepTokens, 'output'> & Pick<Billed, 'remarks'> {
  if (own < LEAST_ANSWER.tokens || output >= own * LEAST_ANSWER.share) return { output, remarks: [] }
  return {
    output: own,
    remarks: [`The provider reported an answer of ${output} tokens, and ${own} came by our count: that counts.`],
  }
}

function keptForAnHour({ cacheWrite }: Usage, reported: unknown): { readonly hour: number } & Pick<Billed, 'remarks'> {
  const hour = hourTokens(reported)
  if (hour <= cacheWrite) return { hour, remarks: [] }
  const remark = `The provider reported ${hour} tokens kept for an hour, and ${cacheWrite} written: no more than these count.`
  return { hour: cacheWrite, remarks: [remark] }
}

/** What a report says that cannot be meant. */
function whyUnusable({ reported, usage, prompt }: Call): string | undefined {
  const absurd = absurdCountIn(reported)
  if (absurd !== undefined) return `${JSON.stringify(absurd.value)} as \`${absurd.field}\`, which cannot be meant`
  const contradiction = contradictionIn(reported)
  if (contradiction !== undefined)
    return `${contradiction.cached} tokens of its cache in a request of ${contradiction.prompt}, which cannot be meant`
  if (usage === undefined) return undefined
  const sum = promptTokens(usage)
  if (!isPlausible(sum, prompt)) return `${sum} tokens for a request of ${prompt} by our count, which cannot be meant`
  return usage.output > MOST_ANSWER ? `an answer of ${usage.output} tokens, which cannot be meant` : undefined
}

/** A share of what was sent before that only a warm cache gives. */
const WARM_SHARE = 0.5

/** What a clock says that cannot be: time that goes back, or a wait that the cache should not have outlived. */
function clockRemarks({ idleMs = 0, usage, shared }: Call, isWarm: boolean): readonly string[] {
  if (!Number.isFinite(idleMs))
    return ['The clock gives no time: how long nothing was sent is not known, and the cache is taken for warm.']
  if (idleMs < 0) return [`The clock went back by ${seconds(-idleMs)} s between two calls: that is taken for no time at all.`]
  if (isWarm || usage === undefined || usage.cacheRead < shared * WARM_SHARE || usage.cacheRead === 0) return []
  return [`After ${seconds(idleMs)} s without a call the cache should have been cold, and was not: the clock may have jumped.`]
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000)
}

import { scaleCount } from '../budget/calibrate.ts'
import { isFailure } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Refusal, RefusedRequest } from '../schema/refusal.ts'
import type { OverflowReport } from './exchange.ts'
import { refusedAnew } from './overflowed.ts'
import { planningOf } from './planning.ts'
import { checkRequestOptions, type RequestOptions } from './request-options.ts'
import { send } from './send.ts'
import type { Recovered } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { isOurs, refusalIn } from './thrown.ts'
import { settingOf, viewOf } from './views.ts'
import { asItIs } from './wishes.ts'

/** How often a step that was refused is worth sending again, unless the policy says otherwise (E1). */
const RETRIES = 1

/**
 * After a call that failed: whatever the provider or the SDK threw, or the answer that came back. A smaller request if it was refused for its
 * size, `null` if it was not.
 */
export async function recover(
  state: ThreadState,
  thrown: unknown,
  given: RequestOptions | undefined,
): Promise<Recovered<Json> | null> {
  if (isOurs(thrown)) return null
  const { provider, ports } = state
  const options = given ?? provider.lastOptions() ?? {}
  checkRequestOptions(options)
  const refused = await refusedRequest(state, options)
  const refusal = await refusalIn(thrown, refused)
  if (refusal.kind === 'reasoning') return withoutReasoning(state, refusal, options)
  if (refusal.kind !== 'overflow' && refusal.kind !== 'payload') return null
  const report = reportOf(refusal, refused)
  const unit = refusal.kind === 'payload' ? 'bytes' : 'tokens'
  const made = await refusedAnew(state, report, { options, unit }).catch((error: unknown) => {
    if (isFailure(error, 'compaction-cancelled')) provider.uncountRefusal()
    throw error
  })
  const attempt = provider.refusals()
  return Object.assign(made, { refusal, attempt, retry: attempt <= (ports.policy.retries ?? RETRIES) })
}

/**
 * What the model thought so far is bound to words that have changed since: it is not sent any more. `null` if none of it was sent. Nothing is
 * committed: what is said from now on is sealed with what stands before it now.
 */
async function withoutReasoning(state: ThreadState, refusal: Refusal, options: RequestOptions): Promise<Recovered<Json> | null> {
  const before = await settingOf(state, options)
  const { unsealed } = state
  state.unsealed = state.log.length
  const at = await settingOf(state, options)
  if (at.dialect === before.dialect || unsealed === state.unsealed) return null
  await readWhole(state.own)
  const planning = planningOf(state, options, at, { trigger: 'overflow', reason: 'the provider refused reasoning of before' })
  const made = asItIs(state, planning, 'reasoning that is bound to what stood before it is left out')
  const sent = await send(state, options, made)
  return Object.assign(sent, { refusal, attempt: 1, retry: true })
}

async function refusedRequest(state: ThreadState, options: RequestOptions): Promise<RefusedRequest> {
  const at = await settingOf(state, options)
  const { scale, reserve } = at.budget
  const { provider, commit } = state
  // Another process may have sent it, before it ended.
  if (provider.lastTokens() === undefined) provider.sent(options, at.outside + viewOf(state, at).tokens, commit?.id ?? null)
  const tokens = provider.lastTokens() ?? 0
  return { tokens: scaleCount(tokens, scale).expected, reserve, window: at.limits.window }
}

/** A limit that is only known by how much it was exceeded is what we sent less that. */
function reportOf({ limit, actual, answer, excess }: Refusal, { tokens }: RefusedRequest): OverflowReport {
  const stated = limit ?? (excess === undefined || excess >= tokens ? undefined : tokens - excess)
  return {
    ...(stated === undefined ? {} : { limit: stated }),
    ...(actual === undefined ? {} : { actual }),
    ...(answer === undefined ? {} : { answer }),
  }
}

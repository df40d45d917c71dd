import { isForTheAnswer, retreatFrom } from '../budget/learned-limits.ts'
import { isFailure } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Setting } from '../view/setting.ts'
import { compactIfDue, compactNow } from './compact.ts'
import type { OverflowReport } from './exchange.ts'
import { checkOptions, type Kind } from './options.ts'
import { planningOf } from './planning.ts'
import type { RequestOptions } from './request-options.ts'
import { atMost } from './retreat.ts'
import { send } from './send.ts'
import type { Compacted } from './thread.ts'
import { readWhole } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'
import { settingOf, sharpenViews, viewOf } from './views.ts'
import { asItIs } from './wishes.ts'

const REPORT: Readonly<Record<keyof OverflowReport, Kind>> = {
  limit: 'number',
  actual: 'number',
  answer: 'number',
  dialect: 'name or object',
}

/** After a refusal for its size: learns what the provider takes, and gives the request anew, smaller than the refused one. */
export async function overflowed(state: ThreadState, report: OverflowReport): Promise<Compacted<Json>> {
  checkOptions('A refusal', report, REPORT)
  return refusedAnew(state, report, { options: state.provider.lastOptions(), unit: 'tokens' })
}

/** What was refused, and as what. */
interface Refused {
  readonly options: RequestOptions | undefined
  readonly unit: 'tokens' | 'bytes'
}

/** Learns from a refusal, and makes the request anew: always smaller, by a fifth at least unless only less can be left out. */
export async function refusedAnew(
  state: ThreadState,
  report: OverflowReport,
  { options, unit }: Refused,
): Promise<Compacted<Json>> {
  const { provider, commit, knowledge } = state
  const at = options === undefined ? undefined : await settingOf(state, options)
  sharpenViews(state)
  const view = at === undefined ? undefined : viewOf(state, at)
  const now =
    at === undefined || view === undefined ? undefined : { tokens: at.outside + view.tokens, commit: commit?.id ?? null }
  const { dialect } = report
  const again = { ...options, ...(dialect === undefined ? {} : { dialect }) }
  if (unit === 'bytes' && at !== undefined && view !== undefined) {
    const bytes = provider.refusedBytes(report, at.outsideBytes + view.systemBytes + view.bytes)
    await knowledge.keep()
    return compactNow(state, again, 'overflow', (setting) => ({ ...setting, byteLimit: bytes }))
  }
  const refused = provider.refused(report, now)
  await knowledge.keep()
  if (options !== undefined) await tellLearned(state, options, report)
  if (refused === undefined) return compactNow(state, again, 'overflow')
  if (isForTheAnswer(report.actual ?? refused, report.limit, report.answer)) return withLessRoom(state, again)
  return smaller(state, again, refused)
}

/** The same request beside less room for the answer, now that the window is known; less of it, if that is due there. */
async function withLessRoom(state: ThreadState, options: RequestOptions): Promise<Compacted<Json>> {
  const at = await settingOf(state, options)
  const due = await compactIfDue(state, options, at, 'window')
  if (due !== null) return send(state, options, due)
  await readWhole(state.own)
  const planning = planningOf(state, options, at, { trigger: 'overflow', reason: 'the provider refused the room for the answer' })
  return send(state, options, asItIs(state, planning, 'it fits beside less room for the answer'))
}

/** By a fifth, or down to the floor if that is nearer: below it nothing can be made, and the failure lists why. */
async function smaller(state: ThreadState, options: RequestOptions, refused: number): Promise<Compacted<Json>> {
  const within = (most: number) => compactNow(state, options, 'overflow', (at: Setting) => atMost(most, at))
  const floorIn = (error: unknown): number => {
    if (!isFailure(error, 'fixed-part-too-large') || error.failure.needed >= refused) throw error
    return error.failure.needed
  }
  try {
    const made = await within(retreatFrom(refused))
    // Another process may have compacted meanwhile, for a larger window.
    return made.tokens < refused ? made : await within(retreatFrom(refused))
  } catch (error) {
    const floor = floorIn(error)
    return within(floor).catch((narrower: unknown) => {
      floorIn(narrower)
      return within(refused - 1)
    })
  }
}

async function tellLearned(state: ThreadState, options: RequestOptions, { limit, actual }: OverflowReport): Promise<void> {
  const { events } = state.ports
  if (!events.isHeard(state.key)) return
  const { model, budget } = await settingOf(state, options)
  const stated = { ...(limit === undefined ? {} : { limit }), ...(actual === undefined ? {} : { actual }) }
  events.tell(state.key, { kind: 'overflow-learned', model, stated, window: budget.window })
}

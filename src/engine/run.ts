import { costIn } from '../log/measure-table.ts'
import type { FreedLine, Happening } from '../schema/events.ts'
import { isCompactionError } from '../schema/failures.ts'
import type { HookLine } from '../schema/hooks.ts'
import type { Json } from '../schema/json.ts'
import type { PlanRecord } from '../schema/plan.ts'
import type { Occasion, Receipt } from '../schema/receipt.ts'
import type { MeasuredLog } from '../view/measured-log.ts'
import type { Setting } from '../view/setting.ts'
import { wordsOf } from './events.ts'
import { type About, callHook, isHooked } from './hooks.ts'
import { isLostRace } from './leased.ts'
import type { Compacted } from './thread.ts'
import type { ThreadState } from './thread-state.ts'
import { viewOf } from './views.ts'
import type { Wishes } from './wishes.ts'
import { workOf } from './work.ts'

type Why = Pick<Receipt, 'trigger' | 'reason'>
type Step = Extract<Happening, { readonly kind: 'compaction-progress' }>['step']

/** One attempt to compact, as those outside are told of it. */
export interface Run {
  readonly of: { readonly compaction: number; readonly occasion: Occasion }
  progress(step: Step): void
  /** What hooks are told of it. */
  about(): About
  /** Lines of the receipt about hooks. */
  readonly hooks: HookLine[]
  /** No hook is called: one of them is at work already. */
  readonly isWithout: boolean
  /** What hooks want of it; absent until they are asked. */
  wishes?: Wishes
  /** Why it came to nothing, if somebody did not want it. */
  refusal?: string | undefined
}

/**
 * Tells that a compaction begins, before it waits for anything, and how it ended: done, skipped or failed, always one of them. Whoever is
 * told cannot change what is done.
 */
export async function asRun(
  state: ThreadState,
  at: Setting,
  why: Why & { readonly instructions?: string | undefined; readonly isAhead?: boolean | undefined },
  work: (run: Run) => Promise<Compacted<Json> | null>,
): Promise<Compacted<Json> | null> {
  const { key, ports } = state
  const { events, clock } = ports
  const { instructions = '' } = why
  const started = clock()
  const of = { compaction: events.begin(key), occasion: why.trigger }
  const tell = (happening: Happening): void => events.tell(key, happening)
  const about = aboutFor(state, at, why, instructions)
  // Hooks are told how it was before, whenever they are asked.
  if (ports.hooks !== undefined) about()
  if (events.isHeard(key)) {
    const { tenant: _, thread: __, instructions: ___, ...told } = about()
    const ahead = why.isAhead === true ? { ahead: true as const } : {}
    tell({ kind: 'compaction-started', ...told, ...of, window: at.budget.window, ...ahead })
  }
  const progress = (step: Step): void => tell({ kind: 'compaction-progress', ...of, step })
  const run: Run = { of, progress, about, hooks: [], isWithout: isHooked(state) }
  try {
    const made = await work(run)
    if (events.isHeard(key)) tell({ ...of, ...endOf(state, made, clock() - started, run.refusal) })
    if (made?.changed === true) {
      const said = await callHook(state, run, 'after', () => ({ ...about(), receipt: made.receipt }))
      said?.end('heard', '')
    }
    return made
  } catch (error) {
    tell({ ...of, ...failureOf(error, clock() - started) })
    throw error
  }
}

/** What is told of a compaction that begins; found out once, if anybody wants to know. */
function aboutFor(state: ThreadState, at: Setting, why: Why, instructions: string): () => About {
  let about: About | undefined
  return () => {
    about ??= {
      ...{ tenant: state.key.tenant, thread: state.key.thread, occasion: why.trigger, reason: why.reason },
      tokens: { before: at.outside + viewOf(state, at).tokens, limit: at.budget.limit },
      ...{ model: at.model, policy: state.ports.policy.name, state: workOf(state), instructions },
    }
    return about
  }
}

type Of = 'compaction' | 'occasion'
type Untold<Kind> = Omit<Extract<Happening, { readonly kind: Kind }>, Of>

function endOf(
  state: ThreadState,
  made: Compacted<Json> | null,
  ms: number,
  refusal: string | undefined,
): Untold<'compaction-done'> | Untold<'compaction-skipped'> {
  const { commit, records, log } = state
  if (refusal !== undefined) return skipped(refusal)
  if (made === null) return skipped('somebody else is compacting the thread, and the request fits as it is')
  const { receipt, changed } = made
  if (!changed || commit === null) return skipped(receipt.nothing ?? 'everything fits, or the same compaction was already made')
  const { before, after, budget } = receipt.tokens
  return {
    ...{
      kind: 'compaction-done',
      commit: commit.id,
      reason: receipt.reason,
      strategy: receipt.strategy,
      records: freedBy(log, records),
      overrides: receipt.lawOverrides,
    },
    tokens: { before, after, limit: budget },
    messages: records.reduce((sum, { action, span }) => sum + (isFold(action) ? span.messages : 0), 0),
    wasPruned: records.some(({ action }) => !isFold(action)),
    wasSummarized: records.some(({ action }) => action === 'summarize'),
    ...{ summarizerCalls: receipt.summarizerCalls, money: receipt.summary?.money ?? null, ms, state: workOf(state) },
    ...(receipt.continueWith === undefined ? {} : { continueWith: receipt.continueWith }),
  }
}

/** Records with what each of them frees: what its entries cost, but for those it shows all the same, less what stands for them. */
function freedBy({ measures }: MeasuredLog, records: readonly PlanRecord[]): readonly FreedLine[] {
  return records.map(({ action, span, tokens, ...record }) => {
    const carried = 'carries' in record ? record.carries.reduce((sum, { seq }) => sum + measures.cost(seq), 0) : 0
    const freed = Math.max(0, costIn(measures, span) - carried - tokens)
    return { action, from: span.from, to: span.end - 1, tokens, freed }
  })
}

function isFold(action: string): boolean {
  return action === 'summarize' || action === 'drop'
}

function skipped(reason: string): Untold<'compaction-skipped'> {
  return { kind: 'compaction-skipped', reason }
}

function failureOf(error: unknown, ms: number): Untold<'compaction-failed'> | Untold<'compaction-skipped'> {
  if (isLostRace(error)) return skipped('somebody else changed the view first: it is looked at again')
  const code = isCompactionError(error) ? error.failure.code : 'bug'
  return { kind: 'compaction-failed', code, message: wordsOf(error), ms }
}

import { type GivenJson, isJsonList, type Json } from '../schema/json.ts'
import type { Reconciliation } from '../schema/reconciliation.ts'
import type { DialectChoice } from '../schema/wire/request-of.ts'
import { copied } from './copied.ts'
import { onWhole } from './latest.ts'
import { sameStart } from './same-start.ts'
import type { History } from './take-history.ts'
import { taken } from './taking.ts'
import type { ThreadState } from './thread-state.ts'

export interface ResendOptions {
  /** The format; by default the one that the messages show. */
  readonly dialect?: DialectChoice | undefined
  /** Which client resends, if several share a thread: what each handed in last is remembered, and need not be read again. */
  readonly client?: string | undefined
  /** What a head that is missing means: the client trimmed it, and it stays (the default), or it was deleted. */
  readonly head?: 'trimmed' | 'deleted' | undefined
}

/** What became of a resent history. */
export interface ResentTo {
  /** Where the conversation goes on: this thread, or the branch that the history belongs to. */
  readonly state: ThreadState
  readonly reconciliation: Reconciliation
}

/**
 * Takes in a history that a client hands in whole, as most do at every step: appends what is new, records what was edited in the
 * folded part, and goes to a branch if the client says something else in what the model sees.
 */
export async function resend(state: ThreadState, given: readonly GivenJson[], options: ResendOptions = {}): Promise<ResentTo> {
  // What is redacted must be JSON first.
  if (state.ports.redact === 'entries' || !isJsonList(given)) return takeIn(state, anew(taken(state.own, copied(given))), options)
  // Copies, made at once, of what is not the same as last time: what the caller does to its messages later must not change the log.
  const like = state.clients.get(options.client ?? '')
  const same = sameStart(like?.messages ?? [], given)
  const whole = [...(like?.messages.slice(0, same) ?? []), ...copied(given.slice(same))]
  return takeIn(state, { messages: whole, like, same }, options)
}

/** A history that nothing is known of yet. */
function anew(messages: readonly Json[]): History {
  return { messages, like: undefined, same: 0 }
}

/** What compares histories is loaded when the first is handed in, in its turn: what is called later comes later. */
function takeIn(state: ThreadState, history: History, options: ResendOptions): Promise<ResentTo> {
  return onWhole(state, async () => {
    const { takeHistory } = await import('./take-history.ts')
    return takeHistory(state, history, options)
  })
}

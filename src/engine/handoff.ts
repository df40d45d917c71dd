import type { MessageDraft } from '../schema/draft.ts'
import type { Author } from '../schema/entry.ts'
import { isFailure } from '../schema/failures.ts'
import { type ThreadId, threadId } from '../schema/ids.ts'
import type { Dialect } from '../schema/ports.ts'
import type { Brief, BriefOptions, briefOf } from './brief.ts'
import { checkName } from './check-name.ts'
import { onWhole } from './latest.ts'
import { linkTo, ownName } from './links.ts'
import { openState } from './open-state.ts'
import { checkOptions } from './options.ts'
import { dialectNamed } from './taking.ts'
import { appendToLog } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'

export interface HandoffOptions extends BriefOptions {
  /** The new thread's name; the same again opens the same thread. */
  readonly id?: string | undefined
}

/**
 * Begins a new thread with what a goal needs of this one, and links the two: a message of the harness's that quotes this thread, then the goal
 * as a person's message. What is erased here later is erased there, too.
 */
export async function handoff(state: ThreadState, { id, ...given }: HandoffOptions): Promise<ThreadState> {
  checkOptions('handoff', { id }, { id: 'anything' })
  const { key, ports, knowledge } = state
  const brief = await onWhole(state, () => briefFrom(state, given, 'handed-off'))
  const wanted = `${key.thread}/handoff`
  const thread = id === undefined ? await ownName(ports.store, key, wanted) : threadId(checkName(id, 'thread'))
  // Before it is there: what nobody knows of would outlive an erasure.
  await linkTo(ports.store, key, 'handoff', thread)
  const fresh = await openState({ ...key, thread }, ports, knowledge)
  fresh.usual = { ...state.usual }
  if (fresh.log.length === 0) {
    const dialect = await dialectNamed(state.own, undefined)
    await fresh.inTurn(() => begin(fresh, dialect, brief, given.goal))
  }
  return fresh
}

async function begin(fresh: ThreadState, dialect: Dialect, { text }: Brief, goal: string): Promise<void> {
  const said = (words: string, author: Author): readonly MessageDraft[] => {
    const written = dialect.writeMessages([{ role: 'user', parts: [{ kind: 'synthetic', text: words }] }])
    return dialect.readMessages(written).map((draft) => ({ ...draft, author }))
  }
  try {
    await appendToLog(fresh.own, [...said(text, 'harness'), ...said(goal, 'person')])
  } catch (error) {
    // Another process began the same thread.
    if (!isFailure(error, 'log-conflict')) throw error
  }
}

/** What another thread of the same tenant says about a question, to be shown to the agent of this one. */
export async function reference(state: ThreadState, other: string, given: BriefOptions): Promise<Brief> {
  const { key, ports, knowledge } = state
  const thread: ThreadId = threadId(checkName(other, 'thread'))
  const there = await openState({ ...key, thread }, ports, knowledge)
  return onWhole(there, () => briefFrom(there, given))
}

async function briefFrom(...given: Parameters<typeof briefOf>): Promise<Brief> {
  const { briefOf } = await import('./brief.ts')
  return briefOf(...given)
}

import type { MessageDraft } from '../schema/draft.ts'
import { isFailure } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import { catchUp } from './latest.ts'
import { appendToLog } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'

/** Adds messages at the end. Refused if another process appended first: the caller has not seen that yet. A second try comes behind it. */
export async function append(
  state: ThreadState,
  drafts: readonly MessageDraft[],
  tools?: readonly Json[] | undefined,
): Promise<number> {
  state.tools.declare(tools)
  try {
    return await appendToLog(state.own, drafts)
  } catch (error) {
    if (isFailure(error, 'log-conflict')) await catchUp(state)
    throw error
  }
}

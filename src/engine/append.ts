import type { MessageDraft } from '../schema/draft.ts'
import { isFailure } from '../schema/failures.ts'
import { type GivenTools, toolsIn } from '../view/given.ts'
import { catchUp } from './latest.ts'
import { sealedBy } from './sealed-by.ts'
import { appendToLog } from './thread-log.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * Adds messages at the end. Refused if another process appended first: the caller has not seen those entries yet. A second try comes after
 * them.
 */
export async function append(
  state: ThreadState,
  drafts: readonly MessageDraft[],
  tools?: GivenTools | undefined,
): Promise<number> {
  state.tools.declare(toolsIn({ tools }))
  try {
    return await appendToLog(state.own, sealedBy(state, drafts))
  } catch (error) {
    if (isFailure(error, 'log-conflict')) await catchUp(state)
    throw error
  }
}

import type { ThreadKey } from '../schema/ports.ts'
import { catchUp } from './latest.ts'
import type { EngineParts } from './ports.ts'
import type { SharedKnowledge } from './shared-knowledge.ts'
import { type ThreadState, threadState } from './thread-state.ts'

/** Reads what is there of a thread, and keeps it in memory. */
export async function openState(key: ThreadKey, ports: EngineParts, knowledge: SharedKnowledge): Promise<ThreadState> {
  await ports.tokenizer.load?.()
  const state = threadState(key, ports, knowledge)
  await knowledge.refresh()
  await catchUp(state)
  return state
}

import type { ThreadKey } from '../schema/ports.ts'
import type { Knowledge } from './knowledge.ts'
import { catchUp } from './latest.ts'
import type { EngineParts } from './ports.ts'
import { type ThreadState, threadState } from './thread-state.ts'

/** Reads what is there of a thread, and keeps it in memory. */
export async function openState(key: ThreadKey, ports: EngineParts, knowledge: Knowledge): Promise<ThreadState> {
  const state = threadState(key, ports, knowledge)
  await catchUp(state)
  return state
}

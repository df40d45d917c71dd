import type { AgentToolOptions, AgentTools } from '../schema/agent-tools.ts'
import type { Thread } from './thread.ts'

type MakeTools = (options: AgentToolOptions) => AgentTools

const makers = new WeakMap<Thread, MakeTools>()

/** Remembers how the tools of a thread are made: whoever has a thread has loaded what opens threads, and what makes tools with it. */
export function rememberTools(thread: Thread, make: MakeTools): void {
  makers.set(thread, make)
}

/** What makes the tools of a thread that this engine opened; `undefined` if it is something else. */
export function toolsOf(thread: Thread): MakeTools | undefined {
  return makers.get(thread)
}

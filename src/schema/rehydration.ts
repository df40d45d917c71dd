import type { AgentToolName } from './agent-tools.ts'

/** Why something came back into a request: asked for, named, hinted at, needed by a tool, or named though only hidden entries hold it. */
export type RehydrationReason = 'asked' | 'reference' | 'hint' | 'schema' | 'page-fault'

/** Why something that was needed did not come back. */
export type RehydrationBlock = 'sensitivity' | 'unavailable' | 'cooldown' | 'most-of-a-turn' | 'no-room'

/** What was put away stands at the end of this request, and of no other. */
export interface Rehydrated {
  readonly kind: 'rehydrated'
  readonly turn: number
  readonly brought: readonly { readonly what: string; readonly why: RehydrationReason; readonly tokens: number }[]
  readonly tokens: number
}

/** Something was needed and did not come back. */
export interface RehydrationBlocked {
  readonly kind: 'rehydration-blocked'
  readonly what: string
  readonly why: RehydrationReason
  readonly by: RehydrationBlock
}

/** The agent looked up what was put away, with one of its tools. */
export interface CompactionRetrieved {
  readonly kind: 'compaction-retrieved'
  readonly tool: AgentToolName
  readonly isError: boolean
}

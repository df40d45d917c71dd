import type { ThreadId } from './ids.ts'
import type { ThreadKey } from './ports.ts'

/**
 * How a thread belongs to another: it begins with the other's entries, it holds what clients say differently from the other, it is a
 * sub-agent's that the other started, or it goes on with a goal from what the other knows.
 */
export type LinkKind = 'branch' | 'revision' | 'child' | 'handoff'

/** That one thread belongs to another. Names of threads are their users' own, and say nothing. */
export interface Link {
  readonly kind: LinkKind
  /** The thread that the other one belongs to. */
  readonly thread: ThreadId
  readonly linked: ThreadId
}

/** What belongs together. Erasing a thread removes its links. */
export interface ThreadLinks {
  /** Says that `linked` belongs to a thread. The same may be said again. */
  add(key: ThreadKey, link: Omit<Link, 'thread'>): Promise<void>
  /** Every link that names the thread, on either side, in any order. */
  of(key: ThreadKey): Promise<readonly Link[]>
}

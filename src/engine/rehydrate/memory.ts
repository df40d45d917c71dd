import type { RehydrationReason } from '../../schema/rehydration.ts'
import type { ThreadState } from '../thread-state.ts'

/** Something that was put away, as it stands at the end of a request. */
export interface Brought {
  /** A handle, or the id of an artifact. */
  readonly what: string
  readonly why: RehydrationReason
  readonly text: string
  readonly tokens: number
}

/** What came back into requests of a thread, in this process. */
export interface RehydrationMemory {
  /** The turn that the next fields are about. */
  turn: number
  /** How many came back in it by themselves. */
  count: number
  /** What is shown, and for how many entries of the log that was decided: the same request comes out again if nothing is appended. */
  shown: readonly Shown[]
  head: number
  /** When each came back last, by turn. */
  readonly last: Map<string, number>
}

export interface Shown extends Brought {
  /** In how many requests it stood. */
  readonly steps: number
}

export function rehydrationMemory(): RehydrationMemory {
  return { turn: -1, count: 0, shown: [], head: -1, last: new Map() }
}

/** Requests that are looked at for what came back lately. */
const MOST_REQUESTS = 50

/**
 * What came back in earlier turns, as the records of requests say: a process that is started anew waits as long as the one before would have.
 * What came back in this turn may come once more: the agent has not done with it.
 */
export async function rememberEarlier({ key, log, ports, rehydration }: ThreadState, turn: number): Promise<void> {
  const { requests } = ports.store
  const kept = (await requests?.of(key)) ?? []
  for (const { head, around } of kept.slice(-MOST_REQUESTS)) {
    const at = log.read[head - 1]?.turn
    if (requests === undefined || around === undefined || at === undefined || at >= turn) continue
    const part = await requests.part(key, around)
    const { brought }: { readonly brought?: unknown } = JSON.parse(part ?? '{}')
    if (Array.isArray(brought)) for (const what of brought) rehydration.last.set(String(what), at)
  }
}

import type { Json } from '../../schema/json.ts'
import type { Taken } from './wire.ts'

/** What was said up to each of the latest responses: a client may hand in nothing but what is new behind one of them. */
export interface Responses {
  add(id: string, history: readonly Json[]): void
  /** The same request with its whole history; `undefined` if it goes on from a response that nobody here has seen. */
  whole(taken: Taken | undefined): Taken | undefined
}

const MOST_RESPONSES = 16

export function responses(): Responses {
  const histories = new Map<string, readonly Json[]>()
  return {
    add(id, history) {
      histories.set(id, history)
      const [oldest] = histories.keys()
      if (histories.size > MOST_RESPONSES && oldest !== undefined) histories.delete(oldest)
    },
    whole(taken) {
      if (taken?.follows === undefined) return taken
      const before = histories.get(taken.follows)
      return before === undefined ? undefined : { ...taken, history: [...before, ...taken.history] }
    },
  }
}

import type { Json } from '../../schema/json.ts'
import type { Taken } from './wire.ts'

/** What was said up to each of the latest responses: a client may hand in nothing but what is new behind one of them. */
export interface Responses {
  /** `taken` is the request that was answered, `history` what was said with the answer. */
  add(id: string, taken: Taken, history: readonly Json[]): void
  /** The same request with its whole history; `undefined` if it goes on from a response that nobody here has seen. */
  whole(taken: Taken | undefined): Taken | undefined
}

const MOST_RESPONSES = 16

export function responses(): Responses {
  const known = new Map<string, Pick<Taken, 'history' | 'system' | 'envelope'>>()
  return {
    add(id, { system, envelope }, history) {
      known.set(id, { system, envelope, history })
      const [oldest] = known.keys()
      if (known.size > MOST_RESPONSES && oldest !== undefined) known.delete(oldest)
    },
    whole(taken) {
      if (taken?.follows === undefined) return taken
      const before = known.get(taken.follows)
      if (before === undefined) return undefined
      const history = [...before.history, ...taken.history]
      const inFront = taken.inFront - before.history.length
      if (taken.inherits !== true) return { ...taken, history, inFront }
      const { tools } = before.envelope
      return {
        ...taken,
        ...{ history, inFront },
        system: before.system,
        envelope: { ...taken.envelope, ...(tools === undefined ? {} : { tools }) },
      }
    },
  }
}

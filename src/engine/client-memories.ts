import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { SeqRange } from '../schema/range.ts'
import type { ThreadState } from './thread-state.ts'

/** What a client handed in last, so that the next time only what is different is read. */
export interface Handed {
  /** Our own copies. */
  readonly messages: readonly Json[]
  /** The entry behind each of them; shorter if some are not known. */
  readonly reach: readonly Seq[]
  readonly omitted: readonly SeqRange[]
}

const MOST_CLIENTS = 16

/** What each of the clients that came last handed in, and the branch that its history belongs to. */
export interface ClientMemory extends Handed {
  readonly branch: ThreadState | undefined
  /** The plan at that time. Under another, the model may see what it did not, or what another client made of it. */
  readonly under: string | null
  /** It differs from the log in what is folded. */
  readonly isOther: boolean
}

export interface ClientMemories {
  get(client: string): ClientMemory | undefined
  set(client: string, memory: ClientMemory): void
}

export function clientMemories(): ClientMemories {
  const values = new Map<string, ClientMemory>()
  return {
    get: (client) => values.get(client),
    set(client, value) {
      values.delete(client)
      values.set(client, value)
      const [oldest] = values.keys()
      if (values.size > MOST_CLIENTS && oldest !== undefined) values.delete(oldest)
    },
  }
}

import type { Kind } from '../../engine/options.ts'
import type { Thread } from '../../engine/thread.ts'
import type { AgentToolOptions, AgentTools } from '../../schema/agent-tools.ts'
import { CompactionError } from '../../schema/failures.ts'
import { foundIn } from '../../schema/found-in.ts'
import { type ConversationOptions, conversationOf, type Listen } from '../conversation.ts'
import { lookups } from '../lookups.ts'
import { compactingFetch, type Fetch } from './compacting-fetch.ts'
import { type Counts, noCounts } from './counts.ts'
import type { Wire } from './wire.ts'

/** A client of an SDK that can be made again with another `fetch`. */
interface Client {
  withOptions(options: { readonly fetch: Fetch }): unknown
}

/** A conversation's memory, for SDKs that speak a provider's protocol. */
export interface FetchMemory {
  /** The same client, whose requests go through the memory. */
  wrap<Wrapped extends Client>(client: Wrapped): Wrapped
  /** For the `fetch` option of any SDK. */
  readonly fetch: Fetch
  /**
   * Tools with which the agent looks up what was put away: `definitions('openai-chat')` beside your own, and calls for which `has(name)` is true go to
   * `execute(name, input)`.
   */
  recallTools(options?: AgentToolOptions): Promise<AgentTools>
  /** Listens to events of the conversation: `memory.on('compaction-done', ({ tokens }) => …)`. Returns what ends it. */
  readonly on: Listen
  /** Where the conversation stands: the thread that was named, or the branch that an edited history goes on in. */
  thread(): Promise<Thread>
}

/** What an integration is made of, besides what its caller has given. */
interface Made {
  readonly wires: readonly Wire[]
  readonly counts?: Counts
  /** Options that only this integration has. */
  readonly more?: Readonly<Record<string, Kind>>
}

/** A memory, and a `fetch` over any other. */
interface FetchThrough extends FetchMemory {
  through(inner: () => Fetch): Fetch
}

export function fetchMemory({ wires, counts = noCounts, more }: Made, options: ConversationOptions): FetchThrough {
  const conversation = conversationOf('palimpsest', options, more)
  const through = (inner: () => Fetch): Fetch => compactingFetch(conversation, wires, inner, counts)
  return {
    wrap: <Wrapped extends Client>(client: Wrapped): Wrapped => {
      if (!isClient(client)) throw notClient(client)
      const own = fetchOf(client)
      return client.withOptions({ fetch: through(() => own ?? globalThis.fetch) }) as Wrapped
    },
    fetch: through(() => globalThis.fetch),
    through,
    recallTools: (given) => lookups(conversation, given),
    on: conversation.on,
    thread: conversation.latest,
  }
}

function isClient(client: unknown): boolean {
  return typeof client === 'object' && client !== null && 'withOptions' in client && typeof client.withOptions === 'function'
}

/** Of old versions of the SDKs, too. */
function notClient(client: unknown): CompactionError<'input-invalid'> {
  const expected = "a client of the provider's SDK that has `withOptions`; others take `fetch: memory.fetch`"
  const found = client === null ? 'null' : typeof client === 'object' ? 'an object without it' : foundIn(client)
  return new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'client', expected, found })
}

/** What a client sends its requests with; it may have been given something of its own. */
function fetchOf(client: object): Fetch | undefined {
  const own = 'fetch' in client ? client.fetch : undefined
  return isFetch(own) ? own : undefined
}

function isFetch(value: unknown): value is Fetch {
  return typeof value === 'function'
}

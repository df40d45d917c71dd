import { itemAt } from '../schema/at.ts'
import type { BlockDraft } from '../schema/draft.ts'
import type { Seq } from '../schema/ids.ts'
import type { CallFacts } from './envelope.ts'

export interface OpenCall extends CallFacts {
  readonly seq: Seq
  readonly callId: string
  readonly inventedId?: true
}

/** Calls without a result, by id, oldest first; an id whose calls are all answered stays, without calls. */
export type OpenById = ReadonlyMap<string, readonly OpenCall[]>

type ResultDraft = Extract<BlockDraft, { kind: 'tool-result' }>

/** The calls of one round while results come in. */
export interface OpenCalls {
  open(call: OpenCall): void
  /** The call that a result answers; it is no longer open. */
  answer(result: Pick<ResultDraft, 'callId' | 'tool' | 'inventedId'>): OpenCall | undefined
  /** A call that is known to be answered. */
  close(seq: Seq): void
  /** True if this round had a call under the id. */
  had(id: string): boolean
  clear(): void
  byId(): OpenById
}

/**
 * Finds the call that a result answers: the oldest under its id; if one of the two came without an id, the oldest of its tool.
 *
 *     calls: read(1) · read(2) · list         results: list · read · read      pairs: list, read(1), read(2)
 *
 * Every call is looked at a few times at most, however many share an id or a tool.
 */
export function openCalls(before: OpenById): OpenCalls {
  const ids = new Map<string, Queue>()
  const tools = new Map<string, Queue>()
  const withoutId = new Map<string, Queue>()
  const closed = new Set<Seq>()
  const take = (queue: Queue | undefined): OpenCall | undefined => {
    while (queue !== undefined && queue.next < queue.calls.length) {
      const call = itemAt(queue.calls, queue.next)
      if (!closed.has(call.seq)) {
        closed.add(call.seq)
        return call
      }
      queue.next += 1
    }
    return undefined
  }
  const open = (call: OpenCall): void => {
    queueOf(ids, call.callId).calls.push(call)
    queueOf(tools, call.tool).calls.push(call)
    if (call.inventedId === true) queueOf(withoutId, call.tool).calls.push(call)
  }
  for (const id of before.keys()) queueOf(ids, id)
  for (const call of [...before.values()].flat().sort((a, b) => a.seq - b.seq)) open(call)
  return {
    open,
    // An invented id says nothing about which call is meant.
    answer: ({ callId, tool = '', inventedId }) =>
      inventedId === true ? take(tools.get(tool)) : (take(ids.get(callId)) ?? take(withoutId.get(tool))),
    close: (seq) => closed.add(seq),
    had: (id) => ids.has(id),
    clear() {
      for (const queues of [ids, tools, withoutId]) queues.clear()
    },
    byId: () => new Map([...ids].map(([id, { calls }]) => [id, calls.filter((call) => !closed.has(call.seq))])),
  }
}

interface Queue {
  readonly calls: OpenCall[]
  /** Calls before this one are answered. */
  next: number
}

function queueOf(queues: Map<string, Queue>, key: string): Queue {
  const queue = queues.get(key) ?? { calls: [], next: 0 }
  queues.set(key, queue)
  return queue
}

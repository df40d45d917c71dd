import type { Seq } from '../schema/ids.ts'
import type { CallFacts } from './envelope.ts'

export interface OpenCall extends CallFacts {
  readonly seq: Seq
}

/** Calls of a round that nobody answered yet, while messages are read. */
export interface OpenCalls {
  add(callId: string, call: OpenCall): void
  /** Takes the oldest call of an id. */
  take(callId: string): OpenCall | undefined
  /** True where the round has a call of this id, answered or not. */
  has(callId: string): boolean
  clear(): void
  /** What is open now, by id, oldest first. */
  left(): ReadonlyMap<string, readonly OpenCall[]>
}

interface Queue {
  readonly calls: OpenCall[]
  taken: number
}

/**
 * Goes on from what was open before, without changing it. A model may give all its calls one id: a list is copied once, when it
 * is first touched, and then only grows, so that a thousand calls of one id take a thousand steps.
 */
export function openCalls(before: ReadonlyMap<string, readonly OpenCall[]>): OpenCalls {
  const untouched = new Map(before)
  const queues = new Map<string, Queue>()
  const queueOf = (callId: string): Queue => {
    const queue = queues.get(callId) ?? { calls: [...(untouched.get(callId) ?? [])], taken: 0 }
    untouched.delete(callId)
    queues.set(callId, queue)
    return queue
  }
  const has = (callId: string): boolean => queues.has(callId) || untouched.has(callId)
  return {
    has,
    add(callId, call) {
      queueOf(callId).calls.push(call)
    },
    take(callId) {
      if (!has(callId)) return undefined
      const queue = queueOf(callId)
      const call = queue.calls[queue.taken]
      if (call !== undefined) queue.taken += 1
      return call
    },
    clear() {
      untouched.clear()
      queues.clear()
    },
    left() {
      const left = new Map(untouched)
      for (const [callId, { calls, taken }] of queues) left.set(callId, calls.slice(taken))
      return left
    },
  }
}

import { type CompactorEvent, EVENT_NAMES, type EventName } from '../schema/events.ts'
import { CompactionError } from '../schema/failures.ts'
import { frozen } from '../schema/frozen.ts'
import type { Events, Scope } from './events.ts'
import { checkOptions, type Kind } from './options.ts'

/** How much of what nobody has read yet is kept. */
export const MOST_UNREAD = 1_000

interface StreamLimits {
  readonly names: readonly EventName[] | undefined
  readonly signal: AbortSignal | undefined
  readonly most: number
}

const LIMITS: Readonly<Record<keyof StreamLimits, Kind>> = { names: 'object', signal: 'signal', most: 'number' }
const NAMES: Readonly<Record<string, Kind>> = Object.fromEntries(EVENT_NAMES.map((name) => [name, 'anything']))

/** A stream of events that there are none of would be waited on for ever. */
export function checkStream(limits: StreamLimits): void {
  checkOptions('events', limits, LIMITS)
  const { names, most } = limits
  if (names !== undefined && !(Array.isArray(names) && names.length > 0))
    refuse('names', 'a list of events', JSON.stringify(names))
  checkOptions('events', Object.fromEntries((names ?? []).map((name) => [name, true])), NAMES)
  if (!(most >= 1)) refuse('most', '1 or more', String(most))
}

function refuse(at: string, expected: string, found: string): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found })
}

/**
 * Events one after another, from the call on. What is not read in time is kept, and of too much the oldest is dropped: whoever reads slowly
 * is told how many, and holds nothing up. Ends with the signal, with the compactor, or when the reader leaves.
 */
export function eventStream(events: Events, scope: Scope, options: StreamLimits): AsyncIterableIterator<CompactorEvent> {
  const { signal } = options
  const unread = unreadEvents(options.most)
  const readers: ((result: IteratorResult<CompactorEvent>) => void)[] = []
  let isOver = false
  const off = events.on(options.names, put, scope)
  const offEnd = events.onEnd(end)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted === true || events.isOver()) end()

  function put(event: CompactorEvent): void {
    const reader = readers.shift()
    if (reader === undefined) unread.put(event)
    else reader({ value: event, done: false })
  }

  function end(): void {
    if (isOver) return
    isOver = true
    off()
    offEnd()
    signal?.removeEventListener('abort', end)
    for (const reader of readers.splice(0)) reader({ value: undefined, done: true })
  }

  return {
    next() {
      const event = unread.take()
      if (event !== undefined) return Promise.resolve({ value: event, done: false })
      if (isOver) return Promise.resolve({ value: undefined, done: true })
      return new Promise((resolve) => void readers.push(resolve))
    },
    return() {
      end()
      unread.forget()
      return Promise.resolve({ value: undefined, done: true })
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** A queue that keeps the latest, and says how many it has dropped. */
function unreadEvents(most: number) {
  const unread: CompactorEvent[] = []
  let missed = 0
  return {
    put(event: CompactorEvent): void {
      unread.push(event)
      if (unread.length <= most) return
      unread.shift()
      missed += 1
    },
    take(): CompactorEvent | undefined {
      const [next] = unread
      if (next === undefined || missed === 0) return unread.shift()
      const { tenant, thread, at, number } = next
      const count = missed
      missed = 0
      return frozen({ kind: 'events-missed', count, tenant, thread, at, number: number - 1 })
    },
    forget(): void {
      unread.length = 0
      missed = 0
    },
  }
}

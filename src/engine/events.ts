import type { CompactorEvent, EventName, EventOf, Happening } from '../schema/events.ts'
import { frozen } from '../schema/frozen.ts'
import type { TenantId, ThreadId } from '../schema/ids.ts'
import type { Clock, ThreadKey } from '../schema/ports.ts'

/** Whose events are wanted. */
export interface Scope {
  /** `undefined` for all of them. */
  readonly tenant: TenantId | undefined
  readonly thread: ThreadId | undefined
}

/** Tells what happens to those who want to know. */
export interface Events {
  /** Calls every listener before it returns. Whatever a listener does, nothing comes of it here. */
  tell(key: ThreadKey, happening: Happening): void
  /** The number of a compaction that begins: within its tenant no other has it. */
  begin(key: ThreadKey): number
  /** Whether anybody would hear of a thread: if not, nothing need be found out to be told. */
  isHeard(key: ThreadKey): boolean
  on<Name extends EventName>(
    names: readonly Name[] | undefined,
    listener: (event: EventOf<Name>) => unknown,
    scope: Scope,
  ): () => void
  /** Ends what waits for events. */
  onEnd(end: () => void): () => void
  end(): void
  isOver(): boolean
}

interface Listener {
  readonly names: ReadonlySet<EventName> | undefined
  readonly scope: Scope
  listen(event: CompactorEvent): unknown
}

export function eventsBy(clock: Clock): Events {
  const listeners = new Set<Listener>()
  const ends = new Set<() => void>()
  const told = new Map<TenantId, number>()
  const begun = new Map<TenantId, number>()
  let isOver = false

  const tell: Events['tell'] = (key, happening) => {
    if (listeners.size === 0) return
    const number = next(told, key.tenant)
    const event: CompactorEvent = frozen({ ...happening, tenant: key.tenant, thread: key.thread, at: clock(), number })
    for (const listener of [...listeners]) if (wants(listener, event)) call(listener, event)
  }

  /** A listener is foreign code: it is not waited for, and what it throws is told to the others. */
  function call({ listen }: Listener, event: CompactorEvent): void {
    const failed = (error: unknown): void => {
      if (event.kind === 'listener-failed') return
      tell(event, { kind: 'listener-failed', of: event.kind, message: wordsOf(error) })
    }
    try {
      const answer = listen(event)
      if (answer instanceof Promise) answer.catch(failed)
    } catch (error) {
      failed(error)
    }
  }

  return {
    tell,
    begin: ({ tenant }) => next(begun, tenant),
    isHeard: ({ tenant, thread }) => [...listeners].some(({ scope }) => isWithin(scope, tenant, thread)),
    on(names, listener, scope) {
      const added = { names: names === undefined ? undefined : new Set<EventName>(names), scope, listen: listener }
      listeners.add(added)
      return () => void listeners.delete(added)
    },
    onEnd(end) {
      ends.add(end)
      return () => void ends.delete(end)
    },
    isOver: () => isOver,
    end() {
      isOver = true
      for (const end of [...ends]) end()
      listeners.clear()
    },
  }
}

function next(counts: Map<TenantId, number>, tenant: TenantId): number {
  const count = (counts.get(tenant) ?? 0) + 1
  counts.set(tenant, count)
  return count
}

function wants({ names, scope }: Listener, { kind, tenant, thread }: CompactorEvent): boolean {
  if (names !== undefined && !names.has(kind)) return false
  return isWithin(scope, tenant, thread)
}

function isWithin(scope: Scope, tenant: TenantId, thread: ThreadId): boolean {
  return (scope.tenant ?? tenant) === tenant && (scope.thread ?? thread) === thread
}

/** What was thrown, in words. It may be anything, and looking at it may throw once more. */
export function wordsOf(error: unknown): string {
  try {
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return words.slice(0, 300).toWellFormed()
  } catch {
    return 'something that cannot be put into words'
  }
}

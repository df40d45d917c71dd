import type { StepInput } from './shapes.ts'

/**
 * Tells the history that a step is about from what the SDK hands in. Version 6 hands in the history itself, every time. Version 7 goes on with
 * what the step before was shown:
 *
 *     history  a b c d e          shown  S d e          handed in  S d e f     →     history  a b c d e f
 */
export interface Histories {
  of(messages: readonly object[]): readonly object[]
  /** Remembers what is shown in place of a history. */
  shown(history: readonly object[], messages: readonly object[]): void
}

export function histories(): Histories {
  /** By the last message that was shown: an object that nobody else has. */
  const carried = new WeakMap<object, { readonly history: readonly object[]; readonly count: number }>()
  return {
    of(messages) {
      for (let at = messages.length - 1; at >= 0; at -= 1) {
        const message = messages[at]
        const found = message === undefined ? undefined : carried.get(message)
        if (found?.count === at + 1) return [...found.history, ...messages.slice(at + 1)]
      }
      return messages
    },
    shown(history, messages) {
      const last = messages.at(-1)
      if (last !== undefined) carried.set(last, { history, count: messages.length })
    },
  }
}

/**
 * How many messages of a step's response its history has already. Version 7 gives what the step has said itself; version 6 what all steps have
 * said, and before the first one there may be results that waited for an approval.
 */
export function answeredBefore({ steps, initialMessages }: StepInput): number | 'unknown' {
  if (initialMessages !== undefined) return 0
  return steps.at(-1)?.response.messages.length ?? 'unknown'
}

/** What a step's response adds to its history. */
export function addedBy(response: readonly object[], history: readonly object[], before: number | 'unknown'): readonly object[] {
  if (before !== 'unknown') return response.slice(before)
  for (let known = Math.min(response.length, history.length); known > 0; known -= 1) {
    const end = history.slice(history.length - known)
    if (end.every((message, at) => JSON.stringify(message) === JSON.stringify(response[at]))) return response.slice(known)
  }
  return response
}

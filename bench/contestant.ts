import { threadTime } from './clock.ts'
import type { ChatMessage } from './sessions.ts'

/** What is measured, in the order it is done. */
export const OPERATIONS = ['load', 'check', 'request', 'compact', 'unread', 'first', 'open', 'step'] as const
export type Operation = (typeof OPERATIONS)[number]

/** A contestant keeps a conversation within a budget: our library, or one that people use for it. */
export interface Contestant {
  readonly name: string
  /** What its numbers contain and what they do not, a sentence or two. */
  readonly about: string
  open(history: readonly ChatMessage[], watch: Watch): Promise<Opened>
  /**
   * Makes ready the compaction of a history that was just taken over: nothing of it was read for a summary. Without it, a compaction is that
   * already.
   */
  unread?(history: readonly ChatMessage[], tokens: number): Promise<() => unknown>
  /** The same with nothing known: taking over the history is in the time. Without it, a compaction is that already. */
  first?(history: readonly ChatMessage[], tokens: number): Promise<() => unknown>
  /** The same for a history that another process left in a database. */
  stored?(history: readonly ChatMessage[], tokens: number): Promise<() => unknown>
}

/** A contestant with a history. */
export interface Opened {
  /** How long loading took, if loading is work. `null` if nothing is done until the first check. */
  readonly loading: Timing | null
  /** Nothing is new and nothing is to be done: finds that out. */
  check(): unknown
  /** The same, and the list of messages to send. */
  request(): unknown
  /** Makes ready one compaction to at most `tokens`; what comes back is what is measured. */
  compaction(tokens: number): Promise<() => unknown>
  /** Makes ready one step; what comes back appends the message and checks. */
  step(message: ChatMessage): () => unknown
}

/** How long something took, the middle of several times. */
export type Timing =
  | { readonly kind: 'time'; readonly ms: number; readonly low: number; readonly high: number; readonly samples: number }
  /** It was stopped. */
  | { readonly kind: 'over'; readonly seconds: number }

/** Stops what takes too long: a contestant that counts in a loop looks at it now and then. */
export interface Watch {
  readonly seconds: number
  start(): void
  /** Contract: throws once the time is up. */
  look(): void
  /** Ends the time; says whether it was up. */
  stop(): 'in-time' | 'over'
}

const LOOKS_A_CLOCK = 16

export function makeWatch(seconds: number): Watch {
  let until = Number.POSITIVE_INFINITY
  let isOver = false
  let looks = 0
  return {
    seconds,
    start() {
      until = threadTime() + seconds * 1000
      isOver = false
    },
    look() {
      looks += 1
      // Reading the clock takes longer than counting a few words.
      if (looks % LOOKS_A_CLOCK !== 0 || threadTime() <= until) return
      isOver = true
      throw new Error(`took longer than ${seconds} s`)
    },
    stop() {
      until = Number.POSITIVE_INFINITY
      return isOver ? 'over' : 'in-time'
    },
  }
}

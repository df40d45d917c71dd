import type { Entry } from '../schema/entry.ts'
import type { Remark } from './read-entry.ts'
import { type Candidate, remarkIndex } from './remark-index.ts'

/** Remarks in the order in which they are worth saying, made as far as somebody asks. */
export interface CoverageOrder {
  at(index: number): Candidate | undefined
}

/*
 * What follows was measured on real sessions by `npm run eval`; docs/ledger.md says what helped and what did not.
 */

/** How much an entry that uses a name adds to the name's value: a call acts on it, an output only mentions it. */
const USE = { person: 1.2, agent: 1, call: 1.5, result: 0.05 } as const
/** How much a remark is worth by who made it, for the same names. */
const VOICE = { user: 1, assistant: 1, tool: 0.15, system: 0 } as const
/** The same for a comment or a message inside a call's arguments. */
const WRITTEN_VOICE = 0.3
/** The same for what the agent only said it would do. */
const ANNOUNCED_VOICE = 0.5
/** How much a number or a plain word is worth beside a path or a symbol. */
const COMMON_NAME = 0.3
/** After this share of the log, a use counts half. */
const HALF_LIFE = 0.15
/** What saying a name for the first, second, third time and ever after is worth: there are other words around it. */
const AGAIN = [1, 0.15, 0.05, 0] as const
/** What a remark is worth besides its names, so that decisions and troubles that name nothing come too, in the end. */
const WORDS = { decision: 0.15, error: 0.1, open: 0.15 } as const
const OTHER_WORDS = 0.05
/** Tokens of a line besides its text, and characters of a token: an estimate is enough to choose by. */
const LINE_TOKENS = 5
const CHARACTERS = 4

const orders = new WeakMap<
  readonly Entry[],
  { readonly length: number; readonly last: Entry | undefined; readonly order: CoverageOrder }
>()

/**
 * Orders the remarks of a log so that each next one adds most for its tokens: names that were used much, lately, by whom they matter
 * to, and were not said yet. Every shorter summary is the beginning of a longer one, so one order serves every size and every span.
 *
 *     values: a.ts 5, b.ts 3 · remarks "a.ts is slow", "a.ts calls b.ts", "b.ts is new"
 *     first "a.ts calls b.ts" (8), then "a.ts is slow" (5 × 0.15), then "b.ts is new" (3 × 0.15)
 */
export function coverageOrder(entries: readonly Entry[]): CoverageOrder {
  const before = orders.get(entries)
  const last = entries.at(-1)
  if (before !== undefined && before.length === entries.length && before.last === last) return before.order
  const order = makeOrder(entries)
  orders.set(entries, { length: entries.length, last, order })
  return order
}

function makeOrder(entries: readonly Entry[]): CoverageOrder {
  const table = tableOf(entries)
  const heap = heapOf(table.candidates.length, table.gain)
  const said = new Set<string>()
  const chosen: Candidate[] = []
  return {
    at(index) {
      while (chosen.length <= index) {
        const next = heap.take()
        if (next === undefined) return undefined
        const candidate = table.candidates[next] as Candidate
        if (said.has(candidate.remark.text)) continue
        said.add(candidate.remark.text)
        table.cover(next)
        chosen.push(candidate)
      }
      return chosen[index]
    },
  }
}

interface Table {
  readonly candidates: readonly Candidate[]
  /** What saying a candidate now would add, for each of its tokens. Never more than it was before. */
  gain(candidate: number): number
  cover(candidate: number): void
}

function tableOf(entries: readonly Entry[]): Table {
  const { candidates, heldNames, namesFrom, usedNames, usedBy, names, commonNames } = remarkIndex(entries)
  const recency = numbers(entries.length, (seq) => 0.5 ** ((entries.length - seq) / (entries.length * HALF_LIFE)))
  const uses = numbers(entries.length, (seq) => useOf(entries[seq] as Entry) * (recency[seq] as number))
  const values = new Float64Array(names)
  for (let use = 0; use < usedNames.length; use += 1) {
    const name = usedNames[use] as number
    values[name] = (values[name] as number) + (uses[usedBy[use] as number] as number)
  }
  for (const name of commonNames) values[name] = (values[name] as number) * COMMON_NAME
  /** What saying a name once more is worth. */
  const left = values.slice()
  const times = new Uint8Array(names)
  return {
    candidates,
    gain(candidate) {
      const { seq, remark } = candidates[candidate] as Candidate
      let sum = (recency[seq] as number) * wordsOf(remark)
      const end = namesFrom[candidate + 1] as number
      for (let held = namesFrom[candidate] as number; held < end; held += 1) sum += left[heldNames[held] as number] as number
      return (sum * voiceOf(remark)) / (LINE_TOKENS + remark.text.length / CHARACTERS)
    },
    cover(candidate) {
      const end = namesFrom[candidate + 1] as number
      for (let held = namesFrom[candidate] as number; held < end; held += 1) {
        const name = heldNames[held] as number
        if ((times[name] as number) < AGAIN.length - 1) times[name] = (times[name] as number) + 1
        left[name] = (values[name] as number) * (AGAIN[times[name] as number] as number)
      }
    },
  }
}

function numbers(length: number, make: (index: number) => number): Float64Array {
  const made = new Float64Array(length)
  for (let index = 0; index < length; index += 1) made[index] = make(index)
  return made
}

function voiceOf({ isWritten, isAnnounced, authority }: Remark): number {
  if (isAnnounced === true) return ANNOUNCED_VOICE
  return isWritten === true ? WRITTEN_VOICE : VOICE[authority]
}

function useOf(entry: Entry): number {
  if (entry.kind === 'tool-call') return USE.call
  if (entry.kind === 'tool-result') return USE.result
  return entry.author === 'person' ? USE.person : USE.agent
}

function wordsOf({ kind }: Remark): number {
  return kind === 'decision' || kind === 'error' || kind === 'open' ? WORDS[kind] : OTHER_WORDS
}

/** Of more remarks than about this many, those that add least on their own are not looked at: no summary is that long. */
const MOST_CANDIDATES = 2_048

/** Takes the candidate of the largest gain; as gains only fall, one is looked at again only when it is on top. */
function heapOf(size: number, gain: (candidate: number) => number): { take(): number | undefined } {
  const gains = numbers(size, gain)
  const least = borderOf(gains)
  const heap = new Int32Array(size)
  let length = 0
  for (let index = 0; index < size; index += 1) {
    if ((gains[index] as number) < least) continue
    heap[length] = index
    length += 1
  }
  // Among equals the earlier comes first: the order must be the same everywhere.
  const isBefore = (a: number, b: number): boolean => {
    const [first, second] = [gains[a] as number, gains[b] as number]
    return first > second || (first === second && a < b)
  }
  const sink = (from: number): void => {
    const moving = heap[from] as number
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= length) break
      if (child + 1 < length && isBefore(heap[child + 1] as number, heap[child] as number)) child += 1
      if (!isBefore(heap[child] as number, moving)) break
      heap[at] = heap[child] as number
      at = child
    }
    heap[at] = moving
  }
  for (let index = (length >> 1) - 1; index >= 0; index -= 1) sink(index)
  return {
    take() {
      while (length > 0) {
        const top = heap[0] as number
        const now = gain(top)
        if (now >= (gains[top] as number)) {
          length -= 1
          heap[0] = heap[length] as number
          if (length > 0) sink(0)
          return top
        }
        gains[top] = now
        sink(0)
      }
      return undefined
    },
  }
}

/** Gains looked at to find the border. */
const SAMPLES = 512

/** A gain that about `MOST_CANDIDATES` of all reach, found by looking at some of them. */
function borderOf(gains: Float64Array): number {
  if (gains.length <= MOST_CANDIDATES) return Number.NEGATIVE_INFINITY
  const step = gains.length / SAMPLES
  const sample = numbers(SAMPLES, (index) => gains[Math.floor(index * step)] as number).sort()
  return sample[Math.floor(SAMPLES * (1 - MOST_CANDIDATES / gains.length))] as number
}

import { type Candidate, candidateAt, type RemarkIndex } from './remark-index.ts'

/** Remarks in the order in which they are worth saying, computed only as far as they are asked for. */
export interface CoverageOrder {
  at(index: number): Candidate | undefined
}

/*
 * A place outside a list adds nothing: `?? 0`. There is none; throwing would cost what this loop saves.
 *
 * What follows was measured on real sessions by `npm run eval`; docs/ledger.md says what helped and what did not.
 */

/** How much a number or a plain word is worth beside a path or a symbol. */
const COMMON_NAME = 0.3
/** After this share of the log, but after no fewer entries than this, a use counts half. */
const HALF_LIFE = { share: 0.1, entries: 8 } as const
/** What saying a name for the first, second, third time and ever after is worth: there are other words around it. */
const AGAIN = [1, 0.15, 0.05, 0] as const
/**
 * Lines of output that add less than this share of what the best remark adds are not said: the tenth test that passed, when it is the
 * room of a message that could be shown whole. Pieces of records are said after everything else: agents that book flights live by them.
 */
const LEAST_OUTPUT = 0.003

/**
 * Orders the remarks of a log so that each next one adds most for its tokens: names that were used often, lately and by people or the
 * agent, and were not said yet. Every shorter summary is the beginning of a longer one, so one order serves every size and every span.
 *
 *     values: a.ts 5, b.ts 3 · remarks "a.ts is slow", "a.ts calls b.ts", "b.ts is new"
 *     first "a.ts calls b.ts" (8), then "a.ts is slow" (5 × 0.15), then "b.ts is new" (3 × 0.15)
 */
export function coverageOrder(remarks: RemarkIndex, length: number): CoverageOrder {
  const table = tableOf(remarks, length)
  const heap = heapOf(shownIn(remarks), table.gain)
  const said = new Set<string>()
  const chosen: Candidate[] = []
  const late: number[] = []
  const isLate = new Set<number>()
  let most = 0
  return {
    at(index) {
      while (chosen.length <= index) {
        const next = heap.take() ?? late.shift()
        if (next === undefined) return undefined
        const candidate = candidateAt(remarks, next)
        if (said.has(candidate.remark.text)) continue
        const gain = table.gain(next)
        // What is worth nothing was said otherwise.
        if (gain === 0) continue
        most = Math.max(most, gain)
        if (candidate.remark.authority === 'tool' && gain < most * LEAST_OUTPUT && !isLate.has(next)) {
          if (candidate.remark.isRecord === true) late.push(next)
          isLate.add(next)
          continue
        }
        said.add(candidate.remark.text)
        table.cover(next)
        chosen.push(candidate)
      }
      return chosen[index]
    },
  }
}

interface Table {
  /** What saying a candidate now would add, for each of its tokens. Never more than it was before. */
  gain(candidate: number): number
  cover(candidate: number): void
}

/** What the names of a log are worth, and how fresh its entries are. */
interface NameValues {
  /** By the number of a name: how often, how lately and by whom it was used. */
  readonly values: Float64Array
  /** By entry: 1 at the end of the log, half after a share of it. */
  readonly recency: Float64Array
}

export function nameValues(index: RemarkIndex, length: number): NameValues {
  const { names, commonNames } = index
  const [usedNames, usedBy, uses] = [index.usedNames.values, index.usedBy.values, index.uses.values]
  const recency = new Float64Array(length)
  const fading = 0.5 ** (1 / Math.max(HALF_LIFE.entries, length * HALF_LIFE.share))
  for (let seq = length - 1, now = fading; seq >= 0; seq -= 1, now *= fading) recency[seq] = now
  const values = new Float64Array(names)
  for (let use = 0; use < index.usedNames.length; use += 1) {
    const name = usedNames[use] ?? 0
    const seq = usedBy[use] ?? 0
    if (index.isPast(seq)) continue
    values[name] = (values[name] ?? 0) + (uses[seq] ?? 0) * (recency[seq] ?? 0)
  }
  for (const name of commonNames) values[name] = (values[name] ?? 0) * COMMON_NAME
  return { values, recency }
}

/** What saying each name once more is worth. */
interface NamesLeft {
  readonly left: Float64Array
  say(name: number): void
}

export function namesLeft(values: Float64Array): NamesLeft {
  const left = values.slice()
  const times = new Uint8Array(values.length)
  return {
    left,
    say(name) {
      if ((times[name] ?? 0) < AGAIN.length - 1) times[name] = (times[name] ?? 0) + 1
      left[name] = (values[name] ?? 0) * (AGAIN[times[name] ?? 0] ?? 0)
    },
  }
}

function tableOf(index: RemarkIndex, length: number): Table {
  const [heldNames, namesFrom, saidBy] = [index.heldNames.values, index.namesFrom.values, index.saidBy.values]
  const [words, shares] = [index.words.values, index.shares.values]
  const { values, recency } = nameValues(index, length)
  const { left, say } = namesLeft(values)
  return {
    gain(candidate) {
      let sum = (recency[saidBy[candidate] ?? 0] ?? 0) * (words[candidate] ?? 0)
      const end = namesFrom[candidate + 1] ?? 0
      for (let held = namesFrom[candidate] ?? 0; held < end; held += 1) sum += left[heldNames[held] ?? 0] ?? 0
      return sum * (shares[candidate] ?? 0)
    },
    cover(candidate) {
      const end = namesFrom[candidate + 1] ?? 0
      for (let held = namesFrom[candidate] ?? 0; held < end; held += 1) say(heldNames[held] ?? 0)
    },
  }
}

/** The remarks that are not long past. */
function shownIn({ remarks, saidBy, isPast }: RemarkIndex): Int32Array {
  const shown = new Int32Array(remarks.length)
  let length = 0
  for (let at = 0; at < remarks.length; at += 1) {
    if (isPast(saidBy.values[at] ?? 0)) continue
    shown[length] = at
    length += 1
  }
  return shown.subarray(0, length)
}

/** Of more remarks than about this many, those that add least on their own are not looked at: no summary is that long. */
const MOST_CANDIDATES = 2_048

/** Takes the candidate of the largest gain; as gains only fall, one is looked at again only when it is on top. */
function heapOf(shown: Int32Array, gain: (candidate: number) => number): { take(): number | undefined } {
  const size = shown.length
  const first = new Float64Array(size)
  for (let index = 0; index < size; index += 1) first[index] = gain(shown[index] ?? 0)
  const least = borderOf(first)
  // Two lists side by side: what a place of the heap holds, and what that one adds.
  const heap = new Int32Array(size)
  const gains = new Float64Array(size)
  let length = 0
  for (let index = 0; index < size; index += 1) {
    if ((first[index] ?? 0) < least) continue
    heap[length] = shown[index] ?? 0
    gains[length] = first[index] ?? 0
    length += 1
  }
  /** Puts a candidate where it belongs, at `from` or below. Among equals the earlier comes first: the order is the same everywhere. */
  const sink = (from: number, candidate: number, worth: number): void => {
    let at = from
    for (;;) {
      let child = 2 * at + 1
      if (child >= length) break
      let better = gains[child] ?? 0
      if (child + 1 < length) {
        const other = gains[child + 1] ?? 0
        if (other > better || (other === better && (heap[child + 1] ?? 0) < (heap[child] ?? 0))) {
          child += 1
          better = other
        }
      }
      if (better < worth || (better === worth && (heap[child] ?? 0) > candidate)) break
      heap[at] = heap[child] ?? 0
      gains[at] = better
      at = child
    }
    heap[at] = candidate
    gains[at] = worth
  }
  for (let index = (length >> 1) - 1; index >= 0; index -= 1) sink(index, heap[index] ?? 0, gains[index] ?? 0)
  return {
    take() {
      while (length > 0) {
        const top = heap[0] ?? 0
        const now = gain(top)
        if (now >= (gains[0] ?? 0)) {
          length -= 1
          if (length > 0) sink(0, heap[length] ?? 0, gains[length] ?? 0)
          return top
        }
        sink(0, top, now)
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
  const sample = Float64Array.from({ length: SAMPLES }, (_, index) => gains[Math.floor(index * step)] ?? 0).sort()
  return sample[Math.floor(SAMPLES * (1 - MOST_CANDIDATES / gains.length))] ?? 0
}

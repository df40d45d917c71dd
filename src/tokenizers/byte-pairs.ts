import { type ByteTable, NONE } from './byte-table.ts'

/** Ranks of a byte-pair vocabulary. */
export interface Ranks {
  /** By a token's bytes. */
  readonly tokens: ByteTable
  /** Those of two bytes, by 256 × first + second; `NONE` if there is no such token. Half of all look-ups. */
  readonly pairs: Int32Array
}

/** How many tokens a piece of text becomes: the bytes from `from` up to `end`. */
export type PairCounter = (bytes: Uint8Array, from: number, end: number) => number

/** Heap keys hold rank and position in one number: rank × 2^24 + position stays exact below 2^53. */
const POSITIONS = 2 ** 24
/** Most pieces are shorter, and are counted in the same arrays. */
const SHORT = 256

/** What is known of a piece while its pairs are merged. */
interface Desk {
  readonly next: Int32Array
  readonly before: Int32Array
  /** The rank of the pair that begins at each position, or NONE: a heap entry that disagrees is out of date. */
  readonly rankAt: Int32Array
  readonly heap: MinHeap
}

/**
 * Counts tokens. The pair with the lowest rank is merged first, the leftmost of equals, until no pair has a rank. Pairs wait in a heap,
 * so that a run of n bytes takes n log n steps; looking for the lowest pair anew each time, as tokenizer libraries do, takes n².
 *
 *     a a a a   pairs (aa)(aa)(aa) all of one rank   →   aa a a   →   aa aa   →   aaaa: 1 token
 */
export function pairCounter(ranks: Ranks): PairCounter {
  const usual = deskFor(SHORT)
  return (bytes, from, end) => {
    const length = end - from
    if (length < 2) return length
    return merge(bytes, from, length, ranks, length <= SHORT ? usual : deskFor(length))
  }
}

function merge(bytes: Uint8Array, from: number, length: number, ranks: Ranks, desk: Desk): number {
  const { next, before, rankAt, heap } = desk
  for (let at = 0; at <= length; at += 1) {
    next[at] = at + 1
    before[at] = at - 1
    rankAt[at] = NONE
  }
  const wait = (at: number, rank: number): void => {
    rankAt[at] = rank
    if (rank !== NONE) heap.push(rank * POSITIONS + at)
  }
  const look = (at: number): void => {
    const middle = next[at] ?? 0
    const end = middle < length ? (next[middle] ?? 0) : length + 1
    wait(at, end > length ? NONE : ranks.tokens.find(bytes, from + at, from + end))
  }
  for (let at = 0; at < length - 1; at += 1) {
    wait(at, ranks.pairs[((bytes[from + at] ?? 0) << 8) | (bytes[from + at + 1] ?? 0)] ?? 0)
  }

  let tokens = length
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const at = key % POSITIONS
    if (rankAt[at] !== (key - at) / POSITIONS) continue
    const gone = next[at] ?? 0
    const after = next[gone] ?? 0
    next[at] = after
    before[after] = at
    rankAt[gone] = NONE
    tokens -= 1
    look(at)
    const left = before[at] ?? 0
    if (left >= 0) look(left)
  }
  return tokens
}

function deskFor(length: number): Desk {
  const places = (): Int32Array => new Int32Array(length + 1)
  return { next: places(), before: places(), rankAt: places(), heap: minHeap(length) }
}

interface MinHeap {
  push(key: number): void
  pop(): number | undefined
}

function minHeap(capacity: number): MinHeap {
  // Every merge pushes at most two pairs, and there are fewer merges than bytes.
  const keys = new Float64Array(capacity * 3 + 2)
  let size = 0
  return {
    push(key) {
      let hole = size
      size += 1
      while (hole > 0) {
        const parent = (hole - 1) >> 1
        if ((keys[parent] ?? 0) <= key) break
        keys[hole] = keys[parent] ?? 0
        hole = parent
      }
      keys[hole] = key
    },
    pop() {
      if (size === 0) return undefined
      const top = keys[0] ?? 0
      size -= 1
      const last = keys[size] ?? 0
      let hole = 0
      for (let child = 1; child < size; child = 2 * hole + 1) {
        if (child + 1 < size && (keys[child + 1] ?? 0) < (keys[child] ?? 0)) child += 1
        if ((keys[child] ?? 0) >= last) break
        keys[hole] = keys[child] ?? 0
        hole = child
      }
      keys[hole] = last
      return top
    },
  }
}

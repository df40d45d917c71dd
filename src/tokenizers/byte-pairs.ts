/** Ranks of a byte-pair vocabulary. */
export interface Ranks {
  /** By a token's bytes, one character a byte. */
  readonly tokens: ReadonlyMap<string, number>
  /** Those of two bytes, by 256 × first + second; `NONE` if there is no such token. Half of all look-ups, without a string. */
  readonly pairs: Int32Array
}

/** Stands for no rank. */
export const NONE = -1
/** Heap keys hold rank and position in one number: rank × 2^24 + position stays exact below 2^53. */
const POSITIONS = 2 ** 24

/**
 * How many tokens a piece of text becomes. The pair with the lowest rank is merged first, the leftmost of equals, until no pair
 * has a rank. Pairs wait in a heap, so that a run of n bytes takes n log n steps; looking for the lowest pair anew each time, as
 * tokenizer libraries do, takes n².
 *
 *     a a a a   pairs (aa)(aa)(aa) all of one rank   →   aa a a   →   aa aa   →   aaaa: 1 token
 */
export function countPairs(bytes: string, ranks: Ranks): number {
  const length = bytes.length
  if (length < 2) return length
  const next = new Int32Array(length + 1)
  const before = new Int32Array(length + 1)
  for (let at = 0; at <= length; at += 1) {
    next[at] = at + 1
    before[at] = at - 1
  }
  // The rank of the pair that begins at each position, or NONE: a heap entry that disagrees is out of date.
  const rankAt = new Int32Array(length + 1).fill(NONE)
  const heap = minHeap(length)
  const wait = (at: number, rank: number): void => {
    rankAt[at] = rank
    if (rank !== NONE) heap.push(rank * POSITIONS + at)
  }
  const look = (at: number): void => {
    const middle = next[at] as number
    const end = middle < length ? (next[middle] as number) : length + 1
    wait(at, end > length ? NONE : (ranks.tokens.get(bytes.slice(at, end)) ?? NONE))
  }
  for (let at = 0; at < length - 1; at += 1) {
    wait(at, ranks.pairs[(bytes.charCodeAt(at) << 8) | bytes.charCodeAt(at + 1)] as number)
  }

  let tokens = length
  for (let key = heap.pop(); key !== undefined; key = heap.pop()) {
    const at = key % POSITIONS
    if (rankAt[at] !== (key - at) / POSITIONS) continue
    const gone = next[at] as number
    const after = next[gone] as number
    next[at] = after
    before[after] = at
    rankAt[gone] = NONE
    tokens -= 1
    look(at)
    const left = before[at] as number
    if (left >= 0) look(left)
  }
  return tokens
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
        if ((keys[parent] as number) <= key) break
        keys[hole] = keys[parent] as number
        hole = parent
      }
      keys[hole] = key
    },
    pop() {
      if (size === 0) return undefined
      const top = keys[0] as number
      size -= 1
      const last = keys[size] as number
      let hole = 0
      for (let child = 1; child < size; child = 2 * hole + 1) {
        if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child += 1
        if ((keys[child] as number) >= last) break
        keys[hole] = keys[child] as number
        hole = child
      }
      keys[hole] = last
      return top
    },
  }
}

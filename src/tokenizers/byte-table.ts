/** Stands for nothing found. */
export const NONE = -1

/** Numbers by runs of bytes. Looking one up makes no string: a run is named by where it stands among other bytes. */
export interface ByteTable {
  /** The number of a run, or `NONE`. */
  find(bytes: Uint8Array, from: number, end: number): number
  /** False, and nothing is added, if there is no more room. A run is added only once. */
  add(bytes: Uint8Array, from: number, end: number, value: number): boolean
  clear(): void
}

/** FNV-1a. */
const START = 0x811c9dc5
const PRIME = 0x01000193

/** A table with room for so many runs, and so many bytes in all of them. */
export function byteTable(room: { readonly runs: number; readonly bytes: number }): ByteTable {
  const kept = new Uint8Array(room.bytes)
  /** Where each run begins among the bytes that are kept; behind the last, where it ends. */
  const starts = new Int32Array(room.runs + 1)
  const values = new Int32Array(room.runs)
  /** The number of a run and one more, at its hash or the next free place behind it. */
  const places = new Int32Array(2 ** Math.ceil(Math.log2(room.runs * 2 + 2)))
  const mask = places.length - 1
  let runs = 0
  return {
    find(bytes, from, end) {
      const length = end - from
      for (let place = placeOf(bytes, from, end) & mask; ; place = (place + 1) & mask) {
        const run = places[place] ?? 0
        if (run === 0) return NONE
        const start = starts[run - 1] ?? 0
        if ((starts[run] ?? 0) - start !== length) continue
        let same = 0
        while (same < length && kept[start + same] === bytes[from + same]) same += 1
        if (same === length) return values[run - 1] ?? 0
      }
    },
    add(bytes, from, end, value) {
      const start = starts[runs] ?? 0
      if (runs === room.runs || start + end - from > room.bytes) return false
      for (let at = from; at < end; at += 1) kept[start + at - from] = bytes[at] ?? 0
      values[runs] = value
      runs += 1
      starts[runs] = start + end - from
      let place = placeOf(bytes, from, end) & mask
      while (places[place] !== 0) place = (place + 1) & mask
      places[place] = runs
      return true
    },
    clear() {
      places.fill(0)
      runs = 0
    },
  }
}

function placeOf(bytes: Uint8Array, from: number, end: number): number {
  let hash = START
  for (let at = from; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), PRIME)
  return hash ^ (hash >>> 15)
}

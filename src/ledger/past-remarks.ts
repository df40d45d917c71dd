import { itemAt } from '../schema/at.ts'
import type { EntryReading } from './read-entry.ts'
import type { GrowingIndex } from './remark-index.ts'

/** How far an index was cleared: entries that were looked at, and what was left of remarks and uses of names. */
export interface Cleared {
  readonly entries: number
  readonly remarks: number
  readonly uses: number
  /** Of calls and results before this entry, nothing is in the index. */
  readonly until: number
}

export const NOTHING_CLEARED: Cleared = { entries: 0, remarks: 0, uses: 0, until: 0 }

/** An index is cleared when it has grown by so much: each time, all of it is looked at. */
const GROWN = { by: 1.125, remarks: 64, uses: 512 } as const

/**
 * Lets go of what was read of calls and results that are long past: the index passes it over, and of an agent's session it is most of what is
 * read. What is left stands in the same order, so that the same is chosen of it. `known` entries were read before the index grew last: what was
 * long past when it was read never came into it, so that of a log that is read at once nothing has to go.
 */
export function letGoOfPast(
  index: GrowingIndex,
  readings: readonly (EntryReading | undefined)[],
  last: Cleared,
  known: number,
): Cleared {
  const end = Math.max(last.entries, Math.min(index.horizon, index.length))
  for (let seq = last.entries; seq < end; seq += 1) if (index.isPast(seq)) readings[seq]?.letGo?.()
  const isDue =
    index.remarks.length > GROWN.by * last.remarks + GROWN.remarks || index.usedBy.length > GROWN.by * last.uses + GROWN.uses
  const isClear = last.until >= Math.min(known, index.horizon)
  const until = isClear || isDue ? index.horizon : last.until
  if (!isDue) return { ...last, entries: end, until }
  if (!isClear) {
    keepRemarks(index)
    keepUses(index)
    keepNames(index)
  }
  return { entries: end, remarks: index.remarks.length, uses: index.usedBy.length, until }
}

/** Remarks, and what stands beside them. */
function keepRemarks(index: GrowingIndex): void {
  const { remarks, isPast, turn } = index
  const [saidBy, namesFrom, heldNames] = [index.saidBy.values, index.namesFrom.values, index.heldNames.values]
  const [words, shares] = [index.words.values, index.shares.values]
  let [left, held] = [0, 0]
  for (let at = 0; at < remarks.length; at += 1) {
    const by = saidBy[at] ?? 0
    if (at === turn) index.turn = left
    if (isPast(by)) continue
    const from = namesFrom[at] ?? 0
    const end = namesFrom[at + 1] ?? 0
    remarks[left] = itemAt(remarks, at)
    saidBy[left] = by
    words[left] = words[at] ?? 0
    shares[left] = shares[at] ?? 0
    heldNames.copyWithin(held, from, end)
    held += end - from
    left += 1
    namesFrom[left] = held
  }
  if (turn === remarks.length) index.turn = left
  remarks.length = left
  index.heldNames.length = held
  index.namesFrom.length = left + 1
  for (const column of [index.saidBy, index.words, index.shares]) column.length = left
}

function keepUses({ usedNames, usedBy, isPast }: GrowingIndex): void {
  let left = 0
  for (let use = 0; use < usedBy.length; use += 1) {
    const [name = 0, by = 0] = [usedNames.values[use], usedBy.values[use]]
    if (isPast(by)) continue
    usedNames.values[left] = name
    usedBy.values[left] = by
    left += 1
  }
  usedNames.length = left
  usedBy.length = left
}

/** Without names that nothing else has. What is left is numbered anew, in the same order: lists by number are as long as there are names. */
function keepNames(index: GrowingIndex): void {
  const { numbers, lastIn, horizon } = index
  const numbered = new Int32Array(index.names).fill(GONE)
  let left = 0
  for (const [name, number] of numbers) {
    const last = lastIn.values[number] ?? 0
    if (last < horizon) {
      numbers.delete(name)
      continue
    }
    numbered[number] = left
    numbers.set(name, left)
    lastIn.values[left] = last
    left += 1
  }
  index.names = left
  lastIn.length = left
  const anew = (number = 0): number => numbered[number] ?? GONE
  for (const { values, length } of [index.heldNames, index.usedNames])
    for (let at = 0; at < length; at += 1) values[at] = anew(values[at])
  const common = index.commonNames.map(anew).filter((number) => number !== GONE)
  index.commonNames.length = 0
  for (const number of common) index.commonNames.push(number)
}

const GONE = -1

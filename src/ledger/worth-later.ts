import { itemAt } from '../schema/at.ts'
import type { Seq } from '../schema/ids.ts'
import { type Column, firstAtLeast } from './column.ts'
import type { Remark } from './read-entry.ts'

/*
 * What an entry that comes later makes of the worth of what was said before.
 */

/** What is left of the worth of what the agent said, if a person answers that it is wrong, or undid it. */
const UNDONE = 0.3
/** What the agent said last before a person spoke again is what it found, as it tells it to people: so much more worth than on the way. */
const CONCLUDED = 1.5
/** And more if it ended with a question and a person said yes: that is what was decided. */
const AGREED = 2.5
/** So much of what a call is given is looked at for code that was shown before. */
const MOST_GIVEN = 1_500

interface Worths {
  readonly remarks: readonly Remark[]
  readonly saidBy: Column
  readonly shares: Column<Float64Array>
  /** Where the candidates that came after a person's last words begin. */
  readonly turn: number
}

/** A person speaks again, maybe to agree: what the agent had said last. */
export function promote(index: Worths, spoke: Seq, isAgreed: boolean): void {
  scale(index, placesOf(index, spoke), isAgreed ? AGREED : CONCLUDED)
}

/** A person says that it is wrong: the agent's remarks since a person spoke last. */
export function demote(index: Worths): void {
  for (let at = index.turn; at < index.remarks.length; at += 1) {
    if (index.remarks[at]?.authority === 'assistant') scale(index, [at, at + 1], UNDONE)
  }
}

/** What stands in the arguments of a call is worth nothing if it came to nothing: the same words may be said of another call. */
export function withdraw(index: Worths, call: Seq): void {
  scale(index, placesOf(index, call), 0)
}

/** Code that the agent shows is not told if it is what the next call is given: that tells what came of it. */
export function withdrawShown(index: Worths, spoke: Seq, input: string): void {
  const [from, end] = placesOf(index, spoke)
  for (let at = from; at < end; at += 1) {
    const { holds, text } = itemAt(index.remarks, at)
    if (holds === undefined) continue
    const code = text.slice(holds.length).replace(/…$/, '').trim()
    if (input.slice(0, MOST_GIVEN).replaceAll(/\s+/g, ' ').includes(code)) scale(index, [at, at + 1], 0)
  }
}

function scale({ shares }: Worths, [from, end]: readonly [number, number], by: number): void {
  for (let at = from; at < end; at += 1) shares.values[at] = (shares.values[at] ?? 0) * by
}

/** Where the remarks of an entry begin and end: they stand in the order of the log. */
function placesOf({ saidBy }: Worths, seq: Seq): readonly [number, number] {
  return [firstAtLeast(saidBy, seq), firstAtLeast(saidBy, seq + 1)]
}

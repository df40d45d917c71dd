import type { Remark } from './read-entry.ts'

/** Node holds on to the text that a piece was cut out of if the piece has so many characters. */
const SHORTEST_PART = 13

/** A text that is kept for long. What was cut out of another text may hold all of it in memory: this holds nothing but itself. */
export function ownText(text: string): string {
  // What is that short is copied when it is cut out.
  if (text.length < SHORTEST_PART) return text
  // Joined texts are written out anew.
  return [text.slice(0, 1), text.slice(1)].join('')
}

/** The same of a remark. */
export function ownRemark(remark: Remark | undefined): Remark | undefined {
  return remark && { ...remark, text: ownText(remark.text), names: remark.names.map(ownText) }
}

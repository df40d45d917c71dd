import type { Remark } from './read-entry.ts'

/** A text that is kept for long. What was cut out of another text may hold all of it in memory: this holds nothing but itself. */
export function ownText(text: string): string {
  // Joined texts are written out anew.
  return [text.slice(0, 1), text.slice(1)].join('')
}

/** The same of a remark. */
export function ownRemark(remark: Remark): Remark {
  return { ...remark, text: ownText(remark.text), names: remark.names.map(ownText) }
}

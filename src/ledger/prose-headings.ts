import type { ItemKind } from '../schema/ledger.ts'

/** What the headings say that models are asked to write under, and those that they like to write: the first that fits counts. */
const KINDS: readonly (readonly [ItemKind, RegExp])[] = [
  ['step', /\b(?:next|pending|remain(?:s|ing)?|left to do|to[- ]?do|todos?|partial tasks)\b/i],
  ['open', /\b(?:open|unresolved|unclear|questions?|blockers?|blocked)\b/i],
  ['error', /\b(?:errors?|failures?|failed|problems?|bugs?)\b/i],
  ['state', /\b(?:state|status|in progress|being worked on|under way|where it stood)\b/i],
  ['decision', /\b(?:decisions?|decided)\b/i],
  ['outcome', /\b(?:accomplished|completed|done|progress)\b/i],
]
/** A line in front of a list may end like a heading; one of so many characters is none. */
const LONGEST = 60

/** What kind of thing stands below a heading of a summary in prose; `undefined` if it does not say. */
export function kindUnder(heading: string): ItemKind | undefined {
  const words = heading.trim()
  return words.length > LONGEST ? undefined : KINDS.find(([, says]) => says.test(words))?.[0]
}

import type { Heading } from '../schema/print-profile.ts'
import { languageNamed } from './languages/index.ts'
import type { LanguageCode } from './languages/language.ts'

/** A section's heading in a language. */
export function headingIn(language: LanguageCode, heading: Heading): string {
  return languageNamed(language).headings[heading]
}

/** The heading of a task that is not quoted whole: an excerpt is not verbatim. */
export function taskInPart(language: LanguageCode): string {
  return languageNamed(language).phrases.taskInPart
}

/** Handles of messages that stand behind a summary though they are older: whole, or cut. */
interface Carried {
  readonly whole: readonly string[]
  readonly cut: readonly string[]
}

const NOTHING: Carried = { whole: [], cut: [] }

/** The first line of a summary, behind its version. It says which messages stand behind it though they are older: they are not new. */
export function openingIn(language: LanguageCode, span: string, carried: Carried = NOTHING, round?: number): string {
  const { opening, toldOpening, below, belowInPart } = languageNamed(language).phrases
  const first = (round === undefined ? opening : toldOpening.replace('{round}', String(round))).replace('{span}', span)
  const named = (phrase: string, handles: readonly string[]): string =>
    handles.length === 0 ? '' : ` ${phrase.replace('{handles}', handles.join(', '))}`
  return `${first}${named(below, carried.whole)}${named(belowInPart, carried.cut)}`
}

/** How many lines a section would have besides. */
export function moreIn(language: LanguageCode, count: number): string {
  return languageNamed(language).phrases.more.replace('{count}', String(count))
}

/** What the agent did after its last words. */
export function sinceIn(language: LanguageCode, calls: string): string {
  return languageNamed(language).phrases.since.replace('{calls}', () => calls)
}

/** How often people only said that the agent should go on. */
export function goOnsIn(language: LanguageCode, count: number, last: string): string {
  return languageNamed(language).phrases.goOns.replace('{count}', String(count)).replace('{last}', last)
}

/** Stands before what held when an entry was the last one. */
export function asOfIn(language: LanguageCode, handle: string): string {
  return languageNamed(language).phrases.asOf.replace('{last}', handle)
}

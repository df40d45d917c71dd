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

/** The first line of a summary, behind its version. It says which messages stand behind it though they are older: they are not new. */
export function openingIn(language: LanguageCode, span: string, carried: readonly string[] = [], round?: number): string {
  const { opening, toldOpening, below } = languageNamed(language).phrases
  const first = (round === undefined ? opening : toldOpening.replace('{round}', String(round))).replace('{span}', span)
  return carried.length === 0 ? first : `${first} ${below.replace('{handles}', carried.join(', '))}`
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

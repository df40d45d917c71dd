import { CompactionError } from '../schema/failures.ts'
import { ITEM_KINDS, type ItemKind, type ItemStatus } from '../schema/ledger.ts'
import type { Heading } from './headings.ts'

/** How the items of a section are laid out: one line each, boxes to tick, or a table of file, action and description. */
export type Layout = 'list' | 'checklist' | 'table'

/** One section of a printed ledger. */
export interface ProfileSection {
  /** A title of the profile's own, or one of ours, which follows the language of the people. */
  readonly title: { readonly own: string } | { readonly heading: Heading }
  readonly kinds: readonly ItemKind[]
  readonly statuses: readonly ItemStatus[]
  readonly layout: Layout
  /** Printed where the section has no items; without it, such a section is left out. */
  readonly empty?: string
}

/** Which items are printed under which titles, in which order: plain data over the same items, so that anybody can write one. */
export interface PrintProfile {
  readonly name: string
  /** The first line; `{round}` stands for how many compactions there were. */
  readonly title: string
  /** Marks in front of a section's title. */
  readonly marks: string
  readonly sections: readonly ProfileSection[]
}

/** Refuses a profile that could not be printed, naming the place: it may come from a file. */
export function checkProfile(profile: PrintProfile): void {
  if (!Array.isArray(profile.sections)) refuse('profile.sections', 'a list of sections', typeof profile.sections)
  for (const [index, section] of profile.sections.entries()) {
    const at = `profile.sections[${index}]`
    if (!Array.isArray(section.kinds)) refuse(`${at}.kinds`, 'a list of kinds', typeof section.kinds)
    const unknown = section.kinds.find((kind: unknown) => !KINDS.includes(kind))
    if (unknown !== undefined) refuse(`${at}.kinds`, `kinds of items (${KINDS.join(', ')})`, JSON.stringify(unknown))
    if (!LAYOUTS.includes(section.layout)) refuse(`${at}.layout`, LAYOUTS.join(', '), JSON.stringify(section.layout))
  }
}

const KINDS: readonly unknown[] = ITEM_KINDS
const LAYOUTS: readonly unknown[] = ['list', 'checklist', 'table']

function refuse(at: string, expected: string, found: string): never {
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found })
}

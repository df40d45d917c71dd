import { ITEM_KINDS, type ItemKind, type ItemStatus } from './ledger.ts'

/** What stands above a section of a summary, in the language that people write: a kind of item, or something that is not an item. */
export type Heading = ItemKind | 'said' | 'earlier'
export const HEADINGS: readonly Heading[] = [...ITEM_KINDS, 'said', 'earlier']

/** How the items of a section are laid out: one line each, boxes to tick, or a table of file, action and description. */
export type Layout = 'list' | 'checklist' | 'table'

/** One section of a printed ledger. */
export interface ProfileSection {
  /** A title of the profile's own, or one of ours, which follows the language of the people. */
  readonly title: { readonly own: string } | { readonly heading: Heading }
  readonly kinds: readonly ItemKind[]
  readonly statuses: readonly ItemStatus[]
  readonly layout: Layout
  /** Printed if the section has no items; without it, such a section is left out. */
  readonly empty?: string
}

/** Which items are printed under which titles, in which order: plain data over the same items, so that users can write their own. */
export interface PrintProfile {
  readonly name: string
  /** The first line; `{round}` stands for how many compactions there were. */
  readonly title: string
  /** Marks in front of a section's title. */
  readonly marks: string
  readonly sections: readonly ProfileSection[]
}

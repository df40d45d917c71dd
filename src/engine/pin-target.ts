import type { Entry } from '../schema/entry.ts'
import type { EntryId } from '../schema/ids.ts'

/** What to pin: an entry by its id, or everything a person wrote that contains a text. */
export type PinTarget = { readonly entry: EntryId } | { readonly text: string }

/** Pins come from the host by id, or from a person's own words; never from what a tool printed. */
export function isPinTarget(entry: Entry, target: PinTarget): boolean {
  if ('entry' in target) return entry.id === target.entry
  return target.text !== '' && entry.kind === 'text' && entry.author === 'person' && entry.text.includes(target.text)
}

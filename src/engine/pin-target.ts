import type { Entry } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'

/** What to pin: an entry by its id, or everything a person wrote that contains a text. */
export type PinTarget = { readonly entry: string } | { readonly text: string }

/** The entries that are meant. Throws `pin-not-found` where there is none. */
export function pinTargets(entries: readonly Entry[], target: PinTarget): readonly Entry[] {
  const found = entries.filter((entry) => isPinTarget(entry, target))
  if (found.length > 0) return found
  throw new CompactionError<'pin-not-found'>({ code: 'pin-not-found', text: 'entry' in target ? target.entry : target.text })
}

/** Pins come from the host by id, or from a person's own words; never from what a tool printed. */
function isPinTarget(entry: Entry, target: PinTarget): boolean {
  if ('entry' in target) return entry.id === target.entry
  return target.text !== '' && entry.kind === 'text' && entry.author === 'person' && entry.text.includes(target.text)
}

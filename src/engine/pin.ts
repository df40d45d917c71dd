import type { Entry } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'
import type { EntryId } from '../schema/ids.ts'
import { checkOptions } from './options.ts'
import type { ThreadState } from './thread-state.ts'

/** What to pin: an entry by its id, or everything a person wrote that contains a text. */
export type PinTarget = { readonly entry: string } | { readonly text: string }

/** Protects entries from compaction. Throws `pin-not-found` if there is no such entry. */
export async function pin(state: ThreadState, target: PinTarget): Promise<readonly EntryId[]> {
  checkTarget(target)
  const { log, pins, ports, key } = state
  const found = log.entries.filter((entry) => isPinTarget(entry, target))
  if (found.length === 0) {
    const missed = 'entry' in target ? { text: target.entry, by: 'entry' as const } : { text: target.text }
    throw new CompactionError<'pin-not-found'>({ code: 'pin-not-found', ...missed })
  }
  const seqs = found.map(({ seq }) => seq)
  await ports.store.pin(key, seqs)
  for (const seq of seqs) pins.add(seq)
  const entries = found.map(({ id }) => id)
  ports.events.tell(key, { kind: 'pinned', entries })
  return entries
}

function checkTarget(target: PinTarget): void {
  checkOptions('pin', target, { entry: 'text', text: 'text' })
  const given = Object.values(target).filter((value) => value !== undefined).length
  if (given === 1) return
  const found = given === 0 ? 'neither' : 'both'
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'pin', expected: 'an entry or a text', found })
}

/** Pins come from the host by id, or from a person's own words; never from what a tool printed. */
function isPinTarget(entry: Entry, target: PinTarget): boolean {
  if ('entry' in target) return entry.id === target.entry
  return target.text !== '' && entry.kind === 'text' && entry.author === 'person' && entry.text.includes(target.text)
}

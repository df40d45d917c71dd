import type { ItemDraft } from '../../schema/ledger.ts'
import type { ItemScene } from './check-item.ts'
import { hasMarker } from './markers.ts'
import { faultInTelling } from './telling.ts'

/** What a short answer answers to stands so many entries before it, at the most. */
const BEFORE = 8

/**
 * The item with its note if what the agent said before the quoted words, or they themselves, bear it out; without it otherwise: a false note
 * beside a "yes" would put words into a person's mouth (L12).
 */
export function withSoundContext(item: ItemDraft, scene: ItemScene): ItemDraft {
  const { context, ...bare } = item
  if (context === undefined) return item
  const first = Math.min(...item.sources)
  const around = Array.from({ length: BEFORE }, (_, index) => first - 1 - index).filter((seq) => {
    const entry = scene.entries[seq]
    return seq >= scene.start && entry !== undefined && entry.author === 'agent' && entry.kind !== 'reasoning'
  })
  const isQuotation = item.authority !== 'assistant' && !hasMarker(context)
  // As one entry: a note beside a person's words needs as much support as any other telling.
  const source = { ...scene.read([...around, ...item.sources]), entries: 1 }
  const telling = { source, kind: 'open' as const, knows: () => false, heard: () => false, wrote: () => false }
  const isSound = isQuotation && faultInTelling(context, telling) === undefined
  return isSound ? item : bare
}

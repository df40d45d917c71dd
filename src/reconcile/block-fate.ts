import type { Seq } from '../schema/ids.ts'

/** What one given block is. */
export type BlockFate =
  /** Its own words, or other words for it; `null` if it was put in before, and recorded. */
  | { readonly kind: 'known'; readonly seq: Seq | null; readonly words: 'own' | 'other' }
  | { readonly kind: 'edited'; readonly seq: Seq }
  | { readonly kind: 'reduced'; readonly seq: Seq }
  /** Before entry `seq`. */
  | { readonly kind: 'inserted'; readonly seq: Seq }
  | { readonly kind: 'new' | 'summary' | 'ours' | 'passing' }

/** True for what the log must be told. */
export function isNew({ kind }: BlockFate): boolean {
  return kind === 'new' || kind === 'summary'
}

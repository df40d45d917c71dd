import type { BlockDraft } from '../../schema/draft.ts'
import type { Role } from '../../schema/entry.ts'
import type { OtherWords } from '../../schema/reconciliation.ts'
import { keyOf } from './block-key.ts'
import type { CallIds } from './given-blocks.ts'

/** Other words for entries, found by what they say. */
export interface WordsIndex {
  find(role: Role, block: BlockDraft, ids: CallIds): OtherWords | undefined
}

export const NO_WORDS: WordsIndex = { find: () => undefined }

export function wordsIndex(words: readonly OtherWords[]): WordsIndex {
  const byName = new Map<string, OtherWords>()
  for (const word of words) {
    for (const ids of ['kept', 'lost'] as const) {
      const name = nameOf(word.role, word.block, ids)
      if (!byName.has(name)) byName.set(name, word)
    }
  }
  return {
    find: (role, block, ids) => byName.get(nameOf(role, block, 'callId' in block && block.callId === '' ? 'lost' : ids)),
  }
}

/** Placeholders say the same of many results: only the id tells which one is meant. */
function nameOf(role: Role, block: BlockDraft, ids: CallIds): string {
  const { shelf, text } = keyOf(role, block)
  const id = ids !== 'lost' && 'callId' in block ? JSON.stringify(block.callId) : ''
  return `${shelf} ${id}\n${text}`
}

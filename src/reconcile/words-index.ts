import { itemAt } from '../schema/at.ts'
import type { BlockDraft } from '../schema/draft.ts'
import type { Role } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { OtherWords } from '../schema/reconciliation.ts'
import { keyOf } from './block-key.ts'
import { isNamed, ownId } from './call-ids.ts'
import type { GivenBlock } from './given-blocks.ts'

export interface FoundWords {
  readonly words: OtherWords
  /** True if other entries are said in the same words, and no id tells which one is meant. */
  readonly isAnyOf: boolean
}

/** Other words for entries, found by what they say. */
export interface WordsIndex {
  /** The next words for an entry that is not taken. An entry that is taken must not become free again. */
  find(given: GivenBlock, isFree: (seq: Seq) => boolean): FoundWords | undefined
}

export const NO_WORDS: WordsIndex = { find: () => undefined }

/** Placeholders say the same of many results: the id tells which one is meant, and if there is none, the order. */
export function wordsIndex(words: readonly OtherWords[]): WordsIndex {
  const byId = new Map<string, Queue>()
  const withoutId = new Map<string, Queue>()
  const all = new Map<string, Queue>()
  const underId = new Map<string, OtherWords[]>()
  for (const word of words) {
    const { role, block } = word
    const id = isNamed(block) ? ownId(block) : undefined
    add(all, nameOf(role, block), word)
    if (id !== undefined || !isNamed(block)) add(byId, nameOf(role, block, id), word)
    else add(withoutId, nameOf(role, block), word)
    if (word.seq !== null && id !== undefined) addUnder(underId, id, word)
  }
  return {
    find({ role, block, ids }, isFree) {
      if (!isNamed(block)) return next(byId.get(nameOf(role, block)), isFree)
      const id = ownId(block)
      const anyone = id === undefined || ids === 'lost' ? all : withoutId
      const exact = id === undefined ? undefined : next(byId.get(nameOf(role, block, id)), isFree)
      const found = exact ?? next(anyone.get(nameOf(role, block)), isFree)
      if (found !== undefined || id === undefined) return found
      const inside = underId.get(id)?.find(({ seq, block: said }) => seq !== null && isFree(seq) && isInside(said, block))
      return inside && { words: inside, isAnyOf: false }
    },
  }
}

interface Queue {
  readonly words: OtherWords[]
  /** Words before this are taken. */
  from: number
  isAnyOf: boolean
}

function add(queues: Map<string, Queue>, name: string, word: OtherWords): void {
  const queue = queues.get(name)
  if (queue === undefined) {
    queues.set(name, { words: [word], from: 0, isAnyOf: false })
    return
  }
  queue.isAnyOf ||= queue.words[0]?.seq !== word.seq
  queue.words.push(word)
}

/** Agents use an id twice now and then; more often than this, it says nothing. */
const MOST_UNDER_ONE_ID = 16

function addUnder(ids: Map<string, OtherWords[]>, id: string, word: OtherWords): void {
  const words = ids.get(id)
  if (words === undefined) ids.set(id, [word])
  else if (words.length < MOST_UNDER_ONE_ID) words.push(word)
}

function next(queue: Queue | undefined, isFree: (seq: Seq) => boolean): FoundWords | undefined {
  if (queue === undefined) return undefined
  for (; queue.from < queue.words.length; queue.from += 1) {
    const words = itemAt(queue.words, queue.from)
    if (words.seq === null || isFree(words.seq)) return { words, isAnyOf: queue.isAnyOf }
  }
  return undefined
}

/**
 * Calls and results that have a shape of their own take other words into it, and results say how it ended besides.
 *
 *     a call shortened to "…"       →    { "commands": ["…"] }
 *     a result shortened to "…"     →    { "status": "compacted", "message": "…" }, or "…\n[exit code 1]"
 */
function isInside(said: BlockDraft, block: BlockDraft): boolean {
  if (said.kind === 'tool-call' && block.kind === 'tool-call') return block.input.includes(JSON.stringify(said.input))
  if (said.kind !== 'tool-result' || block.kind !== 'tool-result' || said.text.trim() === '') return false
  return block.text.startsWith(`${said.text}\n`) || block.text.includes(JSON.stringify(said.text))
}

function nameOf(role: Role, block: BlockDraft, id?: string): string {
  const { shelf, text } = keyOf(role, block)
  return `${shelf} ${id === undefined ? '' : JSON.stringify(id)}\n${text}`
}

import { authorReader } from '../ingest/authorship.ts'
import { itemAt } from '../schema/at.ts'
import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import type { Author, Role } from '../schema/entry.ts'
import { frozen } from '../schema/frozen.ts'
import { opensSummary } from '../schema/notices.ts'
import type { CallIds } from './call-ids.ts'

/** One block of what was handed in. */
export interface GivenBlock {
  readonly role: Role
  readonly block: BlockDraft
  readonly draft: MessageDraft
  readonly author: Author
  readonly ids: CallIds
  /** Position of its message. */
  readonly message: number
  /** Position in its message. */
  readonly place: number
}

/** Stands for a message without blocks. */
export const EMPTY_BLOCK: BlockDraft = frozen({ kind: 'text', raw: null, text: '' })

/** Blocks in the order in which they stand. A message without any is one empty text, as in the log. */
export function givenBlocks(drafts: readonly MessageDraft[]): readonly GivenBlock[] {
  const given: GivenBlock[] = []
  const { authorOf } = authorReader()
  for (let message = 0; message < drafts.length; message += 1) {
    const draft = itemAt(drafts, message)
    const { role, blocks } = draft
    if (blocks.length === 0)
      given.push({ role, block: EMPTY_BLOCK, draft, author: authorOf(draft, EMPTY_BLOCK), ids: 'kept', message, place: 0 })
    for (let place = 0; place < blocks.length; place += 1) {
      const block = itemAt(blocks, place)
      given.push({ role, block, draft, author: authorOf(draft, block), ids: 'kept', message, place })
    }
  }
  return given
}

export function isBlank(block: { readonly kind: string; readonly text?: string }): boolean {
  return block.kind === 'text' && block.text?.trim() === ''
}

/** True for what only people see: a client may change it in place, and no prompt ever shows it. */
export function isUnsent(block: { readonly kind: string; readonly unsent?: true }): boolean {
  return block.kind === 'opaque' && block.unsent === true
}

/** What clients put into old messages and take out again: nothing, reasoning, a harness's notices, what only people see. */
export function isPassing({ role, block, author }: GivenBlock): boolean {
  if (block.kind === 'reasoning' || block.kind === 'turn-start' || isBlank(block) || isUnsent(block)) return true
  return role === 'user' && block.kind === 'text' && !isMarkedSummary(block) && author === 'harness'
}

/** A summary that another program wrote when it compacted, by its mark or by the words that program always begins with. */
export function isMarkedSummary(block: BlockDraft): boolean {
  if (block.kind === 'opaque') return block.type.includes('compaction')
  return block.kind === 'text' && (block.foreignSummary === true || opensSummary(block.text))
}

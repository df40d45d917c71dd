import type { MessageDraft } from '../schema/draft.ts'
import type { ThreadState } from './thread-state.ts'

/**
 * Notes which model sealed the reasoning in an answer: the one that the last request was for, by the name it was asked for. It is written
 * down, because another model must not get it back. If no model was ever named, nothing is known, and nothing is noted.
 */
export function sealedBy({ provider, usual }: ThreadState, drafts: readonly MessageDraft[]): readonly MessageDraft[] {
  const model = provider.lastOptions()?.model ?? usual.model ?? ''
  if (model === '') return drafts
  return drafts.map((draft) => (draft.model === undefined && isSealed(draft) ? { ...draft, model } : draft))
}

function isSealed({ role, blocks }: MessageDraft): boolean {
  return role === 'assistant' && blocks.some((block) => block.kind === 'reasoning' && block.signature !== undefined)
}

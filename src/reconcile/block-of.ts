import type { BlockDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'

/** An entry as an adapter would have read it: without its place in the log, its author and its time. */
export function blockOf(entry: Entry): BlockDraft {
  const { seq, id, turn, role, author, message, time, model, usage, error, finishReason, ...content } = entry
  if (content.kind === 'turn-start') return { kind: content.kind, raw: null }
  if (content.kind !== 'tool-result') return content
  const { answers: _, envelope, ...result } = content
  const { callId: __, ...facts } = envelope
  return { ...result, ...facts }
}

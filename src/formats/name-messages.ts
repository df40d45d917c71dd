import type { MessageDraft } from '../schema/draft.ts'

/** Messages with ids that no other of them has: a file may say one twice. */
export function withOwnIds(messages: readonly MessageDraft[]): readonly MessageDraft[] {
  const seen = new Map<string, number>()
  return messages.map((message) => {
    if (message.id === undefined) return message
    const times = (seen.get(message.id) ?? 0) + 1
    seen.set(message.id, times)
    return times === 1 ? message : { ...message, id: `${message.id}#${times}` }
  })
}

import { neutral } from '../../dialects/neutral/dialect.ts'
import type { Entry } from '../../schema/entry.ts'
import { frozen } from '../../schema/frozen.ts'
import type { PromptMessage } from '../../schema/prompt.ts'
import type { TranscriptFormat } from '../../schema/transcript-format.ts'
import { jsonFormat } from '../json-format.ts'

/** Files in our neutral shape, which every other format can be turned into: `{ "messages": [{ "role", "content": [part] }] }`. */
export const neutralJson: TranscriptFormat = frozen({
  ...jsonFormat(neutral),
  write({ entries }) {
    const messages = neutral.writeMessages(messagesIn(entries))
    return `${JSON.stringify({ messages })}\n`
  },
})

/** Entries put together again as the messages they came in. */
function messagesIn(entries: readonly Entry[]): readonly PromptMessage[] {
  const messages: { readonly id: string; readonly message: PromptMessage; readonly parts: PromptMessage['parts'][number][] }[] =
    []
  for (const entry of entries) {
    if (entry.kind === 'turn-start') continue
    const part = { kind: 'entry', entry } as const
    const last = messages.at(-1)
    if (last?.id === entry.message.id) last.parts.push(part)
    else {
      const parts = [part]
      const { shell } = entry.message
      messages.push({
        id: entry.message.id,
        parts,
        message: { role: entry.role, parts, ...(shell === undefined ? {} : { shell }) },
      })
    }
  }
  return messages.map(({ message }) => message)
}

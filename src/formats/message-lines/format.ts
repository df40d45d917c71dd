import { ALL_DIALECTS } from '../../dialects/all.ts'
import { recogniseDialect } from '../../dialects/recognise.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import { isCompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { FileFault, FileReading, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { timeOf } from '../fields.ts'
import { firstObjects, readJsonLines } from '../json-lines.ts'

/** A message a line, in the shape of any provider: the lines together say which. */
export const messageLines: TranscriptFormat = frozen({
  name: 'message-lines',
  recognise({ text }) {
    const first = firstObjects(text, LOOKED_AT)
    return first.length > 0 && !/^\uFEFF?\s*\[/.test(text) && first.every(isMessage) && text.trim().includes('\n') ? 0.8 : 0
  },
  read: readMessageLines,
})

const LOOKED_AT = 8

function isMessage(value: JsonObject): boolean {
  return typeof value['role'] === 'string' && ('content' in value || 'parts' in value || 'tool_calls' in value)
}

function readMessageLines({ text }: TranscriptFile): FileReading {
  const { lines, faults: unread } = readJsonLines(text)
  const dialect = recogniseDialect(
    lines.map(({ value }) => value),
    ALL_DIALECTS,
  )
  const faults: FileFault[] = [...unread]
  const messages = lines.flatMap(({ line, value }): readonly MessageDraft[] => {
    try {
      const time = timeOf(value['timestamp'] ?? value['created_at'])
      return dialect.readMessages([value]).map((draft) => (time === undefined ? draft : { ...draft, time }))
    } catch (error) {
      if (!isCompactionError(error)) throw error
      faults.push({ line, detail: error.message.replace(/^(?:messages|input|contents)\[0\]\.?/, '').replace(/\.$/, '') })
      return []
    }
  })
  const envelope = null
  return { transcripts: [{ dialect: dialect.traits.name, envelope, messages, tools: [] }], faults }
}

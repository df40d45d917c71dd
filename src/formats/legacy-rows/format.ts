import type { MessageDraft } from '../../schema/draft.ts'
import { frozen } from '../../schema/frozen.ts'
import type { Json } from '../../schema/json.ts'
import type { FileFault, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { parsed } from '../json-format.ts'
import { isLegacyRow, type LegacyRead, readLegacyRow } from './read-row.ts'

/** A table of old rows with one content field each: a JSON array, or a row a line. Every thread that rows name is a conversation. */
export const legacyRows: TranscriptFormat = frozen({
  name: 'legacy-rows',
  recognise(file) {
    const [first] = rowsIn(file)
    return first?.value !== undefined && isLegacyRow(first.value) ? 0.9 : 0
  },
  read(file) {
    const threads = new Map<string | undefined, MessageDraft[]>()
    const faults: FileFault[] = []
    for (const { line, value } of rowsIn(file)) {
      const read: LegacyRead = value === undefined ? { kind: 'unreadable', detail: 'it is not JSON' } : readLegacyRow(value)
      if (read.kind === 'unreadable') {
        faults.push({ line, detail: read.detail })
        continue
      }
      const drafts = threads.get(read.thread) ?? []
      threads.set(read.thread, drafts)
      for (const draft of read.drafts) drafts.push(draft)
    }
    const transcripts = [...threads].map(([thread, messages]) => ({
      ...{ dialect: messages[0]?.shell.dialect ?? '', envelope: {}, messages, tools: [] },
      ...(thread === undefined ? {} : { thread }),
    }))
    return { transcripts, faults }
  },
})

interface Row {
  readonly line: number
  /** Absent if it is not JSON. */
  readonly value: Json | undefined
}

/** Rows one by one: to see what the first is, no other has to be read. */
function* rowsIn({ text, json }: TranscriptFile): Generator<Row> {
  const list = json ?? (/^\uFEFF?\s*\[/.test(text) ? parsed(text.replace(/^\uFEFF/, '')) : undefined)
  if (Array.isArray(list)) for (const [index, value] of list.entries()) yield { line: index + 1, value }
  if (list !== undefined) return
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries())
    if (line.trim() !== '') yield { line: index + 1, value: parsed(line) }
}

export type { LegacyRead }
export { readLegacyRow }

import { openaiResponses } from '../../dialects/openai-responses/dialect.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault } from '../../schema/transcript-format.ts'
import { listIn } from '../fields.ts'
import { asSummary, draftOf } from './items.ts'

/** A compaction of Codex. */
export interface Compacted {
  /** What it wrote, to stand in the log at its place; what else it shows was said before. */
  readonly summary: readonly MessageDraft[]
  /** What its model sees from then on. */
  readonly seen: readonly MessageDraft[]
  readonly faults: readonly FileFault[]
}

/** Encrypted summaries, under all of their names. */
const SEALED: ReadonlySet<string> = new Set(['compaction', 'compaction_summary', 'context_compaction'])

/** Reads a `compacted` line: with the history that replaces what was, or, of older versions, with a summary alone. */
export function compactedIn(payload: JsonObject, line: number, before: readonly MessageDraft[]): Compacted {
  const faults: FileFault[] = []
  const words = stringField(payload, 'message') ?? ''
  const history = listIn(payload, 'replacement_history').filter(isJsonObject)
  const shown = history.flatMap((item): readonly MessageDraft[] => {
    if (item['type'] === 'ghost_snapshot') return []
    const read = draftOf(item, line)
    if (read.kind === 'fault') faults.push(read.fault)
    return read.kind === 'draft' ? [read.draft] : []
  })
  const told = words === '' ? undefined : shown.findLast((draft) => saysWords(draft, words))
  const written = shown.filter((draft) => draft === told || isWritten(draft))
  if (shown.length > 0) {
    const marked = (draft: MessageDraft): MessageDraft => (written.includes(draft) ? asSummary(draft) : draft)
    return { summary: written.flatMap((draft) => alone(draft)), seen: shown.map(marked), faults }
  }
  const summary = words === '' ? [] : summaryOf(words)
  return { summary, seen: [...before.filter(isPersons), ...summary], faults }
}

/** Whether the program wrote it for this compaction: its summary, in words or sealed. */
function isWritten({ role, blocks }: MessageDraft): boolean {
  const [first] = blocks
  if (first?.kind === 'opaque') return SEALED.has(first.type)
  return role === 'user' && first?.kind === 'text' && first.foreignSummary === true
}

function saysWords({ role, blocks }: MessageDraft, words: string): boolean {
  const [first] = blocks
  return role === 'user' && first?.kind === 'text' && first.text.trim() === words.trim()
}

/** The summary without what stands behind it in its message: that was said before. */
function alone(draft: MessageDraft): readonly MessageDraft[] {
  const [first, ...others] = draft.blocks
  return first?.kind === 'text' && others.length > 0 ? summaryOf(first.text) : [asSummary(draft)]
}

function summaryOf(words: string): readonly MessageDraft[] {
  return openaiResponses
    .readMessages([{ type: 'message', role: 'user', content: [{ type: 'input_text', text: words }] }])
    .map(asSummary)
}

/** Older versions keep what people wrote in front of the summary. */
function isPersons({ role, blocks, author }: MessageDraft): boolean {
  const [first] = blocks
  return role === 'user' && author !== 'harness' && first?.kind === 'text' && !/^\s*<|^# AGENTS\.md/.test(first.text)
}

import type { MessageDraft } from '../../schema/draft.ts'
import type { Usage } from '../../schema/entry.ts'
import { frozen } from '../../schema/frozen.ts'
import { type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { aboutOf, numberIn, objectIn, present, spanOfTimes, timeOf } from '../fields.ts'
import { firstObjects, type JsonLine, readJsonLines } from '../json-lines.ts'
import { withOwnIds } from '../name-messages.ts'
import { type Compacted, compactedIn } from './compacted.ts'
import { callIds, draftOf, itemOf } from './items.ts'
import { writeCodex } from './write.ts'

/** Rollouts of Codex: items of the Responses API, and what else happened; a compaction says what its model sees from then on. */
export const codex: TranscriptFormat = frozen({
  name: 'codex',
  dialect: 'openai-responses',
  recognise: ({ text }) => Math.max(0, ...firstObjects(text, LOOKED_AT).map(markOf)),
  read: readCodex,
  write: writeCodex,
})

const LOOKED_AT = 12
const ROLLOUT_LINES: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'world_state',
  'compacted',
])
const BARE_ITEMS: ReadonlySet<string> = new Set(['function_call', 'function_result', 'reasoning', 'local_shell_call'])

function markOf(value: JsonObject): number {
  const type = stringField(value, 'type') ?? ''
  if ('payload' in value && 'timestamp' in value && ROLLOUT_LINES.has(type)) return 1
  if (value['record_type'] === 'state') return 1
  // Files of early versions: items as lines of their own.
  return BARE_ITEMS.has(type) && !('messages' in value) ? 0.7 : 0
}

function readCodex({ text, name }: TranscriptFile): FileReading {
  const { lines, faults: unread } = readJsonLines(text)
  const faults: FileFault[] = [...unread]
  const meta = lines.find(({ value }) => value['type'] === 'session_meta')?.value ?? lines[0]?.value ?? {}
  const about = 'payload' in meta ? objectIn(meta, 'payload') : meta
  const thread = stringField(about, 'id') ?? stringField(about, 'session_id') ?? uuidIn(name)
  const { messages, seen, compactions } = messagesIn(lines, faults)
  const parent = stringField(about, 'parent_thread_id')
  const forked = stringField(about, 'forked_from_id')
  const transcript: FileTranscript = {
    ...{ dialect: 'openai-responses', envelope: {}, tools: [], messages: withOwnIds(messages) },
    ...(thread === undefined ? {} : { thread }),
    ...(seen === undefined ? {} : { seen: withOwnIds(seen) }),
    ...originOf(parent, forked),
    ...aboutOf({
      folder: stringField(about, 'cwd'),
      model: messages.findLast((message) => message.model !== undefined)?.model,
      compactions,
      ...spanOfTimes(lines.map(({ value }) => timeOf(value['timestamp']))),
    }),
  }
  return { transcripts: [transcript], faults }
}

/** A fork's file begins with a copy of what it shares: how much that is, only the other file could tell. */
function originOf(parent: string | undefined, forked: string | undefined): Pick<FileTranscript, 'origin'> {
  if (parent !== undefined) return { origin: { kind: 'child', of: parent } }
  return forked === undefined ? {} : { origin: { kind: 'branch', of: forked, shared: 0 } }
}

function messagesIn(
  lines: readonly JsonLine[],
  faults: FileFault[],
): {
  readonly messages: readonly MessageDraft[]
  readonly seen: readonly MessageDraft[] | undefined
  readonly compactions: number
} {
  const calls = callIds()
  const messages: MessageDraft[] = []
  let seen: MessageDraft[] | undefined
  let model: string | undefined
  let compactions = 0
  for (const line of lines) {
    const payload = objectIn(line.value, 'payload')
    const time = timeOf(line.value['timestamp'] ?? line.value['created_at'])
    if (line.value['type'] === 'turn_context') model = stringField(payload, 'model') ?? model
    else if (line.value['type'] === 'compacted') {
      const compacted: Compacted = compactedIn(payload, line.line, messages)
      faults.push(...compacted.faults)
      messages.push(...compacted.summary.map((draft) => ({ ...draft, ...present({ time }) })))
      seen = [...compacted.seen]
      compactions += 1
    } else if (payload['type'] === 'token_count') reportUsage(usageOf(payload), [messages, ...(seen === undefined ? [] : [seen])])
    const item = itemOf(line, calls)
    if (item === null) continue
    const read = draftOf(item, line.line)
    if (read.kind === 'fault') {
      faults.push(read.fault)
      continue
    }
    const draft = { ...read.draft, ...present({ time, model: read.draft.role === 'assistant' ? model : undefined }) }
    messages.push(draft)
    seen?.push(draft)
  }
  return { messages, seen, compactions }
}

/** What the provider counted stands behind the answer that it is about. */
function reportUsage(usage: Usage | undefined, lists: readonly MessageDraft[][]): void {
  if (usage === undefined) return
  for (const list of lists) {
    const at = list.findLastIndex(({ role }) => role === 'assistant')
    const last = list[at]
    if (last !== undefined && last.usage === undefined) list[at] = { ...last, usage }
  }
}

function usageOf(payload: JsonObject): Usage | undefined {
  const last = objectIn(objectIn(payload, 'info'), 'last_token_usage')
  const input = numberIn(last, 'input_tokens')
  if (input === undefined) return undefined
  const cacheRead = Math.min(input, numberIn(last, 'cached_input_tokens') ?? 0)
  return { input: input - cacheRead, output: numberIn(last, 'output_tokens') ?? 0, cacheRead, cacheWrite: 0 }
}

/** `rollout-2026-06-29T01-50-08-019f1111-d27a-7922-bc85-6667a164e1c3.jsonl` names its session. */
function uuidIn(name: string | undefined): string | undefined {
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(name ?? '')?.[0]
}

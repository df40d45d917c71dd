import type { MessageDraft } from '../../schema/draft.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { aboutOf, objectIn, spanOfTimes, timeOf } from '../fields.ts'
import { firstObjects, type JsonLine, readJsonLines } from '../json-lines.ts'
import { withOwnIds } from '../name-messages.ts'
import { messageOf } from './events.ts'

/** Sessions of GitHub Copilot CLI: a line for each event. What sub-agents did names the call that started them. */
export const copilot: TranscriptFormat = frozen({
  name: 'copilot',
  recognise: ({ text }) => Math.max(0, ...firstObjects(text, LOOKED_AT).map(markOf)),
  read: readCopilot,
})

const LOOKED_AT = 8
const EVENT = /^(?:session|user|assistant|tool|system|subagent|hook)\.[a-z_]+$/

function markOf(value: JsonObject): number {
  const isEvent = isJsonObject(value['data']) && 'id' in value && EVENT.test(stringField(value, 'type') ?? '')
  return isEvent ? 1 : 0
}

/** One conversation as it is read. */
interface Reading {
  readonly messages: MessageDraft[]
  seen: MessageDraft[] | undefined
}

function readCopilot({ text, name }: TranscriptFile): FileReading {
  const { lines, faults } = readJsonLines(text)
  const start = lines.find(({ value }) => value['type'] === 'session.start')?.value
  const thread = stringField(objectIn(start ?? {}, 'data'), 'sessionId') ?? name?.replace(/\.jsonl$/, '')
  const main: Reading = { messages: [], seen: undefined }
  const children = new Map<string, Reading>()
  let compactions = 0
  for (const { value } of lines) {
    const data = objectIn(value, 'data')
    const parent = stringField(data, 'parentToolCallId')
    const reading = parent === undefined ? main : (children.get(parent) ?? { messages: [], seen: undefined })
    if (parent !== undefined) children.set(parent, reading)
    const message = messageOf(value)
    if (message === undefined) continue
    const isSummary = value['type'] === 'session.compaction_complete'
    if (isSummary) {
      compactions += 1
      reading.seen = []
    }
    reading.messages.push(message)
    reading.seen?.push(message)
  }
  const transcripts = [
    { ...transcriptOf(main), ...aboutSession(lines, main, compactions), ...(thread === undefined ? {} : { thread }) },
    ...[...children].flatMap(([call, reading]): readonly FileTranscript[] => {
      if (reading.messages.length === 0) return []
      const linked =
        thread === undefined ? {} : { thread: `${thread}/agent-${call}`, origin: { kind: 'child', of: thread, call } as const }
      return [{ ...transcriptOf(reading), ...linked }]
    }),
  ]
  return { transcripts, faults }
}

function transcriptOf({ messages, seen }: Reading): FileTranscript {
  return {
    ...{ dialect: 'neutral', envelope: {}, tools: [], messages: withOwnIds(messages) },
    ...(seen === undefined ? {} : { seen: withOwnIds(seen) }),
  }
}

function aboutSession(lines: readonly JsonLine[], main: Reading, compactions: number): Pick<FileTranscript, 'about'> {
  const starts = lines.filter(({ value }) => value['type'] === 'session.start' || value['type'] === 'session.resume')
  const folders = starts.map(({ value }) => stringField(objectIn(objectIn(value, 'data'), 'context'), 'cwd'))
  const models = lines.map(({ value }) => stringField(objectIn(value, 'data'), 'newModel'))
  return aboutOf({
    folder: folders.findLast((folder) => folder !== undefined),
    model: main.messages.findLast(({ model }) => model !== undefined)?.model ?? models.findLast((model) => model !== undefined),
    compactions,
    ...spanOfTimes(lines.map(({ value }) => timeOf(value['timestamp']))),
  })
}

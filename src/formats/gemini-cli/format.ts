import type { MessageDraft } from '../../schema/draft.ts'
import { CompactionError, isCompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { aboutOf, listIn, objectIn, spanOfTimes, timeOf } from '../fields.ts'
import { parsed } from '../json-format.ts'
import { firstObjects, readJsonLines } from '../json-lines.ts'
import { withOwnIds } from '../name-messages.ts'
import { messagesOf } from './messages.ts'

/** Chats of Gemini CLI: one JSON value, or, of newer versions, lines that also say what was taken back. */
export const geminiCli: TranscriptFormat = frozen({
  name: 'gemini-cli',
  recognise(file) {
    const [first] = firstObjects(file.text, 1)
    if (first !== undefined && 'projectHash' in first && 'sessionId' in first && !('messages' in first)) return 1
    const json = wholeOf(file)
    if (json === undefined) return 0
    if ('projectHash' in json && Array.isArray(json['messages'])) return 1
    return Array.isArray(json['history']) && listIn(json, 'history').some((each) => isJsonObject(each) && 'parts' in each)
      ? 0.9
      : 0
  },
  read: readGeminiCli,
})

/** A record of a chat, and where it stands: its line, or its number in the list. */
interface Record {
  readonly line: number
  readonly value: JsonObject
}

interface Chat {
  readonly about: JsonObject
  readonly kept: readonly Record[]
  /** What a person went back from, and how many records were left then. */
  readonly left: readonly { readonly records: readonly Record[]; readonly shared: number }[]
  readonly faults: readonly FileFault[]
}

function readGeminiCli(file: TranscriptFile): FileReading {
  const json = wholeOf(file)
  const chat = json === undefined ? chatOfLines(file.text) : chatOfJson(json)
  const faults: FileFault[] = [...chat.faults]
  const thread = stringField(chat.about, 'sessionId')
  const main = drafts(chat.kept, faults)
  const about = aboutOf({
    title: stringField(chat.about, 'summary'),
    folder: listIn(chat.about, 'directories').find((each) => typeof each === 'string'),
    model: main.findLast(({ model }) => model !== undefined)?.model ?? stringField(objectIn(chat.about, 'meta'), 'model'),
    ...spanOfTimes([...main.map(({ time }) => time), timeOf(chat.about['startTime']), timeOf(chat.about['lastUpdated'])]),
  })
  const branches = chat.left.map(({ records, shared }, index): FileTranscript => {
    const before = drafts(chat.kept.slice(0, shared), [])
    const messages = withOwnIds([...before, ...drafts(records, faults)])
    return {
      ...transcript(messages),
      ...(thread === undefined
        ? {}
        : { thread: `${thread}/branch-${index + 1}`, origin: { kind: 'branch', of: thread, shared: before.length } }),
    }
  })
  return {
    transcripts: [{ ...transcript(withOwnIds(main)), ...about, ...(thread === undefined ? {} : { thread }) }, ...branches],
    faults,
  }
}

function transcript(messages: readonly MessageDraft[]): FileTranscript {
  return { dialect: 'gemini', envelope: {}, messages, tools: [] }
}

function drafts(records: readonly Record[], faults: FileFault[]): readonly MessageDraft[] {
  return records.flatMap(({ line, value }) => {
    try {
      return messagesOf(value)
    } catch (error) {
      if (!isCompactionError(error)) throw error
      faults.push({ line, detail: error.message.replace(/^contents\[0\]\.?/, '').replace(/\.$/, '') })
      return []
    }
  })
}

function wholeOf({ text, json }: TranscriptFile): JsonObject | undefined {
  const value: Json | undefined = json ?? (/^\uFEFF?\s*\{/.test(text) ? parsed(text.replace(/^\uFEFF/, '')) : undefined)
  return isJsonObject(value) && ('messages' in value || 'history' in value) ? value : undefined
}

function chatOfJson(json: JsonObject): Chat {
  const records = Array.isArray(json['messages']) ? listIn(json, 'messages') : listIn(json, 'history')
  const kept = records.flatMap((value, index) => (isJsonObject(value) ? [{ line: index + 1, value }] : []))
  const faults = records.flatMap((value, index) =>
    isJsonObject(value) ? [] : [{ line: index + 1, detail: 'the message is not an object' }],
  )
  return { about: json, kept, left: [], faults }
}

/** Lines: the chat's own fields first, then messages; `$set` changes fields, `$rewindTo` takes back what came behind a message. */
function chatOfLines(text: string): Chat {
  const { lines, faults } = readJsonLines(text)
  let about: JsonObject = {}
  let kept: Record[] = []
  const left: { readonly records: readonly Record[]; readonly shared: number }[] = []
  for (const { line, value } of lines) {
    if ('$set' in value) about = { ...about, ...objectIn(value, '$set') }
    else if ('$rewindTo' in value) {
      const to = kept.findIndex((record) => record.value['id'] === value['$rewindTo'])
      const shared = to === -1 ? 0 : to
      if (shared < kept.length) left.push({ records: kept.slice(shared), shared })
      kept = kept.slice(0, shared)
    } else if ('type' in value && 'id' in value) {
      // A message that goes on is written again, whole.
      const known = kept.findIndex((record) => record.value['id'] === value['id'])
      if (known === -1) kept.push({ line, value })
      else kept[known] = { line, value }
    } else about = { ...about, ...value }
  }
  if (kept.length === 0 && left.length === 0 && Object.keys(about).length === 0)
    throw new CompactionError<'input-invalid'>({
      code: 'input-invalid',
      at: 'line 1',
      expected: 'a chat of Gemini CLI',
      found: 'nothing that can be read',
    })
  return { about, kept, left, faults }
}

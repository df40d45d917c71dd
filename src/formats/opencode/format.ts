import { CompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { aboutOf, listIn, objectIn, timeOf } from '../fields.ts'
import { parsed } from '../json-format.ts'
import { withOwnIds } from '../name-messages.ts'
import { draftsOf, type OpencodeMessage } from './messages.ts'
import { seenOf } from './seen.ts'
import { gatherStorage } from './storage.ts'

/** Sessions of OpenCode: its export, `{ info, messages: [{ info, parts }] }`, or a session of its storage with the files beside it. */
export const opencode: TranscriptFormat = frozen({
  name: 'opencode',
  recognise(file) {
    const json = file.json ?? (/^\uFEFF?\s*\{/.test(file.text) ? parsed(file.text.replace(/^\uFEFF/, '')) : undefined)
    if (!isJsonObject(json)) return 0
    if (isExport(json)) return 1
    return isSession(json) ? 1 : 0
  },
  read: readOpencode,
})

function isExport(json: JsonObject): boolean {
  const [first] = listIn(json, 'messages')
  return (
    isSession(objectIn(json, 'info')) && (first === undefined || (isJsonObject(first) && 'info' in first && 'parts' in first))
  )
}

function isSession(json: JsonObject): boolean {
  return typeof json['id'] === 'string' && typeof json['directory'] === 'string' && isJsonObject(json['time'])
}

function readOpencode(file: TranscriptFile): FileReading {
  const json = file.json ?? parsed(file.text.replace(/^\uFEFF/, ''))
  if (!isJsonObject(json))
    throw new CompactionError<'input-invalid'>({
      code: 'input-invalid',
      at: 'the file',
      expected: 'a session of OpenCode',
      found: 'no JSON object',
    })
  const faults: FileFault[] = []
  const sessions = isExport(json)
    ? [{ info: objectIn(json, 'info'), messages: messagesOf(json) }]
    : gatherStorage(json, file.beside ?? [], faults)
  return { transcripts: sessions.map(({ info, messages }) => transcriptOf(info, messages)), faults }
}

function messagesOf(json: JsonObject): readonly OpencodeMessage[] {
  return listIn(json, 'messages')
    .filter(isJsonObject)
    .map((message) => ({ info: objectIn(message, 'info'), parts: listIn(message, 'parts').filter(isJsonObject) }))
}

function transcriptOf(info: JsonObject, messages: readonly OpencodeMessage[]): FileTranscript {
  const thread = stringField(info, 'id')
  const parent = stringField(info, 'parentID')
  const drafts = messages.flatMap((message) => draftsOf(message))
  const seen = seenOf(messages)
  const time = objectIn(info, 'time')
  return {
    ...{ dialect: 'neutral', envelope: {}, tools: [], messages: withOwnIds(drafts) },
    ...(thread === undefined ? {} : { thread }),
    ...(seen === undefined ? {} : { seen: withOwnIds(seen) }),
    ...(parent === undefined ? {} : { origin: { kind: 'child', of: parent } }),
    ...aboutOf({
      title: stringField(info, 'title'),
      folder: stringField(info, 'directory'),
      model: drafts.findLast(({ model }) => model !== undefined)?.model,
      began: timeOf(time['created']),
      ended: timeOf(time['updated']),
      compactions: messages.filter(({ parts }) => parts.some((part) => part['type'] === 'compaction')).length,
    }),
  }
}

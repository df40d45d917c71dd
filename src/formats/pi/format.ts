import { neutral } from '../../dialects/neutral/dialect.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import type { Usage } from '../../schema/entry.ts'
import { frozen } from '../../schema/frozen.ts'
import { type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { aboutOf, numberIn, objectIn, present, spanOfTimes, timeOf } from '../fields.ts'
import { withOwnIds } from '../name-messages.ts'
import { limbsOf } from '../tree.ts'
import { isCompaction, keptBy } from './context.ts'
import { idOf, type PiLine, type PiSession, readPiSession } from './lines.ts'
import { neutralMessage, summaryMessage } from './neutral.ts'
import { writePi } from './write.ts'

/** Session files of pi as transcripts, of all versions: everything that was said, in our neutral shape, and what the model sees of it. */
export const piSessions: TranscriptFormat = frozen({
  name: 'pi',
  dialect: 'neutral',
  recognise: ({ text }) => (/^\uFEFF?\s*\{[^\n]*"type"\s*:\s*"session"/.test(text.slice(0, LONGEST_HEADER)) ? 1 : 0),
  read: readPi,
  write: writePi,
})

/** No header is longer. */
const LONGEST_HEADER = 65_536
const NEWEST_VERSION = 3

function readPi({ text }: TranscriptFile): FileReading {
  const session = readPiSession(text)
  const thread = stringField(session.header.value, 'id')
  const limbs = limbsOf(session.lines, {
    idOf,
    parentOf: ({ value }) => stringField(value, 'parentId'),
    isEnd: (line) => neutralMessage(line) !== null || isCompaction(line),
  })
  const nameOf = (index: number): string | undefined =>
    index === 0 || thread === undefined ? thread : `${thread}/branch-${index}`
  const transcripts = (limbs.length === 0 ? [{ nodes: [] }] : limbs).map(({ nodes, left }, index): FileTranscript => {
    const messages = messagesIn(nodes)
    const name = nameOf(index)
    const of = left === undefined ? undefined : nameOf(left.of)
    const seen = seenIn(nodes)
    return {
      ...{ dialect: 'neutral', envelope: {}, tools: [], messages: withOwnIds(messages) },
      ...(name === undefined ? {} : { thread: name }),
      ...(seen === undefined ? {} : { seen: withOwnIds(seen) }),
      ...(of === undefined || left === undefined
        ? {}
        : { origin: { kind: 'branch', of, shared: messagesIn(nodes.slice(0, left.shared)).length } }),
      ...(index === 0 ? aboutSession(session, nodes) : {}),
    }
  })
  return { transcripts, faults: [...newerThanKnown(session), ...session.faults] }
}

/** A session of a version that is not known yet is read as far as it is understood. */
function newerThanKnown({ header }: PiSession): readonly FileFault[] {
  const version = numberIn(header.value, 'version') ?? 1
  if (version <= NEWEST_VERSION) return []
  const detail = `version ${version} is newer than ${NEWEST_VERSION}, the newest that is known: what is new in it is missing`
  return [{ line: 1, detail }]
}

/** Everything that was said; a compaction is the summary that it wrote. */
function messagesIn(lines: readonly PiLine[]): readonly MessageDraft[] {
  return lines.flatMap((line) => (isCopy(line) ? [] : draftsOf(line)))
}

/** A mark of ours: the line repeats what was said before, so that pi shows it behind a compaction. */
function isCopy({ value }: PiLine): boolean {
  return objectIn(value, 'palimpsest')['copy'] === true
}

function seenIn(path: readonly PiLine[]): readonly MessageDraft[] | undefined {
  const at = path.findLastIndex(isCompaction)
  if (at === -1) return undefined
  const shown = [...path.slice(at, at + 1), ...keptBy(path, at), ...path.slice(at + 1)]
  return shown.flatMap((line, index) => (index > 0 && isCompaction(line) ? [] : draftsOf(line)))
}

function draftsOf(line: PiLine): readonly MessageDraft[] {
  const message = isCompaction(line) ? summaryMessage(stringField(line.value, 'summary') ?? '') : neutralMessage(line)
  if (message === null) return []
  return neutral.readMessages([message]).map((draft) => ({ ...draft, ...factsOf(line) }))
}

/** Kinds of messages with role user that no person wrote. */
const PROGRAMS: ReadonlySet<string> = new Set(['bashExecution', 'custom', 'branchSummary', 'compactionSummary'])

function factsOf({ value }: PiLine): Partial<MessageDraft> {
  const message = objectIn(value, 'message')
  const role = stringField(message, 'role') ?? ''
  const isAnswer = role === 'assistant'
  const isProgram = value['type'] !== 'message' || PROGRAMS.has(role)
  return present({
    id: stringField(value, 'id'),
    time: timeOf(message['timestamp']) ?? timeOf(value['timestamp']),
    author: isProgram ? ('harness' as const) : undefined,
    model: isAnswer ? stringField(message, 'model') : undefined,
    usage: isAnswer ? usageOf(objectIn(message, 'usage')) : undefined,
    finishReason: isAnswer ? stringField(message, 'stopReason') : undefined,
    error: isAnswer ? stringField(message, 'errorMessage') : undefined,
  })
}

function usageOf(usage: JsonObject): Usage | undefined {
  const [input, output] = [numberIn(usage, 'input'), numberIn(usage, 'output')]
  if (input === undefined || output === undefined) return undefined
  return { input, output, cacheRead: numberIn(usage, 'cacheRead') ?? 0, cacheWrite: numberIn(usage, 'cacheWrite') ?? 0 }
}

function aboutSession({ header, lines }: PiSession, path: readonly PiLine[]): Pick<FileTranscript, 'about'> {
  const models = path.map(({ value }) => stringField(objectIn(value, 'message'), 'model') ?? stringField(value, 'modelId'))
  const titles = lines.map(({ value }) => (value['type'] === 'session_info' ? stringField(value, 'name') : undefined))
  return aboutOf({
    title: titles.findLast((title) => title !== undefined),
    folder: stringField(header.value, 'cwd'),
    model: models.findLast((model) => model !== undefined),
    compactions: path.filter(isCompaction).length,
    ...spanOfTimes([header, ...lines].map(({ value }) => timeOf(value['timestamp']))),
  })
}

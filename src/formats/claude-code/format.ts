import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { aboutOf, objectIn, spanOfTimes, timeOf } from '../fields.ts'
import { firstObjects, type JsonLine, readJsonLines } from '../json-lines.ts'
import { withOwnIds } from '../name-messages.ts'
import { childrenIn } from './children.ts'
import { isBoundary, isCopy, isSaid, queuedWords } from './lines.ts'
import { messagesIn } from './messages.ts'
import { seenIn } from './seen.ts'
import { threadsIn } from './threads.ts'
import { writeClaudeCode } from './write.ts'

/** Sessions of Claude Code: lines that name their parents, with side chains, forks, and compactions that leave everything in the file. */
export const claudeCode: TranscriptFormat = frozen({
  name: 'claude-code',
  dialect: 'anthropic',
  recognise: ({ text }) => {
    const marks = firstObjects(text, LOOKED_AT).map(markOf)
    return Math.max(0, ...marks)
  },
  read: readClaudeCode,
  write: writeClaudeCode,
})

const LOOKED_AT = 12

/** Lines have a type, an id and a session; what stands in front of the first message may have less. */
function markOf(value: JsonObject): number {
  const type = stringField(value, 'type')
  if (type === undefined || !('sessionId' in value || type === 'file-history-snapshot' || type === 'summary')) return 0
  if (type === 'user' || type === 'assistant') {
    // Qwen Code has the same fields and other messages.
    const message = objectIn(value, 'message')
    return 'uuid' in value && 'content' in message ? 1 : 0
  }
  if (type === 'file-history-snapshot' && 'snapshot' in value) return 1
  if (type === 'summary' && 'leafUuid' in value) return 1
  if (type === 'progress' || type === 'queue-operation' || type === 'attachment') return 0.9
  return type === 'system' && 'subtype' in value && !('systemPayload' in value) ? 0.6 : 0
}

function readClaudeCode({ text, name, beside = [] }: TranscriptFile): FileReading {
  const read = readJsonLines(text)
  const faults: FileFault[] = [...read.faults]
  const lines = queuedWords(read.lines)
  const session = firstField(lines, 'sessionId') ?? name?.replace(/\.jsonl$/, '')
  const isMain = ({ value }: JsonLine): boolean => value['isSidechain'] !== true
  // A sub-agent's own file has nothing but its side chain.
  const main = lines.some((line) => isMain(line) && isSaid(line)) ? lines.filter(isMain) : lines
  const transcripts = threadsIn(main).map((limb, index, all): FileTranscript => {
    const { messages, faults: unread } = messagesIn(limb.nodes.filter((line) => isSaid(line) && !isCopy(line)))
    if (index === 0) faults.push(...unread)
    const shared = limb.left === undefined ? 0 : messagesIn(limb.nodes.slice(0, limb.left.shared).filter(isSaid)).messages.length
    const of = limb.left === undefined ? undefined : branchName(session, limb.left.of, all)
    const thread = branchName(session, index, all)
    const seen = seenIn(limb.nodes, messages)
    return {
      ...{ dialect: 'anthropic', envelope: {}, tools: [], messages: withOwnIds(messages.map(({ draft }) => draft)) },
      ...(thread === undefined ? {} : { thread }),
      ...(of === undefined ? {} : { origin: { kind: 'branch', of, shared } }),
      ...(seen === undefined ? {} : { seen }),
      ...(index === 0 ? aboutSession(lines, limb.nodes) : {}),
    }
  })
  const children = childrenIn({ lines, main, session, beside })
  faults.push(...children.faults)
  return { transcripts: [...transcripts, ...children.transcripts], faults: faults.sort((a, b) => a.line - b.line) }
}

/** The session's own name for the first; behind it, that of its last line for a branch. */
function branchName(session: string | undefined, index: number, limbs: ReturnType<typeof threadsIn>): string | undefined {
  if (index === 0 || session === undefined) return session
  const end = limbs[index]?.nodes.at(-1)?.value ?? {}
  return `${session}/branch-${(stringField(end, 'uuid') ?? String(index)).slice(0, 8)}`
}

function aboutSession(lines: readonly JsonLine[], main: readonly JsonLine[]): Pick<FileTranscript, 'about'> {
  const models = main.flatMap(({ value }) =>
    value['type'] === 'assistant' ? [stringField(objectIn(value, 'message'), 'model')] : [],
  )
  const titles = lines.flatMap(({ value }) => {
    const given = value['customTitle'] ?? value['aiTitle'] ?? (value['type'] === 'summary' ? value['summary'] : undefined)
    return typeof given === 'string' ? [given] : []
  })
  return aboutOf({
    title: titles.at(-1),
    folder: firstField(lines, 'cwd'),
    model: models.findLast((model) => model !== undefined && model !== '<synthetic>'),
    compactions: main.filter(isBoundary).length,
    ...spanOfTimes(lines.map(({ value }) => timeOf(value['timestamp']))),
  })
}

function firstField(lines: readonly JsonLine[], key: string): string | undefined {
  for (const { value } of lines) {
    const found = isJsonObject(value) ? stringField(value, key) : undefined
    if (found !== undefined && found !== '') return found
  }
  return undefined
}

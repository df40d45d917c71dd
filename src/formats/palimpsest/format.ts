import type { MessageDraft } from '../../schema/draft.ts'
import type { Author, Role } from '../../schema/entry.ts'
import { CompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileLog, FileReading, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { listIn, numberIn, objectIn } from '../fields.ts'
import { firstObjects, readJsonLines } from '../json-lines.ts'
import { draftsOf } from './drafts.ts'

/**
 * A thread of ours as a file that can be carried elsewhere: a line for each message with everything that is known of it, and behind them a
 * line for each commit. Reading it gives the same entries; commits are there to be looked at, and are not read.
 */
export const palimpsestThread: TranscriptFormat = frozen({
  name: 'palimpsest',
  recognise: ({ text }) => (firstObjects(text, 1)[0]?.['format'] === FORMAT ? 1 : 0),
  read: readThread,
  write: writeThread,
})

const FORMAT = 'palimpsest-thread'
const VERSION = 1

function writeThread({ id, at, entries, commits, about }: FileLog): string {
  const header = {
    format: FORMAT,
    version: VERSION,
    thread: id,
    written: new Date(at).toISOString(),
    ...(about === undefined ? {} : { about }),
  }
  const lines = [header, ...draftsOf(entries).map((message) => ({ message })), ...commits.map((commit) => ({ commit }))]
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

function readThread({ text }: TranscriptFile): FileReading {
  const { lines, faults: unread } = readJsonLines(text)
  const [header, ...rest] = lines
  const version = numberIn(header?.value ?? {}, 'version')
  if (header?.value['format'] !== FORMAT || version === undefined || version > VERSION) {
    const found = header?.value['format'] === FORMAT ? `version ${version ?? 'unknown'}` : 'something else'
    throw new CompactionError<'input-invalid'>({
      code: 'input-invalid',
      at: 'line 1',
      expected: `a thread of version ${VERSION}`,
      found,
    })
  }
  const faults: FileFault[] = [...unread]
  const messages = rest.flatMap(({ line, value }): readonly MessageDraft[] => {
    if (!('message' in value)) return []
    const message: unknown = value['message']
    if (isDraft(message)) return [message]
    faults.push({ line, detail: 'it holds no message' })
    return []
  })
  const thread = stringField(header.value, 'thread')
  const dialect = messages.at(-1)?.shell.dialect ?? 'neutral'
  return { transcripts: [{ dialect, envelope: {}, tools: [], messages, ...(thread === undefined ? {} : { thread }) }], faults }
}

const ROLES: readonly Role[] = ['system', 'user', 'assistant', 'tool']
const AUTHORS: readonly Author[] = ['person', 'harness', 'agent', 'tool']
const KINDS: ReadonlySet<string> = new Set(['text', 'reasoning', 'tool-call', 'tool-result', 'file', 'opaque', 'turn-start'])
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  reasoning: ['text'],
  'tool-call': ['callId', 'tool', 'input'],
  'tool-result': ['callId', 'text'],
  file: ['media', 'description'],
  opaque: ['type'],
}

/** Whether a value has the shape of a message: a file comes from outside. What is not looked at is only passed on. */
function isDraft(value: unknown): value is MessageDraft {
  if (!isJsonObject(value) || !ROLES.some((name) => name === value['role'])) return false
  const shell = objectIn(value, 'shell')
  const isShell = typeof shell['dialect'] === 'string' && 'raw' in shell && Array.isArray(shell['holes'])
  const isAuthor = value['author'] === undefined || AUTHORS.some((name) => name === value['author'])
  return isShell && isAuthor && Array.isArray(value['blocks']) && listIn(value, 'blocks').every(isBlock)
}

function isBlock(block: unknown): boolean {
  if (!isJsonObject(block)) return false
  const kind = stringField(block, 'kind') ?? ''
  return KINDS.has(kind) && 'raw' in block && (TEXTS[kind] ?? []).every((key) => typeof block[key] === 'string')
}

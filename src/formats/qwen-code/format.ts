import { gemini } from '../../dialects/gemini/dialect.ts'
import type { BlockDraft, MessageDraft } from '../../schema/draft.ts'
import type { Usage } from '../../schema/entry.ts'
import { isCompactionError } from '../../schema/failures.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { aboutOf, listIn, numberIn, objectIn, present, spanOfTimes, timeOf } from '../fields.ts'
import { firstObjects, type JsonLine, readJsonLines } from '../json-lines.ts'
import { withOwnIds } from '../name-messages.ts'
import { limbsOf } from '../tree.ts'

/** Sessions of Qwen Code: a tree of lines with messages in Gemini's shape. */
export const qwenCode: TranscriptFormat = frozen({
  name: 'qwen-code',
  recognise: ({ text }) => Math.max(0, ...firstObjects(text, LOOKED_AT).map(markOf)),
  read: readQwenCode,
})

const LOOKED_AT = 12

function markOf(value: JsonObject): number {
  if (!('uuid' in value && 'sessionId' in value)) return 0
  if (Array.isArray(objectIn(value, 'message')['parts'])) return 1
  return value['type'] === 'system' && 'systemPayload' in value ? 0.9 : 0
}

function readQwenCode({ text }: TranscriptFile): FileReading {
  const { lines, faults: unread } = readJsonLines(text)
  const faults: FileFault[] = [...unread]
  const session = lines.map(({ value }) => stringField(value, 'sessionId')).find((id) => id !== undefined)
  const limbs = limbsOf(withoutDoubles(lines), {
    idOf: ({ value }) => stringField(value, 'uuid'),
    parentOf: ({ value }) => stringField(value, 'parentUuid'),
    isEnd: isSaid,
    // An answer that goes on is written again under the same id.
    belongs: ({ value }, path) => {
      for (const line of path) if (line.value['uuid'] === value['uuid']) return true
      return false
    },
  })
  const nameOf = (index: number): string | undefined =>
    index === 0 || session === undefined ? session : `${session}/branch-${index}`
  const transcripts = limbs.map(({ nodes, left }, index): FileTranscript => {
    const { messages, seen } = messagesIn(nodes, index === 0 ? faults : [])
    const shared = left === undefined ? 0 : messagesIn(nodes.slice(0, left.shared), []).messages.length
    const of = left === undefined ? undefined : nameOf(left.of)
    const thread = nameOf(index)
    return {
      ...{ dialect: 'gemini', envelope: {}, tools: [], messages },
      ...(seen === undefined ? {} : { seen }),
      ...(thread === undefined ? {} : { thread }),
      ...(of === undefined ? {} : { origin: { kind: 'branch', of, shared } }),
      ...(index === 0 ? aboutSession(nodes, messages) : {}),
    }
  })
  return { transcripts, faults }
}

function withoutDoubles(lines: readonly JsonLine[]): readonly JsonLine[] {
  const seen = new Set<string>()
  return lines.filter(({ value }) => {
    const text = JSON.stringify(value)
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

function isSaid({ value }: JsonLine): boolean {
  const { type } = value
  return (
    (type === 'user' || type === 'assistant' || type === 'tool_result') && listIn(objectIn(value, 'message'), 'parts').length > 0
  )
}

function isCompression({ value }: JsonLine): boolean {
  return value['type'] === 'system' && value['subtype'] === 'chat_compression'
}

function messagesIn(
  lines: readonly JsonLine[],
  faults: FileFault[],
): { readonly messages: readonly MessageDraft[]; readonly seen?: readonly MessageDraft[] } {
  const messages: MessageDraft[] = []
  let seen: MessageDraft[] | undefined
  let last: { readonly id: Json | undefined; readonly lines: JsonLine[] } | undefined
  const close = (): void => {
    const group = last?.lines ?? []
    last = undefined
    const draft = readGroup(group, faults)
    if (draft === undefined) return
    messages.push(draft)
    seen?.push(draft)
  }
  for (const line of lines) {
    if (isCompression(line)) {
      close()
      seen = [...compressed(line, faults)]
      messages.push(...seen.slice(0, 1).map(asSummary))
    }
    if (!isSaid(line)) continue
    const id = line.value['uuid']
    if (last !== undefined && id !== undefined && last.id === id && line.value['type'] === 'assistant') last.lines.push(line)
    else {
      close()
      last = { id, lines: [line] }
    }
  }
  close()
  return { messages: withOwnIds(messages), ...(seen === undefined ? {} : { seen: withOwnIds(seen) }) }
}

/** What the program went on with: its summary first. */
function compressed({ line, value }: JsonLine, faults: FileFault[]): readonly MessageDraft[] {
  const history = listIn(objectIn(value, 'systemPayload'), 'compressedHistory')
  return history.flatMap((content, index) => {
    const drafts = readContent(content, line, faults)
    return index === 0 ? drafts.map(asSummary) : drafts
  })
}

function asSummary(draft: MessageDraft): MessageDraft {
  return {
    ...draft,
    author: 'harness',
    blocks: draft.blocks.map((block) => (block.kind === 'text' ? { ...block, foreignSummary: true } : block)),
  }
}

function readGroup(group: readonly JsonLine[], faults: FileFault[]): MessageDraft | undefined {
  const [first] = group
  if (first === undefined) return undefined
  const parts = group.flatMap(({ value }) => listIn(objectIn(value, 'message'), 'parts'))
  const role = first.value['type'] === 'assistant' ? 'model' : 'user'
  const [draft] = readContent({ role, parts }, first.line, faults)
  if (draft === undefined) return undefined
  const last = group.at(-1)?.value ?? {}
  return {
    ...draft,
    blocks: draft.blocks.map(markHook),
    ...present({
      id: stringField(first.value, 'uuid'),
      time: timeOf(first.value['timestamp']),
      author: first.value['subtype'] === 'notification' ? ('harness' as const) : undefined,
      model: role === 'model' ? stringField(last, 'model') : undefined,
      usage: role === 'model' ? usageOf(objectIn(last, 'usageMetadata')) : undefined,
    }),
  }
}

function readContent(content: Json, line: number, faults: FileFault[]): readonly MessageDraft[] {
  try {
    return isJsonObject(content) ? gemini.readMessages([content]) : []
  } catch (error) {
    if (!isCompactionError(error)) throw error
    faults.push({ line, detail: error.message.replace(/^contents\[0\]\.?/, '').replace(/\.$/, '') })
    return []
  }
}

/** What a hook put behind a person's words is not theirs. */
function markHook(block: BlockDraft): BlockDraft {
  const isHook = block.kind === 'text' && block.text.trimStart().startsWith('<qwen:')
  return isHook ? { ...block, author: 'harness' } : block
}

function usageOf(usage: JsonObject): Usage | undefined {
  const input = numberIn(usage, 'promptTokenCount')
  if (input === undefined) return undefined
  const cacheRead = Math.min(input, numberIn(usage, 'cachedContentTokenCount') ?? 0)
  const output = (numberIn(usage, 'candidatesTokenCount') ?? 0) + (numberIn(usage, 'thoughtsTokenCount') ?? 0)
  return { input: input - cacheRead, output, cacheRead, cacheWrite: 0 }
}

function aboutSession(lines: readonly JsonLine[], messages: readonly MessageDraft[]): Pick<FileTranscript, 'about'> {
  const titles = lines.flatMap(({ value }) => stringField(objectIn(value, 'systemPayload'), 'customTitle') ?? [])
  return aboutOf({
    title: titles.at(-1),
    folder: lines.map(({ value }) => stringField(value, 'cwd')).findLast((cwd) => cwd !== undefined),
    model: messages.findLast(({ model }) => model !== undefined)?.model,
    compactions: lines.filter(isCompression).length,
    ...spanOfTimes(lines.map(({ value }) => timeOf(value['timestamp']))),
  })
}

import type { MessageDraft } from '../../schema/draft.ts'
import { frozen } from '../../schema/frozen.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../../schema/json.ts'
import type { FileFault, FileReading, FileTranscript, TranscriptFile, TranscriptFormat } from '../../schema/transcript-format.ts'
import { listIn, wordsOf } from '../fields.ts'
import { parsed } from '../json-format.ts'
import { readJsonLines } from '../json-lines.ts'
import { callPart, neutralDraft, resultPart, textPart } from '../neutral-parts.ts'

/** Conversations in the shape of ShareGPT, `{ conversations: [{ from, value }] }`: one, a list of them, or one a line. */
export const shareGpt: TranscriptFormat = frozen({
  name: 'sharegpt',
  recognise(file) {
    const [first] = conversationsIn(file, LOOKED_AT).found
    const turn = first === undefined ? undefined : listIn(first.value, 'conversations')[0]
    return isJsonObject(turn) && 'from' in turn && 'value' in turn ? 1 : 0
  },
  read: readShareGpt,
})

/** To see what a file is, its beginning is enough. */
const LOOKED_AT = 65_536

function readShareGpt(file: TranscriptFile): FileReading {
  const { found, faults: unread } = conversationsIn(file, Number.POSITIVE_INFINITY)
  const faults: FileFault[] = [...unread]
  const transcripts = found.map(({ line, value }, index): FileTranscript => {
    const messages: MessageDraft[] = []
    let calls = 0
    for (const [place, turn] of listIn(value, 'conversations').entries()) {
      const read = isJsonObject(turn) ? messageOf(turn, calls) : undefined
      if (read === undefined) faults.push({ line, detail: `turn ${place + 1} is of nobody that is known` })
      else messages.push(read)
      if (isJsonObject(turn) && turn['from'] === 'function_call') calls += 1
    }
    const thread = stringField(value, 'id') ?? (found.length > 1 ? String(index + 1) : undefined)
    return { dialect: 'neutral', envelope: {}, messages, tools: [], ...(thread === undefined ? {} : { thread }) }
  })
  return { transcripts, faults }
}

/** A turn as a message. Calls and results have no ids: a result answers the last call. */
function messageOf(turn: JsonObject, calls: number): MessageDraft | undefined {
  const words = wordsOf(turn['value'])
  switch (turn['from']) {
    case 'system':
      return neutralDraft('system', [textPart(words)])
    case 'human':
    case 'user':
      return neutralDraft('user', [textPart(words)])
    case 'gpt':
    case 'chatgpt':
    case 'assistant':
    case 'model':
    case 'bing':
    case 'bard':
      return neutralDraft('assistant', [textPart(words)])
    case 'function_call': {
      const call = parsed(words)
      const name = isJsonObject(call) ? (stringField(call, 'name') ?? '') : ''
      const input: Json = isJsonObject(call) && 'arguments' in call ? (call['arguments'] ?? {}) : words
      return neutralDraft('assistant', [callPart(`call_${calls + 1}`, name, input)])
    }
    case 'observation':
    case 'tool':
    case 'function_response':
      return neutralDraft('tool', [resultPart(`call_${calls}`, words, false)])
    default:
      return undefined
  }
}

function conversationsIn(
  { text, json }: TranscriptFile,
  most: number,
): { readonly found: readonly { readonly line: number; readonly value: JsonObject }[]; readonly faults: readonly FileFault[] } {
  const whole = json ?? (text.length <= most || /^\uFEFF?\s*\[/.test(text) ? parsed(text.replace(/^\uFEFF/, '')) : undefined)
  if (whole === undefined) {
    const { lines, faults } = readJsonLines(
      most === Number.POSITIVE_INFINITY ? text : text.slice(0, text.indexOf('\n', 1) + 1 || most),
    )
    return { found: lines.filter(({ value }) => Array.isArray(value['conversations'])), faults }
  }
  const list = Array.isArray(whole) ? whole : [whole]
  const found = list.flatMap((value: Json, index) =>
    isJsonObject(value) && Array.isArray(value['conversations']) ? [{ line: index + 1, value }] : [],
  )
  return { found, faults: [] }
}

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/*
 * What session files say, read in the plainest way, with nothing of `src`: a list of `kind: words`, one for each block.
 */

// biome-ignore lint/suspicious/noExplicitAny: files of other programs, looked at as they are
type Value = any

/** Everything that a session says; `undefined` for a file that belongs to another one. */
export function wordsExpected(file: string): readonly string[] | undefined {
  const path = file.replaceAll('\\', '/')
  if (/\/(?:subagents|message|part)\//.test(path) || path.endsWith('.meta.json')) return undefined
  if (/\/claude(?:-code)?\//.test(path)) return claude(file)
  if (path.includes('/codex/')) return linesOf(file).flatMap(codexLine)
  if (path.includes('/pi/')) return linesOf(file).flatMap(piLine)
  if (path.includes('/gemini/')) return gemini(file)
  if (path.includes('/qwen/'))
    return [...new Set(linesOf(file).map((line) => JSON.stringify(line)))].flatMap((line) => qwenLine(JSON.parse(line)))
  if (path.includes('/copilot/')) return linesOf(file).flatMap(copilotLine)
  if (path.includes('/opencode/')) return opencode(file)
  throw new Error(`nobody knows what ${file} is`)
}

function linesOf(file: string): readonly Value[] {
  return readFileSync(file, 'utf8')
    .replaceAll(/\}\{(?="uuid")/g, '}\n{')
    .split('\n')
    .flatMap((line) => {
      try {
        return line.trim() === '' ? [] : [JSON.parse(line)]
      } catch {
        return [] // Damaged.
      }
    })
}

function blockWords(block: Value): string {
  if (typeof block === 'string') return `text: ${block}`
  if (/^(?:input_|output_)?text$/.test(block.type)) return `text: ${block.text}`
  if (block.type === 'thinking') return `reasoning: ${block.thinking ?? ''}`
  if (block.type === 'tool_use') return `call: ${block.name}`
  return block.type === 'tool_result' ? 'result' : 'other'
}

function claude(file: string): readonly string[] {
  const side = globSync(`${join(dirname(file), basename(file, '.jsonl'))}/subagents/*.jsonl`)
  const lines = [...linesOf(file), ...side.flatMap((each) => linesOf(each))]
  return [...new Set(lines.map((line) => JSON.stringify(line)))].flatMap((text) => {
    const line = JSON.parse(text)
    if (line.type === 'tool_use') return [`call: ${line.name}`]
    if (line.type === 'tool_result') return ['result']
    if (line.type === 'attachment' && line.attachment.type === 'queued_command') return contentWords(line.attachment.prompt)
    if (line.type === 'progress' && line.data?.type === 'agent_progress') return contentWords(line.data.message?.message?.content)
    return line.type === 'user' || line.type === 'assistant' ? contentWords(line.message.content) : []
  })
}

function contentWords(content: Value): readonly string[] {
  if (content === undefined || content === null) return []
  return typeof content === 'string' ? [`text: ${content}`] : content.map(blockWords)
}

function codexLine(line: Value): readonly string[] {
  const item = line.type === 'response_item' ? line.payload : line.payload === undefined ? line : undefined
  if (item === undefined || item.type === 'ghost_snapshot') return []
  // A picture in what the model said is shown by its name.
  const other = item.role === 'assistant' ? 'text: [image: attached]' : 'other'
  if (item.role !== undefined)
    return contentWords(item.content ?? item.message).map((words) => (words === 'other' ? other : words))
  if (item.type === 'reasoning') return ['reasoning']
  if (/_output$|_result$/.test(item.type)) return ['result']
  return /_call$/.test(item.type) ? ['call'] : ['other']
}

/** What our reader puts in front of a summary of pi's. */
const PI_PREFIX =
  'Another language model worked on this task and produced a summary. Use this to continue the work without duplicating effort:'

function piLine(line: Value): readonly string[] {
  if (line.type === 'compaction') return [`text: ${PI_PREFIX}\n${line.summary}`]
  if (line.type !== 'message') return []
  if (line.message.role === 'toolResult') return ['result']
  return (typeof line.message.content === 'string' ? [line.message.content] : line.message.content).map((part: Value) =>
    part.type === 'toolCall' ? `call: ${part.name}` : blockWords(part),
  )
}

function gemini(file: string): readonly string[] {
  const whole = wholeOf(file)
  const records = whole === undefined ? linesOf(file) : (whole.messages ?? whole.history)
  return records.flatMap((record: Value) => {
    const said = /^(?:user|gemini|model)$/.test(record.type ?? record.role ?? '')
    if (!said) return []
    const content = record.content ?? record.parts ?? []
    const texts = (typeof content === 'string' ? [{ text: content }] : content).filter((part: Value) => part.text !== '')
    const calls = (record.toolCalls ?? []).flatMap((call: Value) => [`call: ${call.name}`, 'result'])
    return [...texts.map((part: Value) => (part.text === undefined ? 'other' : `text: ${part.text}`)), ...calls]
  })
}

function wholeOf(file: string): Value {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // Lines.
  }
}

function qwenLine(line: Value): readonly string[] {
  if (line.type === 'system') return []
  return (line.message?.parts ?? []).map((part: Value) => {
    if (part.functionCall !== undefined) return `call: ${part.functionCall.name}`
    if (part.functionResponse !== undefined) return 'result'
    return `${part.thought === true ? 'reasoning' : 'text'}: ${part.text}`
  })
}

function copilotLine({ type, data }: Value): readonly string[] {
  switch (type) {
    case 'user.message':
      return [`text: ${data.transformedContent ?? data.content}`]
    case 'system.message':
    case 'system.notification':
      return [`text: ${data.content}`]
    case 'assistant.reasoning':
      return [`reasoning: ${data.content}`]
    case 'tool.execution_complete':
      return ['result']
    case 'assistant.message': {
      const calls = (data.toolRequests ?? []).map((call: Value) => `call: ${call.name}`)
      return [
        ...(data.content === '' ? [] : [`text: ${data.content}`]),
        ...(data.reasoningText ? [`reasoning: ${data.reasoningText}`] : []),
        ...calls,
      ]
    }
    default:
      return []
  }
}

/** Parts of all messages of a session, wherever its version puts them. */
function opencode(file: string): readonly string[] {
  const storage = dirname(dirname(dirname(file)))
  const { id } = JSON.parse(readFileSync(file, 'utf8'))
  const messages = globSync(`${storage}/message/${id}/*.json`).map((each) => JSON.parse(readFileSync(each, 'utf8')))
  return messages.flatMap((message) =>
    globSync([`${storage}/part/${message.id}/*.json`, `${storage}/part/*.json`]).flatMap((each) => {
      const part = JSON.parse(readFileSync(each, 'utf8'))
      if ((part.messageID ?? basename(dirname(each))) !== message.id) return []
      if (part.type === 'tool') return [`call: ${part.tool}`, ...(part.state.output === undefined ? [] : ['result'])]
      if (part.type === 'text' || part.type === 'reasoning') return [`${part.type}: ${part.text}`]
      return part.type === 'file' ? ['other'] : []
    }),
  )
}

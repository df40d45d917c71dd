import { isJsonObject } from '../../../src/schema/json.ts'
import { type FlatBlock, flatten, rolesIn, wireMessages } from '../../../src/testing/provider-rules/flatten.ts'
import { wireItems } from '../../../src/testing/provider-rules/flatten-items.ts'
import { FOREIGN_SUMMARY, NOTICES } from '../../../src/testing/transcripts/play.ts'
import type { DialectName, GeneratedTranscript } from '../../../src/testing/transcripts/transcripts.ts'

/** Where a conversation stands, read off the raw transcript without the library: what law L5 protects. */
export interface OwnFrontier {
  /** What people wrote last: their last message, and everything since the last assistant message. */
  readonly people: readonly FlatBlock[]
  /** The messages among them that the model has answered. */
  readonly answered: ReadonlySet<number>
  /** The last run of assistant messages, if it has calls. */
  readonly run: readonly FlatBlock[]
  /** The first answer to each of its calls, in the order of the calls. */
  readonly answers: readonly (FlatBlock | undefined)[]
}

export function ownFrontier({ dialect, ...given }: GeneratedTranscript): OwnFrontier {
  const input = given.asSent ?? given.input
  const messages = wireMessages(input)
  const roles = rolesIn(dialect, input)
  const blocks = flatten(dialect, input)
  const isPersons = (block: FlatBlock): boolean =>
    block.role === 'user' &&
    block.kind !== 'result' &&
    !(dialect === 'ai-sdk' && isUnsent(block)) &&
    !isAgentsOnly(dialect, block) &&
    !(block.kind === 'text' && (block.text.trim() === '' || isNotice(block.text))) &&
    messages[block.message]?.['compactSummary'] !== true
  const lastAssistant = roles.lastIndexOf('assistant')
  const lastWord = blocks.findLast(isPersons)?.message
  const people = blocks.filter((block) => isPersons(block) && (block.message > lastAssistant || block.message === lastWord))
  let start = lastAssistant
  while (start > 0 && roles[start - 1] === 'assistant') start -= 1
  const inRun = blocks.filter((block) => block.message >= start && block.message <= lastAssistant)
  const run = lastAssistant !== -1 && inRun.some((block) => block.kind === 'call') ? inRun : []
  const results = blocks.filter((block) => block.kind === 'result' && block.message > lastAssistant)
  const answered = new Set(people.map(({ message }) => message).filter((message) => message < lastAssistant))
  return { people, answered, run, answers: answersTo(run, results) }
}

/** Two calls under one id are answered in the order of the results. */
function answersTo(run: readonly FlatBlock[], results: readonly FlatBlock[]): readonly (FlatBlock | undefined)[] {
  const left = [...results]
  return run
    .filter((block) => block.kind === 'call')
    .map((call) => {
      const index = left.findIndex((result) => result.id === call.id)
      return index === -1 ? undefined : left.splice(index, 1)[0]
    })
}

/** In a person's message the AI SDK sends texts, pictures and files; whatever else stands there, no model sees. */
function isUnsent({ kind, json }: FlatBlock): boolean {
  return kind === 'other' && isJsonObject(json) && json['type'] !== 'image' && json['type'] !== 'file'
}

/** What a provider takes from the agent alone: in a person's message it refuses that, so that it is not sent. */
function isAgentsOnly(dialect: DialectName, { kind, json }: FlatBlock): boolean {
  if (kind !== 'other' || !isJsonObject(json)) return false
  if (dialect === 'gemini') return 'executableCode' in json || 'codeExecutionResult' in json
  return AGENTS_ONLY[dialect]?.test(String(json['type'])) ?? false
}

const AGENTS_ONLY: Readonly<Partial<Record<DialectName, RegExp>>> = {
  'openai-chat': /^refusal$/,
  anthropic: /^(?:(?:server|mcp)_tool_use|\w+_tool_result)$/,
  langchain: /^(?:server_tool_\w+|mcp_tool_use|\w+_tool_result|refusal)$/,
}

function isNotice(text: string): boolean {
  return [...NOTICES, FOREIGN_SUMMARY].some((opening) => text.trimStart().startsWith(opening))
}

const FORESEEN = ['role', 'content', 'parts', 'tool_calls', 'reasoning_content']

/** What a message weighs besides its blocks: unforeseen fields. An item that is not a message is its own block. */
export function extrasOf({ dialect, ...given }: GeneratedTranscript, message: number): string {
  const input = given.asSent ?? given.input
  const raw = (dialect === 'openai-responses' ? wireItems(input) : wireMessages(input))[message] ?? {}
  if (dialect === 'openai-responses' && !('role' in raw)) return ''
  // Of LangChain's messages, models are sent content and calls.
  if (dialect === 'langchain') return ''
  const extra = Object.entries(raw).filter(([key]) => !FORESEEN.includes(key))
  return extra.length === 0 || !isJsonObject(raw) ? '' : JSON.stringify(Object.fromEntries(extra))
}

import { estimateText } from '../../budget/estimate-text.ts'
import { EMPTY_STATE, ingest } from '../../ingest/ingest.ts'
import type { MessageDraft } from '../../schema/draft.ts'
import type { Entry } from '../../schema/entry.ts'
import { isJsonObject, stringField } from '../../schema/json.ts'
import type { TokenKind, TokensByKind } from '../../schema/receipt.ts'

/** Something that fills a window, and how much of it. */
export interface Share {
  readonly name: string
  readonly times: number
  readonly tokens: number
}

/** A tool asked the same again: `tokens` are those of all answers but the last. */
interface Repeated extends Share {
  readonly tool: string
}

/** What fills a conversation. Tokens are estimated: about right, and at once. */
export interface Fill {
  readonly tokens: number
  readonly kinds: TokensByKind
  readonly tools: readonly Share[]
  readonly files: readonly Share[]
  readonly turns: readonly Share[]
  readonly repeated: readonly Repeated[]
  readonly messages: number
  /** Tokens of the results of every turn but the last two. */
  readonly oldResults: number
}

/** Names under which tools take a file. */
const PATH_KEYS = ['file_path', 'path', 'filePath', 'filename', 'file', 'absolute_path', 'notebook_path', 'target_file'] as const

export function fillOf(messages: readonly MessageDraft[]): Fill {
  const { entries } = ingest(EMPTY_STATE, messages)
  const [tools, files, turns] = [sums(), sums(), sums()]
  const answers = new Map<string, { readonly tool: string; readonly name: string; readonly tokens: number[] }>()
  const calls = new Map<string, { readonly tool: string; readonly input: string; readonly file: string | undefined }>()
  const kinds: Record<TokenKind, number> = { ...NOTHING }
  const lastTurn = entries.at(-1)?.turn ?? 0
  let [tokens, oldResults] = [0, 0]
  for (const entry of entries) {
    const size = sizeOf(entry)
    tokens += size
    kinds[kindOf(entry)] += size
    turns.add(String(entry.turn), size)
    if (entry.kind === 'tool-call') {
      const file = fileIn(entry.input)
      calls.set(entry.callId, { tool: entry.tool, input: entry.input, file })
      tools.add(entry.tool, size)
      if (file !== undefined) files.add(file, size)
    } else if (entry.kind === 'tool-result') {
      const call = calls.get(entry.callId)
      tools.add(call?.tool ?? entry.envelope.tool, size, 0)
      if (call?.file !== undefined) files.add(call.file, size, 0)
      if (entry.turn < lastTurn - 1) oldResults += size
      if (call === undefined) continue
      const key = `${call.tool} ${call.input}`
      const known = answers.get(key) ?? { tool: call.tool, name: call.file ?? commandIn(call.input), tokens: [] }
      known.tokens.push(size)
      answers.set(key, known)
    }
  }
  return {
    ...{ tokens, kinds, oldResults, messages: messages.length },
    ...{ tools: tools.largest(), files: files.largest(), turns: turnsOf(turns.all(), entries) },
    repeated: repeatedIn(answers),
  }
}

const NOTHING: TokensByKind = {
  ...{ system: 0, tools: 0, summary: 0, user: 0, assistant: 0 },
  ...{ reasoning: 0, calls: 0, results: 0, files: 0, other: 0 },
}

function sums(): {
  add(name: string, tokens: number, times?: number): void
  all(): readonly Share[]
  largest(): readonly Share[]
} {
  const shares = new Map<string, { times: number; tokens: number }>()
  const all = (): readonly Share[] => [...shares].map(([name, share]) => ({ name, ...share }))
  return {
    add(name, tokens, times = 1) {
      const share = shares.get(name) ?? { times: 0, tokens: 0 }
      share.times += times
      share.tokens += tokens
      shares.set(name, share)
    },
    all,
    largest: () => all().toSorted((a, b) => b.tokens - a.tokens),
  }
}

/** Turns by what a person said in them. */
function turnsOf(turns: readonly Share[], entries: readonly Entry[]): readonly Share[] {
  const words = new Map<string, string>()
  for (const entry of entries) {
    const turn = String(entry.turn)
    if (entry.kind === 'text' && entry.author === 'person' && !words.has(turn))
      words.set(turn, entry.text.replaceAll(/\s+/g, ' ').trim())
  }
  return turns
    .map(({ name, tokens }) => ({ name: `${name}. ${words.get(name) ?? 'before anybody spoke'}`, times: 1, tokens }))
    .toSorted((a, b) => b.tokens - a.tokens)
}

function repeatedIn(
  answers: ReadonlyMap<string, { readonly tool: string; readonly name: string; readonly tokens: readonly number[] }>,
): readonly Repeated[] {
  return [...answers.values()]
    .filter(({ tokens }) => tokens.length > 1)
    .map(({ tool, name, tokens }) => ({
      tool,
      name,
      times: tokens.length,
      tokens: tokens.slice(0, -1).reduce((sum, each) => sum + each, 0),
    }))
    .toSorted((a, b) => b.tokens - a.tokens)
}

/** A frame of a few tokens stands around every block. */
const FRAME = 4
/** What providers count for a picture of usual size, about. */
const FILE_TOKENS = 1_500

function sizeOf(entry: Entry): number {
  switch (entry.kind) {
    case 'text':
    case 'tool-result':
      return FRAME + estimateText(entry.text)
    case 'reasoning':
      return FRAME + estimateText(entry.text === '' ? (entry.signature ?? '') : entry.text)
    case 'tool-call':
      return FRAME + estimateText(entry.tool) + estimateText(entry.input)
    case 'file':
      return FILE_TOKENS
    case 'opaque':
      return FRAME + estimateText(JSON.stringify(entry.raw))
    case 'turn-start':
      return 0
  }
}

function kindOf(entry: Entry): TokenKind {
  switch (entry.kind) {
    case 'text':
      if (entry.foreignSummary === true) return 'summary'
      return entry.role === 'tool' ? 'results' : entry.role
    case 'reasoning':
      return 'reasoning'
    case 'tool-call':
      return 'calls'
    case 'tool-result':
      return 'results'
    case 'file':
      return 'files'
    case 'opaque':
    case 'turn-start':
      return 'other'
  }
}

/** The file that a call names, if it names one. */
export function fileIn(input: string): string | undefined {
  if (!input.startsWith('{') || input.length > LONGEST_INPUT)
    return /"(?:file_path|path|filePath)"\s*:\s*"([^"\\]{1,400})"/.exec(input.slice(0, 2_000))?.[1]
  try {
    const value: unknown = JSON.parse(input)
    if (!isJsonObject(value)) return undefined
    return PATH_KEYS.map((key) => stringField(value, key)).find((path) => path !== undefined && path !== '')
  } catch {
    return undefined // The model wrote something that is not JSON.
  }
}

const LONGEST_INPUT = 20_000

/** What a shell was asked, if a call asks one; otherwise the input as it is. */
function commandIn(input: string): string {
  const [, command] = /"(?:command|cmd)"\s*:\s*"((?:[^"\\]|\\.){1,200})/.exec(input.slice(0, 2_000)) ?? []
  return command ?? input.slice(0, 200)
}

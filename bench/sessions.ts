import { type Random, seeded } from './random.ts'
import { identifier, path, type TextKind, writeText } from './texts.ts'

/** `lean`: a chat agent whose tools answer in a line or two. `real`: a coding agent that reads files. */
export type SessionKind = 'lean' | 'real'
export const SESSION_KINDS: readonly SessionKind[] = ['lean', 'real']

export interface ToolCall {
  readonly id: string
  readonly type: 'function'
  readonly function: { readonly name: string; readonly arguments: string }
}

/** A message as OpenAI Chat has it: every contestant can read that, or is handed a translation. */
export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

/** How long messages are. Half of all are shorter than the median; the rest fall off as a power law does, down to `longest`. */
interface Lengths {
  readonly median: number
  readonly longest: number
  /** The smaller, the heavier the tail. */
  readonly fall: number
}

const LENGTHS: Readonly<Record<SessionKind, Lengths>> = {
  lean: { median: 51, longest: 1_000, fall: 2.2 },
  real: { median: 408, longest: 20_000, fall: 2.25 },
}

/** How much longer or shorter than the median messages of each kind are. */
const SHARES = { user: 0.6, assistant: 0.9, call: 0.9, tool: 1.15 } as const

/**
 * A session of exactly `length` messages, the same in every run; a shorter one is the beginning of a longer one. A system text,
 * then turns: a person asks, the agent calls one to three tools a few times over and answers.
 */
export function makeSession(kind: SessionKind, length: number, seed = 1): readonly ChatMessage[] {
  const random = seeded(seed)
  const lengths = LENGTHS[kind]
  const messages: ChatMessage[] = [{ role: 'system', content: writeText('prose', lengths.median * 2, random) }]
  while (messages.length < length) for (const message of turn(lengths, messages.length, random)) messages.push(message)
  messages.length = length
  return messages
}

function turn(lengths: Lengths, at: number, random: Random): readonly ChatMessage[] {
  const said = (who: keyof typeof SHARES, kind: TextKind): string =>
    writeText(kind, Math.min(lengths.longest, SHARES[who] * drawLength(lengths, random)), random)
  const messages: ChatMessage[] = [{ role: 'user', content: said('user', random.next() < 0.04 ? 'chinese' : 'prose') }]
  for (let rounds = 1 + random.below(6); rounds > 0; rounds -= 1) {
    const calls = Array.from({ length: 1 + random.below(3) * random.below(2) }, (_, index) => ({
      id: `call_${at + messages.length}_${index}`,
      ...random.pick(TOOLS)(random),
    }))
    // What a tool is told is part of the message: the longer it is, the less is said besides.
    const spoken = said('call', random.pick(['prose', 'prose', 'code'] as const))
    const short = spoken.length <= 200 ? spoken : spoken.slice(0, 120)
    const [first, ...others] = calls
    if (first === undefined) continue
    const written = { ...first, arguments: withBody(first.arguments, spoken.slice(short.length)) }
    messages.push({ role: 'assistant', content: short, tool_calls: [written, ...others].map(asCall) })
    for (const { id } of calls) messages.push({ role: 'tool', tool_call_id: id, content: said('tool', random.pick(RESULTS)) })
  }
  messages.push({ role: 'assistant', content: said('assistant', 'prose') })
  return messages
}

const RESULTS = ['code', 'code', 'code', 'json', 'listing', 'listing', 'prose'] as const

interface Call {
  readonly id: string
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
}

const TOOLS: readonly [(random: Random) => Omit<Call, 'id'>, ...((random: Random) => Omit<Call, 'id'>)[]] = [
  (random) => ({ name: 'read_file', arguments: { path: path(random) } }),
  (random) => ({ name: 'grep', arguments: { pattern: identifier(random), path: path(random) } }),
  (random) => ({ name: 'run_command', arguments: { command: `npm test -- ${path(random)}` } }),
  (random) => ({ name: 'write_file', arguments: { path: path(random) } }),
]

function withBody(given: Call['arguments'], body: string): Call['arguments'] {
  return body === '' ? given : { ...given, content: body }
}

function asCall({ id, name, arguments: given }: Call): ToolCall {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(given) } }
}

/**
 * Draws a length. With a median of 400: a quarter is shorter than 200, half longer than 400, and, with a power of 2, one in two hundred
 * longer than 4,000.
 */
function drawLength({ median, fall }: Lengths, random: Random): number {
  const rank = random.next()
  if (rank < 0.5) return Math.max(4, median * 2 * rank)
  return median * (2 * (1 - rank)) ** (-1 / fall)
}

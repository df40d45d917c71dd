import { itemAt } from '../schema/at.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import { rangeContains, type SeqRange } from '../schema/range.ts'
import { plainCommand } from './command-facts.ts'
import { inQuotes, shownName } from './defuse.ts'
import type { Facts } from './extract.ts'
import { oneLine } from './one-line.ts'
import type { CallReading } from './read-call.ts'
import type { ReadLog } from './read-log.ts'

const MOST_CALLS = 4
const LONGEST_CALL = 80

/** The last calls that the agent made after its last words, one behind the other, and the entry of the last. */
export function callsSince(
  { since, commands, lastState }: Facts,
  { entries, read }: ReadLog,
  { shown, root }: { readonly shown: ReadonlySet<Seq>; readonly root: string },
): { readonly seq: Seq; readonly calls: string } | undefined {
  const made = since.filter((seq) => !shown.has(seq)).slice(-MOST_CALLS)
  const last = made.at(-1)
  if (lastState === undefined || last === undefined) return undefined
  const outcomes = new Map(commands.map(({ seq, outcome }) => [seq, outcome]))
  const calls = made.map((seq) => {
    const entry = itemAt(entries, seq)
    const { call } = read(entry)
    const tool = entry.kind === 'tool-call' ? entry.tool : ''
    return `${lineOf({ tool, call, outcome: outcomes.get(seq) ?? 'unknown' }, root)} (${handleOf(seq)})`
  })
  return { seq: last, calls: calls.join('; ') }
}

interface MadeCall {
  readonly tool: string
  readonly call: CallReading | undefined
  readonly outcome: string
}

/** A command with how it ended, or a tool with the file that it is about. */
function lineOf({ tool, call, outcome }: MadeCall, root: string): string {
  if (call?.command !== undefined) return `${inQuotes(oneLine(plainCommand(call.command), LONGEST_CALL))} → ${outcome}`
  const path = call?.files.at(-1)?.[0] ?? ''
  const named = oneLine(path.startsWith(root) ? path.slice(root.length) : path, LONGEST_CALL)
  return named === '' ? shownTool(tool) : `${shownTool(tool)} ${shownName(named)}`
}

const LONGEST_TOOL = 40

/** The name of a tool, which a model may have made up. */
export function shownTool(tool: string): string {
  return shownName(oneLine(tool, LONGEST_TOOL))
}

/** A page shorter than this has no room for more in its opening. */
const SHORT_PAGE = 200
const MOST_CARRIED = 3

/** Messages of people in the span that the prompt shows behind the summary, the latest of them. */
export function carriedIn({
  log: { entries },
  shown,
  tokens,
  ...range
}: SeqRange & {
  readonly log: Pick<ReadLog, 'entries'>
  readonly shown: ReadonlySet<Seq>
  readonly tokens: number
}): readonly string[] {
  if (tokens < SHORT_PAGE) return []
  const isCarried = (seq: Seq): boolean => {
    const entry = entries[seq]
    return rangeContains(range, seq) && entry?.kind === 'text' && entry.author === 'person'
  }
  return [...shown]
    .filter(isCarried)
    .sort((a, b) => a - b)
    .slice(-MOST_CARRIED)
    .map(handleOf)
}

import { itemAt } from '../schema/at.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import { shortCommand } from './command-facts.ts'
import { shownTool } from './context.ts'
import { inQuotes, shownName } from './defuse.ts'
import type { Facts } from './extract.ts'
import { oneLine } from './one-line.ts'
import { withPlainArguments } from './plain-arguments.ts'
import type { CallReading } from './read-call.ts'
import type { ReadLog } from './read-log.ts'
import { isKnownTool } from './tool-knowledge.ts'

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
    const { tool, input } = entry.kind === 'tool-call' ? entry : NO_CALL
    return `${lineOf({ tool, input: input.slice(0, LOOKED_AT), call, outcome: outcomes.get(seq) ?? 'unknown' }, root)} (${handleOf(seq)})`
  })
  return { seq: last, calls: calls.join('; ') }
}

const NO_CALL = { tool: '', input: '' } as const
/** More of its arguments than this is not shown anyway. */
const LOOKED_AT = 600

interface MadeCall {
  readonly tool: string
  readonly input: string
  readonly call: CallReading | undefined
  readonly outcome: string
}

/** A command with how it ended, a tool with the file that it is about, or one that nobody knows with its arguments. */
function lineOf({ tool, input, call, outcome }: MadeCall, root: string): string {
  if (call?.command !== undefined) return `${inQuotes(oneLine(shortCommand(call.command), LONGEST_CALL))} → ${outcome}`
  const path = call?.files.at(-1)?.[0] ?? ''
  const named = oneLine(path.startsWith(root) ? path.slice(root.length) : path, LONGEST_CALL)
  if (named !== '') return `${shownTool(tool)} ${shownName(named)}`
  if (isKnownTool(tool)) return shownTool(tool)
  return inQuotes(oneLine(withPlainArguments(`${tool} ${input}`), LONGEST_CALL))
}

import type { Entry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import { madeBy, plainCommand } from './command-facts.ts'
import { inQuotes } from './defuse.ts'
import type { Facts } from './extract.ts'
import { oneLine } from './one-line.ts'

const LONGEST_COMMAND = 80
/** Of an output, so much is quoted whole; of a longer one its last lines. */
const LONGEST = 260
/** Longer lines are no values. */
const LONGEST_LINE = 140
/** What programs around a command put above and below its output. */
const FRAME =
  /^(?:Tokens: [\d.,]+k? sent|You can use \/undo to|Chunk ID|Wall time|Process exited|Original token count|Output:|Exit code|exit code|Shell cwd was reset|Total output lines)/

/** What only shows files prints what is in the files. */
const SHOWS = /^(?:cat|head|tail|nl|less|sed|awk|grep|egrep|rg|git (?:-C \S{1,200} )?(?:diff|show|blame))\b/

/** The values that the last command printed, if there are any, whose output the agent has not spoken of. */
export function lastOutput({
  commands,
  since,
}: Pick<Facts, 'commands' | 'since'>): { readonly seq: Seq; readonly text: string } | undefined {
  const unspoken = new Set(since)
  const last = commands.findLast(
    ({ seq, result }) => unspoken.has(seq) && result !== undefined && linesOf(result.text).length > 0,
  )
  if (last?.result === undefined || last.outcome !== 'success' || SHOWS.test(plainCommand(last.command))) return undefined
  // Its line among the commands tells what came of it.
  if (madeBy(last) !== undefined) return undefined
  const lines = linesOf(last.result.text)
  const shown: string[] = []
  for (const line of lines.toReversed()) {
    if (line.length > LONGEST_LINE || shown.join(' ').length + line.length > LONGEST) break
    shown.unshift(line)
  }
  if (!/\d/.test(shown.join(''))) return undefined
  const cut = shown.length < lines.length ? '… ' : ''
  const command = inQuotes(oneLine(plainCommand(last.command), LONGEST_COMMAND))
  return { seq: last.seq, text: `- ${command} printed: ${inQuotes(`${cut}${shown.join(' ')}`)} (${handleOf(last.seq)})` }
}

/** What a program around the agent printed by itself since the agent spoke. */
export function lastNotice(
  { lastState }: Pick<Facts, 'lastState'>,
  { entries, from, end }: SeqRange & { readonly entries: readonly Entry[] },
): { readonly seq: Seq; readonly text: string } | undefined {
  const entry = entries[end - 1]
  if (entry?.kind !== 'tool-result' || entry.answers.kind !== 'no-call') return undefined
  if (entry.seq < from || entry.seq < (lastState?.seq ?? 0)) return undefined
  const words = linesOf(entry.text).map((line) => oneLine(line, LONGEST_LINE))
  const text = words.length > 2 ? `${words[0] ?? ''} … ${words.at(-1) ?? ''}` : words.join(' ')
  return text === '' ? undefined : { seq: entry.seq, text: `- ${handleOf(entry.seq)}: ${inQuotes(text)}` }
}

const MOST = 4_000

function linesOf(text: string): readonly string[] {
  return text
    .slice(-MOST)
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && !FRAME.test(line))
}

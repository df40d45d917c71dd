import { handleOf, type Seq } from '../schema/ids.ts'
import { type CommandFact, plainCommand } from './command-facts.ts'
import { inQuotes } from './defuse.ts'
import { oneLine } from './one-line.ts'

const ASKS = /\bgh pr (?:create|edit|view|merge|ready|close|reopen|comment|checks|review)\b/
const BY_NUMBER = /\bgh pr \w+ #?(\d{1,9})\b/
const BY_ADDRESS = /\bhttps?:\/\/[^\s"')\]]{1,120}\/pull\/(\d{1,9})\b/
/** What changes a pull request, rather than looks at it. */
const CHANGES = /\bgh pr (?:create|edit|merge|ready|close|reopen)\b/
/** Fields of an answer in JSON that say how it stands. */
const FIELDS = ['state', 'isDraft', 'mergeable', 'mergeStateStatus', 'headRefName', 'baseRefName'] as const
const LOOKED_AT = 4_000
const LONGEST_COMMAND = 120

/** The pull request that commands spoke of last: its number, what was done to it last, and how it stood when it was last looked at. */
export function pullRequest(commands: readonly CommandFact[]): { readonly seq: Seq; readonly text: string } | undefined {
  let number: string | undefined
  let changed: CommandFact | undefined
  let stood: { readonly words: string; readonly seq: Seq } | undefined
  let last: CommandFact | undefined
  for (const fact of commands) {
    const { command, outcome, result, seq } = fact
    if (outcome !== 'success' || !ASKS.test(command)) continue
    const text = result?.text.slice(0, LOOKED_AT) ?? ''
    const named = BY_NUMBER.exec(command)?.[1] ?? BY_ADDRESS.exec(text)?.[1]
    if (named === undefined) continue
    if (named !== number) [number, changed, stood] = [named, undefined, undefined]
    last = fact
    if (CHANGES.test(command)) changed = fact
    const words = fieldsIn(text)
    if (words !== '') stood = { words, seq }
  }
  if (number === undefined || last === undefined) return undefined
  const parts = [
    ...(changed === undefined
      ? []
      : [`${inQuotes(oneLine(plainCommand(changed.command), LONGEST_COMMAND))} (${handleOf(changed.seq)})`]),
    ...(stood === undefined ? [] : [`${stood.words} (${handleOf(stood.seq)})`]),
  ]
  const told = parts.length === 0 ? ` (${handleOf(last.seq)})` : `: ${parts.join('; ')}`
  return { seq: last.seq, text: `- pull request #${number}${told}` }
}

/** `state OPEN, isDraft true`; empty if it is no such answer. */
function fieldsIn(text: string): string {
  return FIELDS.flatMap((name) => {
    const value = new RegExp(`"${name}":\\s{0,4}(?:"([\\w./-]{1,80})"|(true|false))`).exec(text)
    return value === null ? [] : [`${name} ${value[1] ?? value[2]}`]
  }).join(', ')
}

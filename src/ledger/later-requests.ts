import type { TextEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { cueOf, says } from './languages/cue.ts'
import type { ReadLog } from './read-log.ts'
import { requestWords } from './requests.ts'
import { BARE_COMMAND, isOnlyRules } from './standing-rules.ts'

/** How often people only said that the agent should go on, and where they did so last. */
interface GoOns {
  readonly seq: Seq
  readonly count: number
}

/** What people asked for after the task: what is quoted, latest first, and what is only counted. */
export interface LaterRequests {
  readonly quoted: readonly TextEntry[]
  readonly goOns: GoOns | undefined
}

/** Without what is said as a rule, and without what was replaced. */
export function laterRequests(requests: readonly TextEntry[], log: ReadLog): LaterRequests {
  const { true: goOns = [], false: others = [] } = Object.groupBy(requests, (entry) => `${onlySaysGoOn(entry, log)}` as const)
  const last = goOns.at(-1)
  return {
    quoted: others
      .filter((entry, at) => !isOnlyRules(entry, log) && !isSaidAgain(entry, others[at + 1]))
      .map((entry) => withoutReplaced(entry, log))
      .map((entry) => withoutCommand(entry))
      .filter(({ text }) => !BARE_COMMAND.test(text.trim()))
      .toReversed(),
    goOns: last === undefined ? undefined : { seq: last.seq, count: goOns.length },
  }
}

/** A shorter message may stand in another by chance. */
const SHORTEST_AGAIN = 24

/** Whether the next message holds this one, word for word: somebody stopped the agent to say more. */
function isSaidAgain(entry: TextEntry, next: TextEntry | undefined): boolean {
  const words = requestWords(entry).trim()
  return next !== undefined && words.length >= SHORTEST_AGAIN && requestWords(next).includes(words)
}

const GO_ON = cueOf('goOn')
/** A longer message says more than that. */
const LONGEST_GO_ON = 60

/** Whether a message only says that the agent should go on. As the answer to a question it says yes. */
export function onlySaysGoOn(entry: TextEntry, log: ReadLog): boolean {
  if (entry.text.length > LONGEST_GO_ON) return false
  return says(GO_ON, requestWords(entry).trim()) && log.question(entry) === undefined
}

/** A line that holds a command to the program around the agent and nothing else. */
const COMMAND_LINE = /^\/[a-z][\w:-]{0,40}$/i
const COMMAND = /^\/[a-z][\w:-]{0,40}\s+/i

/** "/clear", "/ask why?" and once more "why?": what was asked is said once, without what the client was told above it. */
function withoutCommand(entry: TextEntry): TextEntry {
  const words = entry.text.trim()
  if (!words.startsWith('/')) return entry
  const lines = words.split('\n').map((line) => line.trimEnd())
  const asked = lines.slice(lines.findIndex((line) => line !== '' && !COMMAND_LINE.test(line)))
  const [first = '', ...others] = asked
  const again = others.join('\n').trim()
  const text = again !== '' && again === first.replace(COMMAND, '') ? first : asked.join('\n')
  return text === words ? entry : { ...entry, text }
}

const GAP = ' … '

/** A message of several sentences without those that were replaced: "Start the server. … Then run the tests." */
function withoutReplaced(entry: TextEntry, { read, remarks: index }: ReadLog): TextEntry {
  const { replaced } = index().sayings
  const { remarks } = read(entry)
  if (!remarks.some((remark) => replaced.has(remark))) return entry
  const parts = remarks.map((remark) => (replaced.has(remark) ? GAP : remark.text))
  const text = parts
    .join('\n')
    .replaceAll(/\n?(?: … \n?)+/g, GAP)
    .replaceAll('\n', ' ')
    .trim()
  return { ...entry, text }
}

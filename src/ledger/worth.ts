import type { Entry } from '../schema/entry.ts'
import { isQuestion } from './last-sign.ts'
import type { Remark } from './read-entry.ts'

/*
 * What the value of a sentence is made of, as far as the sentence alone decides it. Measured on real sessions by `npm run eval`.
 */

/** How much an entry that uses a name adds to the name's value: a call acts on it, an output only mentions it. */
const USE = { person: 1.2, agent: 1, call: 1.5, result: 0.05, unasked: 0.3 } as const
/** How much a remark is worth by who made it, for the same names. */
const VOICE = { user: 1, assistant: 1, tool: 0.08, system: 0 } as const
/** The same for a comment or a message inside a call's arguments. */
const WRITTEN_VOICE = 0.3
/** The same for what the agent only said it would do. */
const ANNOUNCED_VOICE = 0.5
/** What the agent asks on the way is answered or forgotten by now: what is open still has a place of its own. */
const QUESTION_VOICE = 0.3
/** What leads up to a list says less than its items. */
const LEADING_VOICE = 0.7
/** Why something is so, or was chosen, is asked for more often than what was done. */
const DECISION_VOICE = 1.5
/** With fewer words besides its names, a line is a list: what it says of them is the less, and what is left of its worth in the end. */
const FEWEST_TELLING = 8
const UNTOLD = 0.2
/** What a remark is worth besides its names, so that decisions and troubles that name nothing come too, in the end. */
const WORDS = { decision: 1, error: 0.6, open: 0.3, rejected: 0.5 } as const
const OTHER_WORDS = 0.05
const ANNOUNCED_WORDS = 0.001
/** Tokens of a line besides its text, and characters of a token: an estimate is enough to choose by. */
const LINE_TOKENS = 5
const CHARACTERS = 4

/** What an entry adds to the value of each name that it uses. */
export function useOf(entry: Entry): number {
  if (entry.kind === 'tool-call') return USE.call
  if (entry.kind === 'tool-result') return isUnasked(entry) ? USE.unasked : USE.result
  if (entry.author === 'harness') return USE.result
  return entry.author === 'person' ? USE.person : USE.agent
}

/** A message of the agent that is longer is a document that it was asked to write. */
const LONGEST_ANSWER = 6_000
/** What a program around the agent prints by itself tells how things stand, where what a tool was asked for tells what is there. */
const UNASKED = { longest: 1_500, share: 6 } as const

/** How much what an entry says is worth beside others of its author. */
export function voiceOfEntry(entry: Entry): number {
  return isUnasked(entry) ? UNASKED.share : 1
}

/** Whether the agent wrote it as what it was asked for, like what it writes into a file. */
export function isDocument(entry: Entry): boolean {
  return entry.kind === 'text' && entry.author === 'agent' && entry.text.length > LONGEST_ANSWER
}

function isUnasked(entry: Entry): boolean {
  return entry.kind === 'tool-result' && entry.answers.kind === 'no-call' && entry.text.length <= UNASKED.longest
}

/** What a remark is worth besides its names. */
export function wordsOf({ kind, isAnnounced }: Remark): number {
  if (isAnnounced === true) return ANNOUNCED_WORDS
  return kind === 'decision' || kind === 'error' || kind === 'open' || kind === 'rejected' ? WORDS[kind] : OTHER_WORDS
}

/** What its voice makes of a remark's worth, for each token that it costs. */
export function shareOf(remark: Remark): number {
  return (voiceOf(remark) * tellingOf(remark)) / (LINE_TOKENS + remark.text.length / CHARACTERS)
}

/** How much a remark says of its names: "`a.ts`, `b.ts`:" nothing, "`a.ts` no longer retries when the connection is closed" all it could. */
export function tellingOf({ words }: Pick<Remark, 'words'>): number {
  return UNTOLD + (1 - UNTOLD) * Math.min(1, words / FEWEST_TELLING)
}

function voiceOf(remark: Remark): number {
  const { isWritten, isAnnounced, authority, kind } = remark
  // Quoted as a tool's, but a person is behind it.
  if (kind === 'rejected') return VOICE.user
  if (isAnnounced === true) return ANNOUNCED_VOICE
  if (isWritten === true) return WRITTEN_VOICE
  return authority === 'assistant' ? VOICE.assistant * manner(remark) : VOICE[authority]
}

/** How much the agent's sentences of one kind are worth beside its others. */
function manner({ text, kind, holds }: Remark): number {
  if (isQuestion(text)) return QUESTION_VOICE
  const leads = holds === undefined && (text.endsWith(':') || text.endsWith('：')) ? LEADING_VOICE : 1
  return kind === 'decision' ? DECISION_VOICE * leads : leads
}

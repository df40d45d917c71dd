import type { Entry } from '../schema/entry.ts'
import type { Authority, ItemKind } from '../schema/ledger.ts'
import { personWords } from '../schema/notices.ts'
import { hasMarker } from './check/markers.ts'
import { announces, kindOfStatement, kindOfWish } from './cues.ts'
import { workReaders } from './known-work.ts'
import type { Ending } from './ongoing.ts'
import { isOrder } from './orders.ts'
import { isPasted, type Origin, SHORT_REQUEST } from './pasted.ts'
import { isProse } from './prose.ts'
import type { CallReading } from './read-call.ts'
import { ANNOUNCED, remarkOf } from './remark-of.ts'
import { setsRule } from './rule-sentences.ts'
import { type Statement, statementsOf } from './statements.ts'
import { wishes } from './wishes.ts'

/** A statement, with whose it is and what it is. */
export interface Remark extends Statement {
  readonly kind: ItemKind
  readonly authority: Authority
  /** Set if it was not said in the conversation, but stands in what the agent wrote into a file or a command: a comment, a message. */
  readonly isWritten?: true
  /** Set on a person's refusal that holds beyond what was just done. */
  readonly stands?: true
  /** Set if a person, or the project, lays something down by it. */
  readonly isRule?: true
  /** Set if a person wrote it beside much else, and it is neither a sentence nor an item of a list: most likely it was pasted. */
  readonly isPasted?: true
  /** Set if the agent only says what it is about to do. */
  readonly isAnnounced?: true
  /** Set on a piece of a result that is JSON. */
  readonly isRecord?: true
}

/** Everything that can be found out about an entry without a model. Never changes, as the entry never does. */
export interface EntryReading {
  readonly remarks: readonly Remark[]
  /** Names in what the agent or a person wrote, arguments included; of a tool's output only those of its remarks. */
  readonly names: readonly string[]
  /** Of a call. */
  readonly call?: CallReading | undefined
  /** Of a call that names one file: the first comment that it writes into it. */
  readonly comment?: Remark | undefined
  /** Of a command's output: the status it ended with, if it says so. */
  readonly exit?: number | undefined
  /** Of a result. */
  readonly ending?: Ending | undefined
  /** Nobody is going to say what stands in it: what was read of that need not be kept. */
  letGo?(): void
}

export const EMPTY: EntryReading = { remarks: [], names: [] }

/** Reads an entry. For repeated readings there is `ReadLog`. */
export function readEntry(entry: Entry): EntryReading {
  switch (entry.kind) {
    case 'text':
      if (entry.author === 'person') return spoken(personWords(entry.text), 'user')
      if (entry.author === 'agent') return spoken(entry.text, 'assistant')
      return entry.role === 'user' ? workReaders().readNotice(entry.text) : isOrder(entry) ? readOrders(entry.text) : EMPTY
    case 'reasoning':
      return spoken(entry.text, 'assistant')
    case 'tool-call':
      return workReaders().readCallEntry(entry)
    case 'tool-result':
      return workReaders().readResultEntry(entry)
    case 'file':
    case 'opaque':
    case 'turn-start':
      return EMPTY
  }
}

/** What somebody says. */
export function spoken(text: string, authority: Authority): EntryReading {
  const all = statementsOf(text, authority === 'user' ? BY_PEOPLE : BY_AGENTS)
  // What a person pastes is read for its names; lines of code are not what they said.
  const holdsMore = authority === 'user' && text.length > SHORT_REQUEST
  const remarks = asRemarks(holdsMore ? all.filter(isOwnWords) : all, text, authority)
  return { ...EMPTY, remarks: holdsMore ? remarks.map((remark) => loose(remark, text)) : remarks, names: namesIn(all) }
}

const FEWEST_SENTENCE_WORDS = 8

/** A line like "create mode 100644 a.sh": no sentence, no item of a list. */
function loose(remark: Remark, text: string): Remark {
  const { at, text: line, words } = remark
  const isSentence = words >= FEWEST_SENTENCE_WORDS || /[.!?。！？]["')”]?$/.test(line)
  const isItem = /(?:[-*+•#]|\d[.)])\s+$/.test(text.slice(Math.max(0, at - 8), at))
  return isSentence || isItem ? remark : { ...remark, isPasted: true }
}

const FEWEST_PASTED_WORDS = 4

/** It is neither code nor a heading, nor was it printed by a program. */
function isOwnWords({ text, names, words }: Statement): boolean {
  return isProse(text) && !isPasted(text) && (names.length > 0 || words >= FEWEST_PASTED_WORDS)
}

/** A person's shortest sentence may be a rule: "No tests". */
const BY_PEOPLE = { fewestWords: 1, fewestLetters: 6 } as const
/** Of lists, the shortest items are often the facts: "Flight HAT052". Code that is shown is a proposal. */
const BY_AGENTS = { fewestWords: 1, withCode: true } as const

/** Statements of a text as remarks of those who made them. */
function asRemarks(statements: readonly Statement[], text: string, authority: Authority): readonly Remark[] {
  if (authority === 'user') return wishes(statements, text)
  return statements.map((statement) =>
    remarkOf(
      statement,
      kindOfStatement(statement.text),
      authority,
      authority === 'assistant' && announces(statement.text) ? ANNOUNCED : undefined,
    ),
  )
}

/** Whether the agent's words could be taken for somebody else's turn (L12): they are not quoted as a tool's are. */
export function isMarked({ authority, text }: Remark): boolean {
  return authority === 'assistant' && hasMarker(text)
}

export function namesIn(remarks: readonly Statement[]): readonly string[] {
  const named = remarks.filter(({ names }) => names.length > 0)
  if (named.length <= 1) return named[0]?.names ?? EMPTY.names
  return [...new Set(named.flatMap(({ names }) => names))]
}

/** Of output, head and tail are looked at: errors stand at the end, titles at the beginning. */
export const RESULT_PARTS = { head: 1_000, tail: 600 } as const
/** What a program says to the agent: of that, what it lays down. */
export function readOrders(text: string): EntryReading {
  const rules = statementsOf(text, BY_PEOPLE).filter(
    (statement) => isProse(statement.text) && kindOfWish(statement.text) === 'constraint',
  )
  return { ...EMPTY, remarks: rules.map((rule) => projectRule(rule, text.length > SHORT_REQUEST ? 'pasted' : 'own')) }
}

function projectRule(statement: Statement, origin: Origin): Remark {
  const rule: Remark = { ...statement, kind: 'constraint', authority: 'system' }
  return setsRule(rule, origin) ? { ...rule, isRule: true } : rule
}

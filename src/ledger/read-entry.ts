import { QUOTED_HEAD } from '../schema/agent-tools.ts'
import type { Entry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import type { Authority, ItemKind } from '../schema/ledger.ts'
import { personWords } from '../schema/notices.ts'
import { type CallTexts, callTexts } from './call-texts.ts'
import { hasMarker } from './check/markers.ts'
import { announces, kindOfStatement, kindOfWish, saysTrouble } from './cues.ts'
import { readNames } from './names.ts'
import { oneLine } from './one-line.ts'
import { type Ending, endingIn } from './ongoing.ts'
import { isOrder } from './orders.ts'
import { ownRemark } from './own-text.ts'
import { isPasted, type Origin, SHORT_REQUEST } from './pasted.ts'
import { isProse } from './prose.ts'
import { argumentsOf, type CallReading, readCall } from './read-call.ts'
import { recordIn } from './record-in.ts'
import { ANNOUNCED, RECORD, remarkOf } from './remark-of.ts'
import { setsRule } from './rule-sentences.ts'
import { type Statement, statementsOf } from './statements.ts'
import { FRAME_LINE, fileOperationOf, INSTRUCTIONS, isQuestionTool, REFUSED, SAID_INSTEAD } from './tool-knowledge.ts'
import { wishes } from './wishes.ts'
import { commentIn, namesUsed, writtenIn } from './written.ts'

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

const EMPTY: EntryReading = { remarks: [], names: [] }

/** Reads an entry. For repeated readings there is `ReadLog`. */
export function readEntry(entry: Entry): EntryReading {
  switch (entry.kind) {
    case 'text':
      if (entry.author === 'person') return spoken(personWords(entry.text), 'user')
      if (entry.author === 'agent') return spoken(entry.text, 'assistant')
      return entry.role === 'user' ? readNotice(entry.text) : isOrder(entry) ? readOrders(entry.text) : EMPTY
    case 'reasoning':
      return spoken(entry.text, 'assistant')
    case 'tool-call':
      return isQuestionTool(entry.tool) ? readQuestion(entry) : new CallEntryReading(entry)
    case 'tool-result':
      // What an agent looked up is told where it stands, and not a second time.
      if (entry.text.startsWith(QUOTED_HEAD)) return EMPTY
      return new ResultEntryReading(entry)
    case 'file':
    case 'opaque':
    case 'turn-start':
      return EMPTY
  }
}

/**
 * What its arguments say is read when it is asked for: of most calls of a long log nobody does. A class, because there is one for every call:
 * getters of an object's own take ten times the memory.
 */
class CallEntryReading implements EntryReading {
  readonly call: CallReading
  readonly #entry: ToolCallEntry
  #remarks: readonly Remark[] | undefined
  #comment: { readonly remark: Remark | undefined } | undefined

  constructor(entry: ToolCallEntry) {
    this.#entry = entry
    this.call = readCall(entry, argumentsOf(entry))
  }

  get remarks(): readonly Remark[] {
    this.#remarks ??= [...purposeOf(this.call), ...writtenIn(textsOf(this.#entry).fresh())]
    return this.#remarks
  }

  get names(): readonly string[] {
    return namesUsed(textsOf(this.#entry).used())
  }

  get comment(): Remark | undefined {
    this.#comment ??= { remark: ownRemark(commentIn(this.remarks, this.call.files)) }
    return this.#comment.remark
  }

  letGo(): void {
    if (this.#remarks !== undefined) void this.comment
    this.#remarks = undefined
  }
}

function textsOf(entry: ToolCallEntry): CallTexts {
  return callTexts(entry.input, argumentsOf(entry))
}

function purposeOf({ purpose }: CallReading): readonly Remark[] {
  return purpose === undefined ? [] : spoken(purpose, 'assistant').remarks.map(announced)
}

/** The same of a result: that it ended is asked of most, what it says of few. */
class ResultEntryReading implements EntryReading {
  readonly exit: number | undefined
  readonly ending: Ending | undefined
  readonly #entry: ToolResultEntry
  #said: Said | undefined

  constructor(entry: ToolResultEntry) {
    this.#entry = entry
    this.exit = exitOf(entry)
    this.ending = endingIn(entry)
  }

  get remarks(): readonly Remark[] {
    this.#said ??= readResult(this.#entry)
    return this.#said.remarks
  }

  get names(): readonly string[] {
    this.#said ??= readResult(this.#entry)
    return this.#said.names
  }

  letGo(): void {
    this.#said = undefined
  }
}

function spoken(text: string, authority: Authority): EntryReading {
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

/** What a call is for is said before it is made. */
function announced(remark: Remark): Remark {
  return { ...remark, isAnnounced: true, isWritten: true }
}

function namesIn(remarks: readonly Statement[]): readonly string[] {
  return remarks.length === 1 && remarks[0] !== undefined ? remarks[0].names : [...new Set(remarks.flatMap(({ names }) => names))]
}

/** Of output, head and tail are looked at: errors stand at the end, titles at the beginning. */
export const RESULT_PARTS = { head: 1_000, tail: 600 } as const
const MOST_REMARKS = 12

/** What the program around the agent puts into the conversation: rules of the project, or output of tools that it has no calls for. */
function readNotice(text: string): EntryReading {
  return INSTRUCTIONS.test(text) ? readOrders(text) : { ...EMPTY, ...readOutput(text, false) }
}

function readOrders(text: string): EntryReading {
  const rules = statementsOf(text, BY_PEOPLE).filter(
    (statement) => isProse(statement.text) && kindOfWish(statement.text) === 'constraint',
  )
  return { ...EMPTY, remarks: rules.map((rule) => projectRule(rule, text.length > SHORT_REQUEST ? 'pasted' : 'own')) }
}

function projectRule(statement: Statement, origin: Origin): Remark {
  const rule: Remark = { ...statement, kind: 'constraint', authority: 'system' }
  return setsRule(rule, origin) ? { ...rule, isRule: true } : rule
}

/** A call that asks a person: what it offers is not what the agent says, until one of it is chosen. */
function readQuestion(entry: ToolCallEntry): EntryReading {
  return { ...EMPTY, names: namesUsed(callTexts(entry.input, argumentsOf(entry)).used()) }
}

type Said = Pick<EntryReading, 'remarks' | 'names'>

function readResult({ text, envelope }: ToolResultEntry): Said {
  // What a person answers has a place of its own.
  if (isQuestionTool(envelope.tool)) return { ...EMPTY, names: namesIn(readOutput(text, false).remarks) }
  return saysMore(envelope) ? readOutput(text, envelope.outcome === 'failure') : EMPTY
}

/** What a tool prints that has written into a file is the file, not what came of it. */
function saysMore({ tool, outcome }: ToolResultEntry['envelope']): boolean {
  const operation = fileOperationOf(tool)
  return operation === undefined || operation === 'read' || outcome === 'failure'
}

function exitOf({ text, envelope }: ToolResultEntry): number | undefined {
  if (isQuestionTool(envelope.tool) || !saysMore(envelope)) return undefined
  return envelope.outcome === 'failure' && saidInstead(text) !== undefined ? undefined : exitIn(text)
}

function readOutput(text: string, isFailure: boolean): Said {
  const { head, tail } = RESULT_PARTS
  const looked = text.length <= head + tail ? text : `${text.slice(0, head)}\n${text.slice(lineStart(text, text.length - tail))}`
  const isKept = ({ names, text: line }: Statement): boolean =>
    (names.length > 0 || (isFailure && saysTrouble(line))) && !FRAME_LINE.test(line) && !FIELD.test(line)
  const remarks = statementsOf(looked.replaceAll(LINE_NUMBER, ''), {
    withCode: true,
    ...{ onlyProse: true, isKept, most: MOST_REMARKS },
  }).map((statement) => remarkOf(statement, saysTrouble(statement.text) ? 'error' : 'outcome', 'tool'))
  const instead = isFailure ? saidInstead(text) : undefined
  if (instead !== undefined) return { remarks: [instead], names: instead.names }
  remarks.unshift(...recordIn(text).map((piece) => remarkOf(piece, 'outcome', 'tool', RECORD)))
  return { remarks, names: namesIn(remarks) }
}

const LONGEST_REFUSAL = 280

/** What a person said who refused a call. It came with a result, so that it is not certain that they did: it is quoted as the tool's. */
function saidInstead(text: string): Remark | undefined {
  const head = text.slice(0, RESULT_PARTS.head)
  const found = REFUSED.test(head) ? SAID_INSTEAD.exec(head) : null
  const words = found === null ? '' : oneLine(text.slice(found.index, found.index + LONGEST_REFUSAL), LONGEST_REFUSAL)
  return words === ''
    ? undefined
    : { text: words, at: found?.index ?? 0, ...readNames(words), kind: 'rejected', authority: 'tool' }
}

/** A field of a type, as files that are read are full of. */
const FIELD = /^[A-Za-z]\w*\s+[\w*[\].]+\s+(?:`\w+:|\/\/)/
/** Where the next line begins. */
function lineStart(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? at : end + 1
}

/** As some agents print files. */
const LINE_NUMBER = /^[^\S\n]*\d+(?:[→|:]\s?|-?\t)/gm
const EXIT = /\bexit(?:ed)?(?: with)?(?: code| status)?[:= ]{1,2}(\d{1,3})\b/i
const EXIT_LOOKED_AT = 200

function exitIn(text: string): number | undefined {
  const found = EXIT.exec(text.slice(0, EXIT_LOOKED_AT)) ?? EXIT.exec(text.slice(-EXIT_LOOKED_AT))
  return found === null ? undefined : Number(found[1])
}

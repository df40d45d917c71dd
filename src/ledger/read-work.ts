import { QUOTED_HEAD } from '../schema/agent-tools.ts'
import type { ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import { type CallTexts, callTexts } from './call-texts.ts'
import { saysTrouble } from './cues.ts'
import { readNames } from './names.ts'
import { oneLine } from './one-line.ts'
import { type Ending, endingIn } from './ongoing.ts'
import { ownRemark } from './own-text.ts'
import { argumentsOf, type CallReading, readCall } from './read-call.ts'
import { EMPTY, type EntryReading, namesIn, RESULT_PARTS, type Remark, readOrders, spoken } from './read-entry.ts'
import { recordIn } from './record-in.ts'
import { RECORD, remarkOf } from './remark-of.ts'
import { type Statement, statementsOf } from './statements.ts'
import { FRAME_LINE, fileOperationOf, INSTRUCTIONS, isQuestionTool, REFUSED, SAID_INSTEAD } from './tool-knowledge.ts'
import { commentIn, namesUsed, writtenIn } from './written.ts'

/** Reads a call. */
export function readCallEntry(entry: ToolCallEntry): EntryReading {
  return isQuestionTool(entry.tool) ? readQuestion(entry) : new CallEntryReading(entry)
}

/** Reads a result. What an agent looked up is told where it stands, and not a second time. */
export function readResultEntry(entry: ToolResultEntry): EntryReading {
  return entry.text.startsWith(QUOTED_HEAD) ? EMPTY : new ResultEntryReading(entry)
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

/** What a call is for is said before it is made. */
function announced(remark: Remark): Remark {
  return { ...remark, isAnnounced: true, isWritten: true }
}

const MOST_REMARKS = 12

/** What the program around the agent puts into the conversation: rules of the project, or output of tools that it has no calls for. */
export function readNotice(text: string): EntryReading {
  return INSTRUCTIONS.test(text) ? readOrders(text) : { ...EMPTY, ...readOutput(text, false) }
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

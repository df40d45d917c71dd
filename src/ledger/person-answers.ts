import type { Entry, ToolCallEntry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { isJsonObject, type Json, type JsonObject, stringField } from '../schema/json.ts'
import { plainCommand } from './command-facts.ts'
import { shownTool } from './context.ts'
import { shownName } from './defuse.ts'
import { isForbidden } from './in-vain.ts'
import { oneLine } from './one-line.ts'
import { argumentsOf, type CallReading } from './read-call.ts'
import { isApprovalTool, isQuestionTool, SAID_INSTEAD } from './tool-knowledge.ts'

/** What a person said to a call: the answer to a question that it asked, or why they refused it. It came with the result. */
export interface PersonAnswer {
  /** The call, and the result that the words stand in. */
  readonly call: Seq
  readonly seq: Seq
  /** What they said it to, as a line says it: the tool, and the file if there is one. */
  readonly to: string
  /** What they were asked, or the command or the plan that they refused. */
  readonly about?: string
  /** Set if they were asked. */
  readonly isAnswer?: true
  readonly words: string
}

const LONGEST_WORDS = 600
/** So much of a result is looked at for them. */
const LOOKED_AT = 20_000

/** Of nearly every result of a log. */
const NONE: readonly PersonAnswer[] = []

/**
 * What a person said in the result of a call. Only a tool that asks people, and a program that tells of a refusal, have words of theirs:
 * what any other output says of people is the tool's.
 */
export function personAnswers(
  result: ToolResultEntry,
  call: Entry | undefined,
  reading: CallReading | undefined,
): readonly PersonAnswer[] {
  const { tool } = result.envelope
  const isRefused = isForbidden(result)
  if (call?.kind !== 'tool-call' || (!isRefused && !isQuestionTool(tool) && !isApprovalTool(tool))) return NONE
  const text = result.text.slice(0, LOOKED_AT)
  const at = { call: call.seq, seq: result.seq }
  const args = argumentsOf(call)
  if (isQuestionTool(tool)) {
    const pairs = answeredIn(text, questionsIn(args), isRefused)
    if (pairs.length > 0) {
      return pairs.map(({ question, words }) => ({
        ...at,
        ...{ to: `${shownTool(tool)}, to`, about: question, isAnswer: true as const, words: short(words) },
      }))
    }
  }
  const what = whatOf(call, reading, args)
  if (!isRefused)
    return isApprovalTool(tool) ? approvedIn(text).map((words) => ({ ...at, ...what, to: `to ${what.to}`, words })) : []
  const found = SAID_INSTEAD.exec(text)
  const words = found === null ? '' : short(text.slice(found.index + found[0].length))
  return words === '' || text.includes(QUESTIONS_ASKED) ? [] : [{ ...at, ...what, to: `refusing ${what.to}`, words }]
}

function short(words: string): string {
  return oneLine(words, LONGEST_WORDS)
}

/** A call as a line names it: with its command, its file, or the title of its plan. */
function whatOf(
  { tool }: ToolCallEntry,
  reading: CallReading | undefined,
  args: Json | undefined,
): Pick<PersonAnswer, 'to' | 'about'> {
  const to = shownTool(tool)
  if (reading?.command !== undefined) return { to, about: plainCommand(reading.command) }
  const path = reading?.files.at(-1)?.[0]
  if (path !== undefined) return { to: `${to} ${shownName(path)}` }
  const plan = isJsonObject(args) ? stringField(args, 'plan') : undefined
  return plan === undefined ? { to } : { to, about: plan.trimStart().split('\n', 1)[0] ?? '' }
}

/** How programs say that a plan was approved of. */
const APPROVED = /^User has approved [^.\n]{1,60}\./

function approvedIn(text: string): readonly string[] {
  const found = APPROVED.exec(text)
  return found === null ? [] : [found[0]]
}

interface Question {
  readonly id: string
  readonly question: string
}

interface Pair {
  readonly question: string
  readonly words: string
}

/** The questions of a call: a list of them, or one. */
function questionsIn(args: Json | undefined): readonly Question[] {
  if (!isJsonObject(args)) return []
  const { questions } = args
  const all = Array.isArray(questions) ? questions.filter(isJsonObject) : [args]
  return all.flatMap((each, at) => {
    const question = stringField(each, 'question') ?? stringField(each, 'prompt') ?? stringField(each, 'text')
    return question === undefined ? [] : [{ id: stringField(each, 'id') ?? String(at), question }]
  })
}

/** How Claude Code lists what was asked when a person would rather talk first. */
const QUESTIONS_ASKED = 'Questions asked:'
const NOT_ANSWERED = '(No answer provided)'

function answeredIn(text: string, questions: readonly Question[], isRefused: boolean): readonly Pair[] {
  const quoted = betweenMarks(text, questions, ({ question }) => `"${question}"="`).map(({ question, words }) => ({
    question,
    words: words.replace(CLOSING, ''),
  }))
  if (quoted.length > 0) return quoted
  const listed = betweenMarks(text, questions, ({ question }) => `- "${question}"\n`)
  if (listed.length > 0) {
    return listed
      .filter(({ words }) => !words.includes(NOT_ANSWERED))
      .map(({ question, words }) => ({ question, words: words.replace(/^\s*Answer:\s*/, '').trim() }))
  }
  if (isRefused) return []
  const named = namedAnswers(text, questions)
  const [only, ...others] = questions
  if (named.length > 0 || only === undefined || others.length > 0) return named
  const words = text.replaceAll(FRAMES, '').trim()
  return words === '' ? [] : [{ question: only.question, words }]
}

/** What stands behind an answer in quotation marks: the next question, or the end. */
const CLOSING = /"(?:[,.]?\s*|\. You can now continue[^"]*)$/
/** What programs put around an only answer. */
const FRAMES = /<\/?(?:answer|user_message|feedback)>|^User (?:selected|responded|answered)(?: with)?:\s*/g

/** What stands behind each question up to the next one. */
function betweenMarks(text: string, questions: readonly Question[], markOf: (question: Question) => string): readonly Pair[] {
  const places = questions
    .map((question) => ({ question: question.question, mark: markOf(question) }))
    .map(({ question, mark }) => ({ question, from: text.indexOf(mark), length: mark.length }))
    .filter(({ from }) => from !== -1)
    .sort((a, b) => a.from - b.from)
  return places.map(({ question, from, length }, at) => ({ question, words: text.slice(from + length, places[at + 1]?.from) }))
}

/** Answers as JSON, by the id or the number of their question. */
function namedAnswers(text: string, questions: readonly Question[]): readonly Pair[] {
  const answers = answersObject(text)
  return questions.flatMap(({ id, question }, at) => {
    const words = answers === undefined ? [] : wordsIn(answers[id] ?? answers[String(at)])
    return words.length === 0 ? [] : [{ question, words: words.join('; ') }]
  })
}

function answersObject(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const parsed: Json = JSON.parse(text)
    const answers = isJsonObject(parsed) ? parsed['answers'] : undefined
    return isJsonObject(answers) ? answers : undefined
  } catch {
    return undefined // Output that only begins like JSON.
  }
}

function wordsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.filter((word) => typeof word === 'string')
  return isJsonObject(value) ? wordsIn(value['answers'] ?? value['answer'] ?? value['value']) : []
}

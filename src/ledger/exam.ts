import { type Seq, seqOf } from '../schema/ids.ts'
import type { ItemKind } from '../schema/ledger.ts'
import type { SeqRange } from '../schema/range.ts'
import { contentWords, shareIn } from './check/content-words.ts'
import { extractFacts, type Facts } from './extract.ts'
import { stateOf } from './file-words.ts'
import { readNames } from './names.ts'
import { oneLine } from './one-line.ts'
import type { ReadLog } from './read-log.ts'
import { runsIn } from './runs.ts'
import { rulesIn } from './standing-rules.ts'
import type { ToldItem } from './told.ts'

/** A question to which a page must hold the answer, and what is put on it if it does not. */
interface ExamQuestion {
  readonly ask: string
  /** Names and numbers of the right answer; its words, if it has none. */
  readonly names: readonly string[]
  readonly words: ReadonlySet<string>
  /** From the log. People's words are quoted by the page itself, or nowhere (L12). */
  readonly item: ToldItem | undefined
}

const MOST_QUESTIONS = 5
const MOST_RULES = 2
const LONGEST = 240
/** Of what the right answer names, what an answer must have. */
const ENOUGH = 0.5

/**
 * Questions that whoever goes on from a page must be able to answer: values of rules, the last state, the step that comes next, what still
 * fails, what was changed last. The same entries always give the same questions.
 */
export function examOf(log: ReadLog, range: SeqRange, shown: ReadonlySet<Seq>): readonly ExamQuestion[] {
  const facts = extractFacts(log, range)
  const rules = rulesIn(facts.requests, log, ({ seq }) => !shown.has(seq)).flatMap(({ text }) => ofRule(text))
  return [...rules.slice(0, MOST_RULES), ...ofWork(facts, log, range)]
    .filter(({ item }) => item === undefined || !item.sources.some((seq) => shown.has(seqOf(seq))))
    .slice(0, MOST_QUESTIONS)
}

/** A rule with a gap where its last value stands: "Never set the mail port above …". */
function ofRule(text: string): readonly ExamQuestion[] {
  const value = text.length > LONGEST ? undefined : valuesIn(text).at(-1)
  const at = value === undefined ? -1 : text.lastIndexOf(value)
  if (value === undefined || at === -1) return []
  const gap = oneLine(`${text.slice(0, at)}…${text.slice(at + value.length)}`, LONGEST)
  const ask = `A person laid down “${gap}”. What stands in the place of …?`
  return [{ ask, names: [value], words: new Set(), item: undefined }]
}

function valuesIn(text: string): readonly string[] {
  const values = [...readNames(text).names, ...(text.match(/\d+(?:[.,:]\d+)*/g) ?? [])]
  return values.sort((one, other) => text.lastIndexOf(one) - text.lastIndexOf(other))
}

function ofWork(facts: Facts, log: ReadLog, { end }: SeqRange): readonly ExamQuestion[] {
  const { lastState, steps, files } = facts
  const step = steps.find(({ status }) => status === 'doing') ?? steps.find(({ status }) => status === 'open')
  const [failing] = runsIn(facts, log, end).failing
  const changed = files.findLast(({ operation }) => operation !== 'read')
  const isOwn = lastState !== undefined && !log.remarks().repeating.has(lastState.seq)
  return [
    ...(isOwn
      ? [question('Where did the work stand at the end?', 'state', oneLine(lastState.text, LONGEST), lastState.seq)]
      : []),
    ...(step === undefined
      ? []
      : [question('Which step of the plan comes next?', 'step', `“${oneLine(step.text, LONGEST)}”`, step.seq)]),
    ...(failing === undefined
      ? []
      : [question('Which check still fails?', 'open', failureOf(failing), failing.seq, failing.command)]),
    ...(changed === undefined
      ? []
      : [question('Which file was changed last?', 'fact', `${changed.path}: ${stateOf(changed)}`, changed.seq)]),
  ]
}

function failureOf({ command, exit }: { readonly command: string; readonly exit?: number | undefined }): string {
  return `“${oneLine(command, LONGEST)}” → failure${exit === undefined ? '' : `, exit ${exit}`}`
}

function question(ask: string, kind: ItemKind, text: string, seq: Seq, answer = text): ExamQuestion {
  const item = { id: `exam-${kind}`, kind, text, sources: [seq], authority: 'assistant', status: 'active', time: null } as const
  return { ask, names: [...new Set(readNames(answer).names)], words: contentWords(answer), item }
}

/** Whether a text holds what an answer must have: names as they are written, or else the words. */
function answers(text: string, { names, words }: ExamQuestion): boolean {
  if (names.length === 0) return shareIn(words, contentWords(text)) >= ENOUGH
  const small = text.toLowerCase()
  return names.filter((name) => small.includes(name.toLowerCase())).length >= names.length * ENOUGH
}

/** How an answer to an exam was, and what must be put on the page. */
export interface Graded {
  readonly questions: number
  readonly answered: number
  /** What was asked and not found, although it is on the page. */
  readonly overlooked: readonly string[]
  readonly missing: readonly ToldItem[]
}

/** Grades answers, one a line that begins with its number. What the reader did not find and the page does not say is missing. */
export function graded(exam: readonly ExamQuestion[], text: string, page: string): Graded {
  const lines = text.split('\n').map((line) => line.trim())
  const isAnswered = exam.map((each, at) => {
    const own = lines.filter((line) => line.match(/^\W{0,3}(\d{1,2})\b/)?.[1] === String(at + 1))
    return answers(own.join('\n').replaceAll(/^\W{0,3}\d{1,2}\b/gm, ''), each)
  })
  const failed = exam.filter((_, at) => isAnswered[at] !== true)
  return {
    questions: exam.length,
    answered: exam.length - failed.length,
    overlooked: failed.filter((each) => answers(page, each)).map(({ ask }) => ask),
    missing: failed.flatMap((each) => (answers(page, each) || each.item === undefined ? [] : [each.item])),
  }
}

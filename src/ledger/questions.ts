import { itemAt } from '../schema/at.ts'
import type { Entry, TextEntry } from '../schema/entry.ts'
import { handleOf } from '../schema/ids.ts'
import { contentWords } from './check/content-words.ts'
import { hasMarker } from './check/markers.ts'
import { defused } from './defuse.ts'
import { oneLine } from './one-line.ts'
import { pickedOptions } from './picked-options.ts'
import type { ReadLog } from './read-log.ts'
import type { RemarkIndex } from './remark-index.ts'

/** An answer this short says nothing without what was asked. */
const LONGEST_ANSWER = 32
/** One that names an option may say a little more. */
const LONGEST_PICK = 64
const LONGEST_QUESTION = 100
/** More questions than this are not quoted, but found in their entry. */
const MOST_QUESTIONS = 3
/** So many entries may stand between a question and its answer. */
const MOST_BETWEEN = 4
/** Of what the agent said, so much is looked at, from the end. */
const LOOKED_AT = 20_000

/** A log, and what in it only repeats a tool. */
interface QuestionLog extends Pick<ReadLog, 'entries' | 'read'>, Pick<RemarkIndex, 'repeated'> {}

/**
 * What the agent asked, if a person's message is only the answer to it ("yes"), as a line says it; or the options that it names ("B"). Of
 * several questions the answer belongs to the one whose words it has; if none or several have them, to all.
 */
export function questionBefore({ entries, read, repeated }: QuestionLog, answer: Entry): string | undefined {
  if (answer.kind !== 'text' || answer.author !== 'person' || answer.text.trim().length > LONGEST_PICK) return undefined
  const entry = wordsBefore(entries, answer)
  if (entry === undefined || hasMarker(entry.text)) return undefined
  const picked = pickedOptions(answer.text, entry.text.slice(-LOOKED_AT))
  const copied = read(entry).remarks.filter((remark) => repeated.has(remark))
  // What a tool asked is not the agent's question. Words that could end the quotation, or be taken for another speaker's turn (L12), are not
  // put in front of a person's.
  const isUnfit = (text: string): boolean =>
    /[“”~]/.test(text) || hasMarker(text) || copied.some((remark) => remark.text.includes(text) || text.includes(remark.text))
  if (picked.length > 0 && !picked.some((text) => isUnfit(text.slice(text.indexOf(' ') + 1)))) return quoted(picked)
  if (answer.text.trim().length > LONGEST_ANSWER) return undefined
  const asked = questionsIn(entry.text)
  const meant = asked.length === 1 ? asked : meantBy(answer.text, asked)
  if (asked.length === 0 || meant.some(isUnfit)) return undefined
  if (meant.length > MOST_QUESTIONS) return `the questions in ${handleOf(entry.seq)}`
  return quoted(meant.map((text) => oneLine(text, LONGEST_QUESTION)))
}

function quoted(texts: readonly string[]): string {
  return texts.map((text) => `“${defused(text)}”`).join(', ')
}

/** The agent's last words before an answer, if it did nothing in between. */
function wordsBefore(entries: readonly Entry[], answer: Entry): TextEntry | undefined {
  for (let seq = answer.seq - 1; seq >= Math.max(0, answer.seq - MOST_BETWEEN); seq -= 1) {
    const entry = itemAt(entries, seq)
    if (entry.kind === 'tool-call' || entry.kind === 'tool-result') return undefined
    if (entry.kind === 'text' && entry.author === 'agent') return entry
  }
  return undefined
}

const CODE_BLOCK = /```[^`]*(?:```|$)/g
const CODE = /`[^`\n]*`/g
/** Where a sentence ends. */
const END = /\n+|(?<=[.!?？:])\s+/
const QUESTION = /[?？]["”')*_]{0,4}$/
const LIST_SIGNS = /^(?:[-*•>#]{1,4}|\d{1,2}[.)])\s+/

/** Sentences that ask something, outside of code. */
function questionsIn(text: string): readonly string[] {
  const prose = text
    .slice(-LOOKED_AT)
    .replaceAll(CODE_BLOCK, '\n')
    .replaceAll(CODE, (code) => code.replaceAll(/[?？]/g, ' '))
  return prose
    .split(END)
    .map((sentence) => sentence.trim())
    .filter((sentence) => QUESTION.test(sentence) && /\p{L}{2}/u.test(sentence))
    .map((sentence) => sentence.replace(LIST_SIGNS, '').replaceAll('**', ''))
}

/** Those of several questions that an answer may be meant for. */
function meantBy(answer: string, questions: readonly string[]): readonly string[] {
  const words = contentWords(answer)
  const named = questions.filter((question) => [...contentWords(question)].some((word) => words.has(word)))
  return named.length === 1 ? named : questions
}

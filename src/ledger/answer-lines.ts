import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { defused, inQuotes } from './defuse.ts'
import { oneLine } from './one-line.ts'
import type { PersonAnswer } from './person-answers.ts'
import { type Gap, quotedData } from './quote.ts'

/** A line that says what a person said to a call, and that nothing of its entry is left to say. */
interface AnswerLine {
  readonly seq: Seq
  readonly place: number
  readonly text: string
  readonly says: string
  readonly gap: Gap
}

/** How many characters a line has at the most of a question, of a call, and of what was said to it; the longest first. */
const LENGTHS = [
  { question: 200, call: 80, words: 600 },
  { question: 80, call: 40, words: 280 },
  { question: 32, call: 20, words: 120 },
] as const
type Lengths = (typeof LENGTHS)[number]

/**
 * The lines that say what people said to calls, the latest first, of results that are not shown: another program's record of a person's
 * words, so they are data (L12). Several questions of one call stand in their order. If together they have more tokens than there are for
 * them, questions and answers are cut: a choice is said in a few words, and all of them are worth more than the latest in full.
 */
export function answerLines(
  answers: readonly PersonAnswer[],
  { shown, tokens, tokenizer }: { readonly shown: ReadonlySet<Seq>; readonly tokens: number; readonly tokenizer: Tokenizer },
): readonly AnswerLine[] {
  const hidden = answers.filter(({ seq }) => !shown.has(seq))
  let lines: readonly AnswerLine[] = []
  for (const lengths of LENGTHS) {
    lines = hidden.map((answer, at) => lineOf(answer, at / hidden.length, lengths))
    if (lines.reduce((sum, { text }) => sum + tokenizer.count(text) + 1, 0) <= tokens) break
  }
  return lines.toReversed()
}

function lineOf({ seq, to, about, isAnswer, words }: PersonAnswer, behind: number, lengths: Lengths): AnswerLine {
  const longest = isAnswer === true ? lengths.question : lengths.call
  const label = about === undefined ? to : `${to} ${inQuotes(oneLine(about, longest))}`
  return {
    ...{ seq, place: seq + behind, says: words, gap: { from: 0, to: 0 } },
    text: quotedData(`${handleOf(seq)}, ${label}`, defused(oneLine(words, lengths.words))),
  }
}

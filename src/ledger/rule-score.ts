import { knownIn, type Read, readSigns } from './read-signs.ts'
import { marksOf } from './rule-marks.ts'
import { START, WEIGHTS } from './rule-weights.ts'

const weights = new Map(WEIGHTS.flatMap(([weight, marks]) => marks.split(' | ').map((mark) => [mark, weight] as const)))

/** With fewer known words, a sentence is in a language whose words we do not know. */
const FEWEST_KNOWN = 0.4

/** Whether a sentence is a rule by what its words show, or `undefined` if too few of them are known. */
export function isRuleBySigns(sentence: string): boolean | undefined {
  const read = readSigns(sentence)
  if (read.length === 0) return undefined
  const isRule = scoreOf(sentence, read) > 0
  return isRule || knownIn(read) >= FEWEST_KNOWN * wordsIn(read) ? isRule : undefined
}

/** Above zero for a rule. A question is none, unless it is a polite order: "could you always add the units?" */
function scoreOf(sentence: string, read: readonly Read[]): number {
  const marks = marksOf(sentence, read)
  if (marks.has('?')) return marks.has('polite') ? 1 : Number.NEGATIVE_INFINITY
  let score = START
  for (const mark of marks) score += weights.get(mark) ?? 0
  return score
}

function wordsIn(read: readonly Read[]): number {
  return read.reduce((sum, { sign, size }) => sum + (sign === 'pause' ? 0 : size), 0)
}

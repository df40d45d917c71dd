import { isQuestion } from './last-sign.ts'
import type { Read } from './lexicon.ts'
import { knownIn, readSigns } from './read-signs.ts'
import { isPolite, marksOf, openingOf } from './rule-marks.ts'
import { ruleTable, TENTHS } from './rule-table.ts'

/** With fewer known words, a sentence is in a language whose words we do not know. */
const FEWEST_KNOWN = 0.4

/** How much a sentence looks like a rule by what its words show: above zero it is one. `undefined` if too few of them are known. */
export function ruleScore(sentence: string): number | undefined {
  const read = readSigns(sentence)
  if (read.length === 0) return undefined
  const score = scoreOf(sentence, read)
  return score > 0 || knownIn(read) >= FEWEST_KNOWN * wordsIn(read) ? score : undefined
}

/** Whether a sentence begins like an order, or holds one: other sentences of a long brief tell what is. */
export function givesOrder(sentence: string): boolean {
  const read = readSigns(sentence)
  const signs = new Set(read.map(({ sign }) => sign))
  if (signs.has('guess')) return false
  const first = read.find(({ sign }) => sign !== 'opener' && sign !== 'pause')
  if (first !== undefined && ORDERLY.includes(first.sign)) return true
  return FORCEFUL.some((sign) => signs.has(sign)) || (signs.has('should') && signs.has('condition'))
}

const ORDERLY: readonly Read['sign'][] = ['hold', 'dont', 'forbid', 'always', 'only', 'ask', 'condition']
const FORCEFUL: readonly Read['sign'][] = ['dont', 'barred', 'must']

/** A question is no rule, unless it is a polite order: "could you always add the units?" */
function scoreOf(sentence: string, read: readonly Read[]): number {
  if (isQuestion(sentence)) return isPolite(read) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  const { start, marks } = ruleTable()
  let score = start + leaningOf(read)
  for (const mark of marksOf(sentence, read)) score += marks[mark] ?? 0
  return score / TENTHS
}

/** Words lean one way or the other, too, whatever they show; each counts once. */
function leaningOf(read: readonly Read[]): number {
  let sum = read[openingOf(read)]?.leansFirst ?? 0
  for (let at = 0; at < read.length; at += 1) {
    const { leans, mark } = read[at] ?? NO_LEANING
    if (leans !== 0 && !isBefore(read, at, mark)) sum += leans
  }
  return sum
}

const NO_LEANING = { leans: 0, mark: undefined }

function isBefore(read: readonly Read[], end: number, mark: string | undefined): boolean {
  for (let at = 0; at < end; at += 1) if (read[at]?.mark === mark) return true
  return false
}

function wordsIn(read: readonly Read[]): number {
  let words = 0
  for (const { sign, size } of read) if (sign !== 'pause') words += size
  return words
}

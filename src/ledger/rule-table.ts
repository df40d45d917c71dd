import { otherLanguages } from './languages/index.ts'
import type { Language } from './languages/language.ts'
import { markNames } from './rule-marks.ts'
import { START, WEIGHTS } from './rule-weights.ts'

/** Weights have one place behind the point: in tenths their sums are exact, in whatever order they are added. */
export const TENTHS = 10

/** What marks and words add to the score of a sentence, in tenths. */
interface RuleTable {
  readonly start: number
  /** By the numbers of marks. */
  readonly marks: Int16Array
  readonly words: Leanings
}

/** What words add, by their marks: these have no numbers. */
export type Leanings = ReadonlyMap<string, number>

let made: RuleTable | undefined

/** Made when it is first needed. */
export function ruleTable(): RuleTable {
  made ??= makeTable()
  return made
}

function makeTable(): RuleTable {
  const names = new Map(markNames().map((name, mark) => [name, mark]))
  const marks = new Int16Array(names.size)
  const words = new Map<string, number>()
  for (const [name, tenths] of weightsIn(WEIGHTS)) {
    const mark = names.get(name)
    if (mark === undefined) words.set(name, tenths)
    else marks[mark] = tenths
  }
  return { start: Math.round(START * TENTHS), marks, words }
}

function* weightsIn(groups: typeof WEIGHTS): Iterable<readonly [name: string, tenths: number]> {
  for (const [weight, listed] of groups) {
    for (const name of listed.split(' | ')) yield [name, Math.round(weight * TENTHS)]
  }
}

let otherLeanings: Leanings | undefined

/** What the words of a language add to the score of a sentence in it. Of English, nobody needs those of others. */
export function leaningsIn({ code }: Language): Leanings {
  if (code === 'en') return ruleTable().words
  otherLeanings ??= new Map([...ruleTable().words, ...weightsIn(otherLanguages().weights)])
  return otherLeanings
}

import { markNames } from './rule-marks.ts'
import { START, WEIGHTS } from './rule-weights.ts'

/** Weights have one place behind the point: in tenths their sums are exact, in whatever order they are added. */
export const TENTHS = 10

/** What marks and words add to the score of a sentence, in tenths. */
interface RuleTable {
  readonly start: number
  /** By the numbers of marks. */
  readonly marks: Int16Array
  /** By the names of marks: words have no numbers. */
  readonly words: ReadonlyMap<string, number>
}

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
  for (const [weight, listed] of WEIGHTS) {
    const tenths = Math.round(weight * TENTHS)
    for (const name of listed.split(' | ')) {
      const mark = names.get(name)
      if (mark === undefined) words.set(name, tenths)
      else marks[mark] = tenths
    }
  }
  return { start: Math.round(START * TENTHS), marks, words }
}

import type { FindingReason } from '../../schema/summary.ts'

/** A statement with one thing in it turned around, and what it would be to believe it. */
interface Opposite {
  readonly text: string
  readonly reason: FindingReason
}

type Turn = readonly [RegExp, string]

/** Where a denial stands, and what is left without it. */
const DENIALS: readonly Turn[] = [
  [/\b(is|are|was|were|has|have|had|can|could|will|would|does|did|do|should|must|may|need) (?:not|never)\b/gi, '$1'],
  [/\b(is|are|was|were|has|have|had|could|would|does|did|do|should|must|need)n['’]t\b/gi, '$1'],
  [/\bcannot\b|\bcan['’]t\b/gi, 'can'],
  [/\bwithout\b/gi, 'with'],
  [/\b(?:not|never) (?=\p{L})/giu, ''],
  [/\bno (?=\p{L})/giu, 'a '],
  [/\bnothing\b/gi, 'something'],
  [/\bnone\b/gi, 'some'],
  [/\bneither\b/gi, 'both'],
]
/** What makes something a guess: if the sources bear it out as a fact as well, the guess is not theirs. */
const GUESSES: readonly Turn[] = [
  [/\b(?:probably|perhaps|possibly|maybe|likely|apparently|presumably) /gi, ''],
  [/\b(?:might|may|could) be\b|\b(?:seems?|appears?) to be\b/gi, 'is'],
  [/\b(?:might|may) (?!be\b)/gi, 'does '],
]
/** How something went, and how else it could have gone. */
const OUTCOMES: readonly Turn[] = [
  [/\bpass(?:es|ed)?\b(?=$|[.,;)]| (?:again|with|in|now|when|after|before|on|at|all)\b)/gi, 'failed'],
  [/\bfail(?:s|ed)?\b|(?<=\b(?:is|are|was|were|still|kept) )failing\b/gi, 'passed'],
  [/\b(?:still|yet) to be\b/gi, 'already'],
  [/(?<=^|[,(] ?|\b(?:is|are|was|were|has|have|had|been) )already\b/gi, 'still to be'],
]
/** Before what may come or not. */
const CONDITION = /\b(?:until|unless|if|when|once|so that|whether|should|must)\b/i
const MOST = 24

/**
 * A statement turned around in one place after the other; `words` are those of its sources. What cannot be told from its opposite by its sources is not vouched for.
 *
 *     "The tests failed and were not run again"   →   "The tests failed and were run again" · "The tests passed and were not run again"
 */
export function oppositesOf(statement: string, words: string): readonly Opposite[] {
  const turned = (turns: readonly Turn[], reason: FindingReason): readonly Opposite[] =>
    turns.flatMap(([from, to]) =>
      [...statement.matchAll(from)]
        .filter((match) => !isCopied(statement, match, words))
        .map((match) => ({
          text: `${statement.slice(0, match.index)}${statement.slice(match.index).replace(once(from), to)}`,
          reason,
        })),
    )
  // What is to come has not gone either way.
  const outcomes = CONDITION.test(statement) ? [] : turned(OUTCOMES, 'unsupported')
  const all = [...turned(DENIALS, 'negation-lost'), ...turned(GUESSES, 'hypothesis-as-fact'), ...outcomes].filter(
    ({ text }) => text !== statement,
  )
  return [...new Map(all.map((opposite) => [opposite.text, opposite])).values()].slice(0, MOST)
}

/** The same pattern for the first place only. */
function once({ source, flags }: RegExp): RegExp {
  return new RegExp(source, flags.replace('g', ''))
}

/** True if the words of the sources have a place of a text word for word. */
export function isCopied(text: string, match: RegExpExecArray, words: string): boolean {
  return words.includes(around(text, match)) || isBehindNumber(text, match, words)
}

/** A number and the word right behind it, as the sources have them: "3 failed". */
function isBehindNumber(text: string, { index, 0: word }: RegExpExecArray, words: string): boolean {
  const number = /(?<![\w.,])\d{1,9} $/.exec(text.slice(Math.max(0, index - 11), index))?.[0]
  return number !== undefined && words.includes(` ${number}${word.toLowerCase()} `)
}

/** The place with the two words before it and the one behind it: what stands so in the sources is copied, not told. */
function around(text: string, { index, 0: { length } }: RegExpExecArray): string {
  const before = plainWords(text.slice(Math.max(0, index - REACH), index))
    .split(' ')
    .slice(-2)
  const behind = plainWords(text.slice(index + length, index + length + REACH))
    .split(' ')
    .slice(0, 1)
  return ` ${[...before, plainWords(text.slice(index, index + length)), ...behind].filter((word) => word !== '').join(' ')} `
}

const REACH = 60

/** A text as its words, one space between them. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_'’]+/gu, ' ')
    .trim()
}

import { type Evidence, isName, saysNothing } from './evidence.ts'
import { marksOf } from './marks.ts'
import { START, WEIGHTS } from './weights-of-signs.ts'

const WEIGHT_OF: ReadonlyMap<string, number> = new Map(
  WEIGHTS.flatMap(([weight, marks]) => marks.split('|').map((mark): [string, number] => [mark, weight])),
)

/** A sign that something is too much, of which there must be one where nothing else tells. */
const EXCESS = ['@over', '@big', '@more', '@less', '@full', '@fit', '@limit', '@remedy', '@>']

interface Weighed {
  /** Above zero if it is more like what is said of requests that are too large than like anything else. */
  readonly weight: number
  readonly hasExcess: boolean
}

/** How much what a refusal says is like what is said of requests that are too large. */
export function weighed(evidence: Evidence): Weighed {
  const marks = marksOf(wordsOf(evidence))
  return { weight: sumOf(marks), hasExcess: EXCESS.some((mark) => marks.has(mark)) }
}

/**
 * The largest weight of those parts of a text that say by themselves what is asked for: who reports it, and what else is said, stands
 * before and behind it.
 *
 *     "Agent run failed: prompt is too long. Please try again later."  →  all of it · Agent run failed: … · prompt is too long · Please …
 */
export function weightWhere(text: string, says: (part: string) => boolean): number {
  const sentences = text.slice(0, MOST_TEXT).split(SENTENCE_END).slice(0, MOST_PARTS)
  const ends = sentences.flatMap((sentence) => sentence.split(REPORTED).map((_, at, parts) => parts.slice(at).join(': ')))
  return Math.max(...[text, ...ends.slice(0, MOST_PARTS)].filter(says).map((part) => sumOf(marksOf(part))))
}

const MOST_TEXT = 2_000
const MOST_PARTS = 16
const SENTENCE_END = /[.!?](?=\s)|\n| — /
const REPORTED = /: | - /

function sumOf(marks: ReadonlySet<string>): number {
  let sum = START
  for (const mark of marks) sum += WEIGHT_OF.get(mark) ?? 0
  return sum
}

/** What is said, without what stands on any refusal; names only where there are no sentences. */
export function wordsOf({ texts, codes }: Evidence): string {
  const said = texts.filter((text) => !saysNothing(text))
  const sentences = said.filter((text) => !isName(text))
  return (sentences.length > 0 ? sentences : [...new Set([...codes, ...said])]).join('\n')
}

import { type Evidence, isName, saysNothing } from './evidence.ts'
import { marksOf } from './marks.ts'
import { START, WEIGHTS } from './weights.ts'

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
  let weight = START
  for (const mark of marks) weight += WEIGHT_OF.get(mark) ?? 0
  return { weight, hasExcess: EXCESS.some((mark) => marks.has(mark)) }
}

/** What is said, without what stands on any refusal; names only where there are no sentences. */
export function wordsOf({ texts, codes }: Evidence): string {
  const said = texts.filter((text) => !saysNothing(text))
  const sentences = said.filter((text) => !isName(text))
  return (sentences.length > 0 ? sentences : [...new Set([...codes, ...said])]).join('\n')
}

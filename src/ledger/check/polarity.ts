import { cueBy, cueOf, latinOf, says } from '../languages/cue.ts'
import { isQuestion } from '../last-sign.ts'
import { contentWords } from './content-words.ts'

const NEGATION = cueOf('negation')
const CONDITION = cueOf('condition')
const HEDGE = cueOf('hedge')
const CLAUSE_END = cueBy({
  latin: (of) => new RegExp(`[.;!?\\n。！？]+|,\\s+(?:${of('conjunction').source})\\s`, 'i'),
  other: (of) => of('conjunction'),
})

/** Denials that hold of everything: they set no rules, so that the languages' cues have them not. */
const OF_ALL = /\b(?:nothing|nobody|no-one|nowhere)\b/i

export function isNegated(text: string): boolean {
  return says(NEGATION, text) || OF_ALL.test(text)
}

/**
 * Where the denials of a text end, each with where it begins; nowhere in scripts that are not Latin.
 *
 *     "av-1 is in progress and I won't close it"   →   behind "won't"
 */
export function denialsIn(text: string): readonly { readonly from: number; readonly to: number }[] {
  return [...text.matchAll(latinOf(DENIALS, text))].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
}

const DENIALS = cueBy({
  latin: (of) => new RegExp(`${of('negation').source}|${OF_ALL.source}`, `g${of('negation').flags}`),
  other: (of) => of('negation'),
})

export function isHedged(text: string): boolean {
  return says(HEDGE, text)
}

/**
 * True if a verbatim piece leaves behind, in its own sentence, what turns its sense around.
 *
 *     "do NOT use Redis"  →  "use Redis"         "delete it only if I say so"  →  "delete it"
 */
export function losesSense(piece: string, source: string): boolean {
  const at = source.indexOf(piece)
  if (at === -1) return false
  const startOf = Math.max(...['\n', '. ', '! ', '? ', '; '].map((end) => source.lastIndexOf(end, at - 1)))
  const before = source.slice(startOf + 1, at)
  const end = at + piece.length
  const words = piece.trimEnd()
  const isWhole = /[.!?;。！？]$/u.test(words) || piece.slice(words.length).includes('\n')
  const after = isWhole ? '' : (/^[^\n.!?;。！？؟]*[?？؟]?/u.exec(source.slice(end))?.[0] ?? '')
  // What was asked was not said.
  if (isQuestion(after)) return true
  return [before, after].some((rest) => [NEGATION, CONDITION, HEDGE].some((cue) => says(cue, rest)))
}

/**
 * True if a text names, without a denial, something that its source names only to deny it.
 *
 *     source "Build it. Do NOT use Redis."     text "It should use Redis."
 */
export function affirmsDenied(text: string, source: string): boolean {
  if (isNegated(text)) return false
  const clauses = source
    .split(latinOf(CLAUSE_END, source))
    .map((clause) => ({ isDenied: isNegated(clause), words: contentWords(clause) }))
  return [...contentWords(text)].some((word) => {
    const naming = clauses.filter(({ words }) => words.has(word))
    return naming.length > 0 && naming.every(({ isDenied }) => isDenied)
  })
}

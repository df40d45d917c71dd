import { contentWords, shareIn } from './sentences.ts'
import type { Source } from './sources.ts'

const NEGATION =
  /\b(?:not|no|never|none|neither|nor|without|cannot|avoid|stop|except|unless|refuse[sd]?|forbid\w*|forbidden|prohibit\w*|nicht|kein\w*|nie|niemals|ohne|pas|jamais|sans|aucun\w*|nunca|ningun\w*|sin)\b|n['’]t\b|不|没|無|ない|ません|않|지 ?마|(?<!\p{L})(?:못|안|не|нет|нельзя|никогда|без|لا|لن|لم|ليس|بدون)(?!\p{L})/iu
const CONDITION = /\b(?:if|unless|until|only when|only if|wenn|falls|solange|sauf|excepto|salvo)\b/iu
const HEDGE =
  /\b(?:maybe|perhaps|possibly|probably|might|may be|could be|likely|unlikely|i think|i guess|i suspect|suspect\w*|seems?|appears? to|hypothes\w+|assum\w+|unclear|not sure|unsure|whether|vielleicht|vermutlich|wahrscheinlich|peut-être|quizás?|tal vez)\b/iu

export function isNegated(text: string): boolean {
  return NEGATION.test(text)
}

export function isHedged(text: string): boolean {
  return HEDGE.test(text)
}

export function isQuestion(text: string): boolean {
  return /[?？؟]["'”’)]?\s*$/u.test(text)
}

/**
 * True where a verbatim piece leaves behind, in its own sentence, what turns its sense around.
 *
 *     "do NOT use Redis"  →  "use Redis"         "delete it only if I say so"  →  "delete it"
 */
export function losesSense(piece: string, source: string): boolean {
  const at = source.indexOf(piece)
  if (at === -1) return false
  const startOf = Math.max(...['\n', '. ', '! ', '? ', '; '].map((end) => source.lastIndexOf(end, at - 1)))
  const before = source.slice(startOf + 1, at)
  const end = at + piece.length
  const isWhole = /[.!?;。！？\n]\s*$/u.test(piece)
  const after = isWhole ? '' : (/^[^\n.!?;。！？؟]*[?？؟]?/u.exec(source.slice(end))?.[0] ?? '')
  // What was asked was not said.
  if (isQuestion(after)) return true
  return [before, after].some((rest) => NEGATION.test(rest) || CONDITION.test(rest) || HEDGE.test(rest))
}

/** How much of a sentence's words must be found for it to be the one that is retold. */
const RETOLD = 0.6

/** The sentence of a source that a text retells, where there is one. */
export function retold(text: string, source: Source): string | undefined {
  const words = contentWords(text)
  if (words.size === 0) return undefined
  let best: { readonly sentence: string; readonly share: number } | undefined
  for (const sentence of source.sentences()) {
    const share = shareIn(words, sentence.words)
    if (share >= RETOLD && share > (best?.share ?? 0)) best = { sentence: sentence.text, share }
  }
  return best?.sentence
}

/**
 * True where a text names, without a denial, something that its source names only to deny it.
 *
 *     source "Build it. Do NOT use Redis."     text "It should use Redis."
 */
export function affirmsDenied(text: string, source: string): boolean {
  if (isNegated(text)) return false
  const clauses = source
    .split(/[.;!?\n。！？]+|,\s+(?:but|and|aber|und)\s/iu)
    .map((clause) => ({ isDenied: isNegated(clause), words: contentWords(clause) }))
  return [...contentWords(text)].some((word) => {
    const naming = clauses.filter(({ words }) => words.has(word))
    return naming.length > 0 && naming.every(({ isDenied }) => isDenied)
  })
}

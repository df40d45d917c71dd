import { contentWords, shareIn } from './check/content-words.ts'
import { readNames } from './names.ts'
import type { ReadLog } from './read-log.ts'

/** A text with what it is about. */
export interface Worded {
  readonly text: string
  readonly words: ReadonlySet<string>
}

/** The numbers of the names in a text that the log has. */
export function namesIn(text: string, log: ReadLog): readonly number[] {
  const { numberOf } = log.remarks()
  return readNames(text).names.flatMap((name) => numberOf(name) ?? [])
}

/** Of the words of a sentence, what one text must have to say the same. */
const SAME = 0.8

/** Whether one of several texts says what a sentence says: its names, and nearly all of its words. */
export function isSaidIn(texts: readonly Worded[], sentence: string): boolean {
  const words = contentWords(sentence)
  if (words.size === 0) return false
  const { names } = readNames(sentence)
  return texts.some((other) => shareIn(words, other.words) >= SAME && names.every((name) => other.text.includes(name)))
}

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const OF_WORD = /[\p{L}\p{M}\p{N}_]/u

/** True if a text has these words, whole: half a word may mean something else. */
export function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    if (!isInWord(text.charAt(at - 1), text.charAt(at)) && !isInWord(text.charAt(end - 1), text.charAt(end))) return true
  }
  return false
}

function isInWord(before: string, after: string): boolean {
  return OF_WORD.test(before) && OF_WORD.test(after) && !UNSPACED.test(before) && !UNSPACED.test(after)
}

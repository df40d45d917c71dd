import { isStopWord } from './stop-words.ts'
import { termsOf } from './terms.ts'

/** Whether a text names an id as a whole: not as a part of a longer one. */
export function namesId(text: string, id: string): boolean {
  if (id === '') return false
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) {
    if (!/[\p{L}\p{N}_-]/u.test(text[at - 1] ?? '') && !/[\p{L}\p{N}_-]/u.test(text[at + id.length] ?? '')) return true
  }
  return false
}

/** Numbers of entries whose handles a text names, as prompts show them: `e57`. */
export function handlesIn(text: string): readonly number[] {
  const found = [...text.matchAll(/(?<![\p{L}\p{N}_.-])e(\d{1,7})(?![\p{L}\p{N}_-])/gu)].map(([, number]) => Number(number))
  return [...new Set(found)]
}

/** Whether a question is about what a hint says: it has the values of the hint, or all the words of the tool if that is all there is. */
export function matchesHint(question: string, hint: string, tool: string): boolean {
  const asked = new Set(termsOf(question))
  const ofTool = new Set(termsOf(tool))
  const words = termsOf(hint).filter((term) => term.length > 1 && !isStopWord(term))
  const values = words.filter((term) => !ofTool.has(term))
  const needed = values.length > 0 ? values : words.length > 1 ? words : []
  return needed.length > 0 && needed.every((term) => asked.has(term))
}

/** Names that nobody writes by chance: paths, names of several parts, ids. */
const NAMES =
  /(?<![\w@~.+/-])[\w@~.-]{0,80}(?:\/[\w@.+-]{1,80}){1,40}\.[A-Za-z]\w{0,5}\b|(?<![\w-])[\w-]{1,100}\.(?:ts|tsx|js|jsx|py|go|rs|java|rb|md|json|ya?ml|toml|sql|sh|css|html|c|h|cpp)\b|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b|\b[a-z0-9]+(?:_[a-z0-9]+)+\b|\b[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b|\b[A-Z]{2,}-\d+\b|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g
const LONGEST = 200
const LEAST = 6

/** The names in a text, each once, in the order in which they come. */
export function namesIn(text: string): readonly string[] {
  const names = [...text.matchAll(NAMES)].map(([name]) => name.replace(/^[./~-]+/, ''))
  return [...new Set(names.filter((name) => name.length >= LEAST && name.length <= LONGEST))]
}

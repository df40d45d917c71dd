import { topicWords } from './clauses.ts'
import type { Source } from './sources.ts'

const FILE = /[\w@~.+/-]{0,200}[\w-]\.[a-z]{1,5}\b/gi
const ENDING = /[\w-]\.[a-z]{1,5}\b/i
/** How far behind a file, in characters, what is said of it may reach. */
const REACH = 200
const LEAST_WORDS = 4
/** By how much one entry may know more of what is said of a file than those that name the file. */
const MARGIN = 0.3

/** A file of a statement of which the sources say this about another one. An entry that names no file may speak of any. */
export function misplacedFile(statement: string, source: Source): string | undefined {
  const files = [...statement.matchAll(FILE)]
  return files.find(({ 0: file, index }, at) => {
    const end = Math.min(files[at + 1]?.index ?? statement.length, index + file.length + REACH)
    const words = topicWords(statement.slice(index + file.length, end))
    if (words.size < LEAST_WORDS) return false
    const base = file.slice(file.lastIndexOf('/') + 1)
    let [own, others] = [0, 0]
    for (const unit of source.units()) {
      const share = [...words].filter((word) => unit.words.has(word)).length / words.size
      if (unit.text.includes(base)) own = Math.max(own, share)
      else if (ENDING.test(unit.text)) others = Math.max(others, share)
    }
    return others > own + MARGIN
  })?.[0]
}

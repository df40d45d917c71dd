import { topicWords } from './clauses.ts'
import { fileNamesIn, namesFile } from './file-names.ts'
import type { Source } from './sources.ts'

/** How far behind a file, in characters, what is said of it may reach. */
const REACH = 200
const LEAST_WORDS = 4
/** By how much one entry may know more of what is said of a file than those that name the file. */
const MARGIN = 0.4

/** A file of a statement of which the sources say this about another one. An entry that names no file may speak of any. */
export function misplacedFile(statement: string, source: Source): string | undefined {
  const files = fileNamesIn(statement)
  const [first] = files
  if (first?.index === 0 && statement.startsWith(':', first[0].length) && isUntouched(first[0], source)) return first[0]
  return files.find(({ 0: file, index }, at) => {
    const end = Math.min(files[at + 1]?.index ?? statement.length, index + file.length + REACH)
    const behind = topicWords(statement.slice(index + file.length, end))
    // Where little is said behind it, what stands before it is said of it.
    const words = behind.size < LEAST_WORDS && files.length === 1 ? topicWords(statement.replace(file, '')) : behind
    if (words.size < LEAST_WORDS) return false
    const base = file.slice(file.lastIndexOf('/') + 1)
    let [own, others] = [0, 0]
    for (const unit of source.units()) {
      const share = [...words].filter((word) => unit.words.has(word)).length / words.size
      if (unit.text.includes(base)) own = Math.max(own, share)
      else if (namesFile(unit.text)) others = Math.max(others, share)
    }
    return others > own + MARGIN
  })?.[0]
}

/** True if calls are cited that name files, and this one is not among them. */
function isUntouched(file: string, source: Source): boolean {
  const touched = source.touched()
  const base = file.slice(file.lastIndexOf('/') + 1)
  return touched.length > 0 && !touched.some((path) => path.endsWith(base))
}

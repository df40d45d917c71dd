import type { Entry } from '../schema/entry.ts'
import { rangeContains } from '../schema/range.ts'
import type { SearchQuery } from '../schema/search.ts'
import { searchable } from './terms.ts'

/** The tool that an entry is about. */
export function toolOf(entry: Entry): string | undefined {
  if (entry.kind === 'tool-call') return entry.tool
  return entry.kind === 'tool-result' ? entry.envelope.tool : undefined
}

/** Whether an entry may be found by a query, whatever it says. */
export function passes(entry: Entry, { kinds, tools, authors, file, within }: SearchQuery): boolean {
  const tool = toolOf(entry)
  return (
    (kinds === undefined || kinds.includes(entry.kind)) &&
    (tools === undefined || (tool !== undefined && tools.includes(tool))) &&
    (authors === undefined || authors.includes(entry.author)) &&
    (within === undefined || within.some((range) => rangeContains(range, entry.seq))) &&
    (file === undefined || namesFile(searchable(entry), file))
  )
}

/** The path stands there as a whole: not as the end of a longer name, nor as the beginning of one. */
function namesFile(text: string, file: string): boolean {
  if (file === '') return false
  for (let at = text.indexOf(file); at !== -1; at = text.indexOf(file, at + 1)) {
    const [before, behind] = [text[at - 1] ?? '', text[at + file.length] ?? '']
    if (!/[\p{L}\p{N}_-]/u.test(before) && !/[\p{L}\p{N}_]/u.test(behind)) return true
  }
  return false
}

import { changedLines } from './changed-lines.ts'
import { type Selection, tellingLines } from './telling-lines.ts'

/** A passage of a file, and what takes its place. */
export interface Edit {
  readonly before: string
  readonly after: string
}

/** What is shown of the old text: it is gone. */
const GONE_SHARE = 0.2

/** What an edit takes away and puts in its place, each line with its sign. */
export function editLines({ before, after }: Edit, selection: Selection): string {
  const { gone, come } = changedLines(before, after)
  const { most } = selection
  const taken = gone.length === 0 ? '' : tellingLines(gone.join('\n'), { ...selection, most: most * GONE_SHARE })
  const put = come.length === 0 ? '' : tellingLines(come.join('\n'), { ...selection, what: 'code' })
  return [...marked('-', taken), ...marked('+', put)].join('\n')
}

function marked(mark: string, text: string): readonly string[] {
  return text === '' ? [] : text.split('\n').map((line) => `${mark} ${line}`)
}

const [SEARCH, DIVIDER, REPLACE] = [/^<{5,9} SEARCH\s*$/, /^={5,9}\s*$/, /^>{5,9} REPLACE\s*$/]

/** A block of code in which an agent says what to replace by what (Aider), as edits; nothing if it is none. */
export function searchAndReplace(lines: readonly string[], selection: Selection): string | undefined {
  if (!lines.some((line) => SEARCH.test(line))) return undefined
  const shown: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const end = SEARCH.test(lines[at] ?? '') ? lines.findIndex((line, index) => index > at && REPLACE.test(line)) : -1
    const middle = end === -1 ? -1 : lines.findIndex((line, index) => index > at && index < end && DIVIDER.test(line))
    if (middle === -1) shown.push(lines[at] ?? '')
    else {
      const edit = { before: lines.slice(at + 1, middle).join('\n'), after: lines.slice(middle + 1, end).join('\n') }
      shown.push(editLines(edit, selection))
      at = end
    }
  }
  return shown.join('\n')
}

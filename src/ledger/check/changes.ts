import type { Entry } from '../../schema/entry.ts'
import { editedIn } from '../edited-text.ts'
import { fileOperationOf, isCommandTool } from '../tool-knowledge.ts'
import { jsonOf, leaves } from './call-leaves.ts'
import type { SourcePart } from './evidence.ts'

const MOST_LINES = 400
const REMOVING = /(?:^|[\s;&|])(?:rm|git rm|rmdir)\s/

/** What a call puts into a file and takes out of it, as sentences: an edit shows both, and does not say which is which. */
export function changesIn(entry: Entry): readonly SourcePart[] {
  if (entry.kind !== 'tool-call') return []
  const part = (text: string): SourcePart => ({ seq: entry.seq, text, isProse: false, isPersons: false, isCall: true })
  if (isCommandTool(entry.tool)) {
    const meant = leaves(entry.input).join(' ')
    return [
      ...(REMOVING.test(meant) ? [part(`removed deleted ${meant}`)] : []),
      ...(/\bmkdir\b|\btouch\b|<<|>/.test(meant) ? [part(`created written ${meant}`)] : []),
      ...(/\bgit\b[^|;&]{0,80} add\b/.test(meant) ? [part(`staged ${meant}`)] : []),
    ]
  }
  const operation = fileOperationOf(entry.tool)
  if (operation === undefined || operation === 'read') return []
  const { before, after } = editedIn(entry.input, jsonOf(entry.input), '')
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const names = leaves(entry.input).filter((leaf) => leaf.length < 300 && !leaf.includes('\n'))
  return [
    ...fresh.filter((line) => !old.includes(line)).map((line) => part(`added created ${line}`)),
    ...old.filter((line) => !fresh.includes(line)).map((line) => part(`removed deleted ${line}`)),
    ...(operation === 'created' ? names.map((name) => part(`created written added ${name}`)) : []),
  ]
}

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
}

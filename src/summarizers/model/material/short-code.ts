import { searchAndReplace } from './edit-lines.ts'
import { type Selection, tellingLines } from './telling-lines.ts'

const FENCE = '```'

/** What an agent says, with the long blocks of code in it by the lines that matter. */
export function shortCode(text: string, selection: Selection): string {
  if (text.length <= selection.most || !text.includes(FENCE)) return text
  const lines = text.split('\n')
  const shown: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    shown.push(line)
    if (!line.trimStart().startsWith(FENCE)) continue
    const end = lines.findIndex((other, index) => index > at && other.trimStart().startsWith(FENCE))
    if (end === -1) return [...shown, ...lines.slice(at + 1)].join('\n')
    const code = lines.slice(at + 1, end)
    shown.push(searchAndReplace(code, selection) ?? shortened(code.join('\n'), selection), lines[end] ?? '')
    at = end
  }
  return shown.join('\n')
}

function shortened(code: string, selection: Selection): string {
  return code.length <= selection.most ? code : tellingLines(code, selection)
}

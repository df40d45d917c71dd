import { oneLine } from './one-line.ts'
import type { FileOperation } from './tool-knowledge.ts'

/*
 * Agents that have no tools for files use the shell: Codex reads with sed, others write with cat. Only what stands there plainly is
 * known; a pipe of programs is a command like any other.
 */

/** A path: with a folder or an ending, and nothing that the shell would expand. */
const PATH = String.raw`['"]?((?:[\w.~@+-]*\/)?[\w.~@+-]*[\w~+-]\.\w{1,8}|[\w.~@+-]*\/[\w./~@+-]*[\w~+-])['"]?(?=\s|$|[;&|)])`
/** Options, and their values if they are numbers or in quotation marks. */
const OPTIONS = String.raw`(?:\s+(?:-[\w-]+(?:=\S+)?|\d+|'[^'\n]*'|"[^"\n]*"))*`

const COMMANDS: readonly (readonly [FileOperation, RegExp])[] = [
  ['created', new RegExp(String.raw`\bcat\s*(?:<<-?\s*['"]?\w+['"]?\s*)?>\s*${PATH}`)],
  ['modified', new RegExp(String.raw`\b(?:cat\s*(?:<<-?\s*['"]?\w+['"]?\s*)?>>|tee\s+-a)\s*${PATH}`)],
  ['created', new RegExp(String.raw`\btee\s+${PATH}`)],
  ['modified', new RegExp(String.raw`\b(?:sed|perl)\s+-[a-z]*i[.\w]*${OPTIONS}\s+${PATH}`)],
  ['deleted', new RegExp(String.raw`(?:^|[;&|]\s*)(?:git\s+)?rm${OPTIONS}\s+${PATH}`)],
  ['read', new RegExp(String.raw`(?:^|[;&|]\s*|-l?c\s+['"]?)(?:cat|nl|head|tail|less|bat|sed\s+-n)${OPTIONS}\s+${PATH}`)],
]

/** Most commands are none of these. */
const PROGRAM = /\b(?:cat|tee|sed|perl|rm|nl|head|tail|less|bat)\s/

/** So much of a command is looked at: what is written into a file may be long. */
const LOOKED_AT = 400

/** The file that a command reads, writes or removes, if that is plain to see. */
export function filesInCommand(command: string): readonly (readonly [path: string, operation: FileOperation])[] {
  const looked = command.slice(0, LOOKED_AT)
  if (!PROGRAM.test(looked)) return []
  for (const [operation, pattern] of COMMANDS) {
    const path = pattern.exec(looked)?.[1]
    if (path !== undefined) return path.startsWith('/dev/') ? [] : [[oneLine(path, 200), operation]]
  }
  return []
}

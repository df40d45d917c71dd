import { handleOf, type Seq } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import { inQuotes, shownName } from './defuse.ts'
import { editedIn } from './edited-text.ts'
import type { FileUse } from './file-facts.ts'
import { oneLine } from './one-line.ts'
import { argumentsOf } from './read-call.ts'
import type { ReadLog } from './read-log.ts'
import type { Edited } from './symbols.ts'
import { fileOperationOf } from './tool-knowledge.ts'

const LONGEST_LINE = 100
/** Of one edit, so many characters of values are told. */
const LONGEST = 260
const LONGEST_PATH = 160

/** A number of two digits or with a fraction, a version, a colour, a constant, an address: what nobody can guess. */
const LITERAL =
  /(?:^|[^\w.])(?:v?\d+\.\d+(?:\.\d+)?(?:-[\w.]+)?|\d[\d_]+[a-zA-Z]{0,3}|#[\da-fA-F]{3,8})(?![\w.])|["'`][A-Z][A-Z\d]*_[A-Z\d_]+["'`]|["'`](?:\/[\w:{}$.-]+){2,}|https?:\/\/\S/
/** What it is the value of: a key, a variable, an option, an instruction of a container's file; or a constant that stands alone. */
const GIVEN =
  /^(?:(?:export|const|let|var|static|readonly|public|private|final|#define|ENV|ARG)\s+)*["'`]?[\w@$./-]{2,60}["'`]?(?:\s*:\s*[\w<>[\]|]{1,40})?\s*[:=]=?\s*\S|^(?:FROM|EXPOSE)\s|\s--?[a-z][\w-]*[= ]\d|^["'`][A-Z][A-Z\d]*_[A-Z\d_]+["'`],?$|\bserver\s+\d/
/** Markup, drawings and comments are full of numbers that nobody asks for. */
const DRAWN = /class(?:Name)?=|<\/?[a-zA-Z]|\b(?:d|viewBox|stroke\w*)=|^(?:for|if|while|import|return)\b|^(?:\/\/|\*|# )/

/** What edits of one file put into it, and what stands of it. */
type Standing = Map<string, Map<string, Seq>>

/** Values that were written into files and still stand there, as far as the edits tell; those of the latest edit first. */
export function writtenValues(
  log: ReadLog,
  { from, end, root }: SeqRange & { readonly root: string },
): readonly { readonly seq: Seq; readonly text: string }[] {
  const lines: { readonly seq: Seq; readonly text: string }[] = []
  for (const [path, values] of standingIn(log, from, end)) {
    const place = shownName(oneLine(root !== '' && path.startsWith(root) ? path.slice(root.length) : path, LONGEST_PATH))
    for (const [seq, ofEdit] of Map.groupBy(values, ([, by]) => by))
      lines.push({ seq, text: `- put into ${place}: ${shortList(ofEdit.map(([line]) => line))} (${handleOf(seq)})` })
  }
  return lines.toSorted((a, b) => b.seq - a.seq)
}

function shortList(values: readonly string[]): string {
  let left = LONGEST
  return values
    .filter((value) => {
      left -= value.length
      return left >= 0
    })
    .map(inQuotes)
    .join(' ')
}

function standingIn(log: ReadLog, from: Seq, end: Seq): Standing {
  const index = log.remarks()
  const standing: Standing = new Map()
  for (const use of index.files.since(from)) {
    if (use.seq >= end) break
    if (use.deed === 'read' || use.deed === 'committed') continue
    const edited = index.isPast(use.seq) ? undefined : editOf(log, use)
    const known = standing.get(use.path) ?? new Map<string, Seq>()
    standing.delete(use.path)
    if (use.deed === 'moved') standing.set(use.to ?? use.path, known)
    else if (use.deed === 'restored' || use.deed === 'stashed' || use.deed === 'unstashed') standing.clear()
    // What is written as a whole is what it now says; of what a command did to a file nothing is known.
    else if (edited !== undefined) standing.set(use.path, afterEdit(use.deed === 'created' ? new Map() : known, edited, use.seq))
  }
  return standing
}

/** What a call of a tool that edits took out and put in. */
function editOf({ entries }: ReadLog, { seq, path, deed }: FileUse): Edited | undefined {
  const entry = entries[seq]
  if (entry?.kind !== 'tool-call' || fileOperationOf(entry.tool) === undefined) return undefined
  return deed === 'created' || deed === 'modified' ? editedIn(entry.input, argumentsOf(entry), path) : undefined
}

function afterEdit(known: Map<string, Seq>, { before, after }: Edited, seq: Seq): Map<string, Seq> {
  const [old, now] = [linesOf(before), linesOf(after)]
  const gone = [...old].filter((line) => line !== '' && !now.has(line))
  // An edit may begin and end within a line.
  for (const line of known.keys()) if (gone.some((part) => line.includes(part))) known.delete(line)
  for (const line of now) if (!old.has(line) && givesValue(line)) known.set(line, seq)
  return known
}

function linesOf(text: string): ReadonlySet<string> {
  return new Set(text.split('\n').map((line) => line.trim()))
}

/** `"gray": "#6c6c6c",`, `EXPOSE 5900`, `const RETRIES = 12` */
export function givesValue(line: string): boolean {
  if (line.length > LONGEST_LINE || /[“”~]/.test(line)) return false
  return LITERAL.test(line) && GIVEN.test(line) && !DRAWN.test(line)
}

import { handleOf, type Seq } from '../schema/ids.ts'
import { changedNothing } from '../schema/nothing-changed.ts'
import type { SeqRange } from '../schema/range.ts'
import { inQuotes, shownName } from './defuse.ts'
import { editedIn } from './edited-text.ts'
import type { Facts } from './extract.ts'
import { isForbidden } from './in-vain.ts'
import { oneLine } from './one-line.ts'
import { argumentsOf } from './read-call.ts'
import type { ReadLog } from './read-log.ts'
import type { Edited } from './symbols.ts'

/** So many entries before the end are looked at. */
const LOOKED_AT = 240
const LONGEST_LINE = 90
/** Of what both lines begin with, so much is shown before they differ. */
const SHARED = 24
const LONGEST_PATH = 160
/** An edit that SWE-agent's shell makes in the file that is open. */
const OPEN_FILE = /^edit(?:[^\S\n]{1,8}\d{1,9}:\d{1,9})?[^\S\n]{0,8}\n/

/** The last edit of a range: what it took out and put in, and whether it came to something. */
export function lastEdit(
  log: ReadLog,
  { from, end, root, facts: { files } }: SeqRange & { readonly root: string; readonly facts: Pick<Facts, 'files'> },
): { readonly seq: Seq; readonly text: string } | undefined {
  const { entries, read } = log
  for (let at = end - 1; at >= Math.max(from, end - LOOKED_AT); at -= 1) {
    const entry = entries[at]
    const call = entry?.kind === 'tool-call' ? read(entry).call : undefined
    if (entry?.kind !== 'tool-call' || call === undefined) continue
    const body = OPEN_FILE.test(call.command ?? '') ? bodyOf(call.command ?? '') : undefined
    const path = call.files.find(([, deed]) => deed === 'modified')?.[0]
    // A file that was written as a whole later is what was changed last.
    if (path === undefined && call.files.some(([, deed]) => deed !== 'read')) return undefined
    if (path === undefined && body === undefined) continue
    const edited = body === undefined ? editedIn(entry.input, argumentsOf(entry), path ?? '') : { before: '', after: body }
    const change = changeWords(edited)
    if (change === undefined) return undefined
    const place = path === undefined ? 'the open file' : shownName(oneLine(withoutRoot(path, root), LONGEST_PATH))
    const fate = fateOf(log, entry.seq, end)
    const stands = path === undefined || files.some((file) => file.seq === entry.seq && file.operation !== 'restored')
    if (fate === undefined || (fate === '' && !stands)) return undefined
    // What came to nothing is not told as if it stood somewhere.
    const words = fate === ', not applied' ? place : `${place}: ${change}`
    return { seq: entry.seq, text: `- last edit${fate}: ${words} (${handleOf(entry.seq)})` }
  }
  return undefined
}

/** What stands between the first line and the mark of the end. */
function bodyOf(command: string): string {
  const end = command.lastIndexOf('\nend_of_edit')
  return command.slice(command.indexOf('\n') + 1, end === -1 ? undefined : end)
}

/** What an edit changes, by the first line that it takes out and the first that it puts in its place. */
function changeWords({ before, after }: Edited): string | undefined {
  const [old, now] = [linesOf(before), linesOf(after)]
  const gone = old.find((line) => !now.includes(line))
  const come = now.find((line) => !old.includes(line))
  const shown = (line: string, from = 0): string => inQuotes(`${from > 0 ? '…' : ''}${oneLine(line.slice(from), LONGEST_LINE)}`)
  if (gone !== undefined && come !== undefined) {
    const from = Math.max(gone.length, come.length) > LONGEST_LINE ? Math.max(0, differAt(gone, come) - SHARED) : 0
    return `${shown(gone, from)} → ${shown(come, from)}`
  }
  if (come !== undefined) return `${shown(come)} put in`
  return gone === undefined ? undefined : `${shown(gone)} taken out`
}

function differAt(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

/** Lines that only close a bracket tell nothing. */
function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line))
}

/** Whether it was applied, by its result or, where results are messages, by what came next; nothing if a person did not allow it. */
function fateOf({ entries, remarks }: ReadLog, seq: Seq, end: Seq): string | undefined {
  // What came as a message stands directly behind, and is no less true if the prompt shows it.
  const next = entries.slice(seq + 1, Math.max(end, seq + 2)).find((entry) => {
    if (entry.kind === 'tool-result') return entry.answers.kind === 'call' && entry.answers.seq === seq
    return entry.kind === 'text' && entry.author === 'harness' && entries[seq]?.kind === 'tool-call' && entry.seq === seq + 1
  })
  if (next === undefined) return ', no result yet'
  if (next.kind === 'tool-result' && isForbidden(next)) return undefined
  const isVain = remarks().inVain.has(seq) || (next.kind === 'text' && changedNothing('edit', next.text))
  return isVain ? ', not applied' : ''
}

function withoutRoot(path: string, root: string): string {
  return root !== '' && path.startsWith(root) ? path.slice(root.length) : path
}

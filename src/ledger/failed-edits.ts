import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import { inQuotes, shownName } from './defuse.ts'
import { isForbidden, isInVain } from './in-vain.ts'
import { resultIn } from './observed.ts'
import { oneLine } from './one-line.ts'
import type { ReadLog } from './read-log.ts'

/** So many entries before the end are looked at: who failed long ago has gone another way. */
const LOOKED_AT = 60
const LONGEST_PATH = 160
const LONGEST_REASON = 120
/** What stands around the reason. */
const FRAME = /^<\w{1,30}>|<\/\w{1,30}>$|^(?:ERROR|Error):(?=$|\s)/g

interface FailedEdit {
  readonly seq: Seq
  readonly path: string
  readonly why: string
  times: number
}

/**
 * Files that could not be edited when that was last tried, with the reason and how often in a row, latest first. What happens behind the range
 * counts.
 */
export function failedEdits(
  log: ReadLog,
  { from, end, shown, root }: SeqRange & { readonly shown: ReadonlySet<Seq>; readonly root: string },
): readonly { readonly seq: Seq; readonly text: string }[] {
  const { entries, read } = log
  const results = new Map<Seq, ToolResultEntry>()
  const failed = new Map<string, FailedEdit>()
  const settled = new Set<string>()
  for (let at = entries.length - 1; at >= Math.max(from, end - LOOKED_AT); at -= 1) {
    const entry = entries[at]
    const result = entry === undefined ? undefined : resultIn(entry, entries[at - 1])
    if (result?.answers.kind === 'call') results.set(result.answers.seq, result)
    const path = entry === undefined ? undefined : changedBy(entry, read)
    const own = entry === undefined ? undefined : results.get(entry.seq)
    if (entry === undefined || path === undefined || settled.has(path)) continue
    const before = failed.get(path)
    if (own === undefined || !isInVain(own) || isForbidden(own)) settled.add(path)
    else if (before !== undefined) before.times += 1
    else failed.set(path, { seq: entry.seq, path, why: reasonIn(own), times: 1 })
  }
  const isTold = ({ seq, why }: FailedEdit): boolean => seq < end && !shown.has(seq) && why !== ''
  return [...failed.values()].filter(isTold).map((edit) => ({ seq: edit.seq, text: lineOf(edit, root) }))
}

/** The file that a call changes, if it is one. */
function changedBy(entry: Entry, read: ReadLog['read']): string | undefined {
  const files = entry.kind === 'tool-call' ? (read(entry).call?.files ?? []) : []
  const [path, deed] = files.length === 1 ? (files[0] ?? []) : []
  return deed === 'read' ? undefined : path
}

/** The first line that says something. */
function reasonIn({ text }: ToolResultEntry): string {
  const lines = text
    .slice(0, 4 * LONGEST_REASON)
    .split('\n')
    .map((line) => line.trim().replaceAll(FRAME, '').trim())
  const line = oneLine(lines.find((one) => one !== '') ?? '', LONGEST_REASON)
  // Nothing could tell where such words end, or would have to be said otherwise.
  return /[“”~]|\be\d/.test(line) ? '' : line
}

function lineOf({ seq, path, why, times }: FailedEdit, root: string): string {
  const name = shownName(oneLine(root !== '' && path.startsWith(root) ? path.slice(root.length) : path, LONGEST_PATH))
  return `- edit of ${name} → failure: ${inQuotes(why)} (${handleOf(seq)}${times === 1 ? '' : `, ${times}×`})`
}

import { posix } from 'node:path'
import type { Claim } from './claims.ts'
import type { FileEvent } from './file-events.ts'
import type { False, Fault, Truth } from './judge.ts'
import type { Evidence } from './log.ts'

type Verdict = Omit<False, 'claim'> | undefined
type FileClaim = Extract<Claim, { kind: 'file' }>

/** The state that a file is said to be in, against everything that the calls did to it. */
export function judgeFile(claim: FileClaim, { files }: Truth): Verdict {
  const own = eventsOf(claim.paths, files)
  const last = own.findLast(({ deed, isDone }) => deed !== 'read' && isDone !== false)
  if (last === undefined) return claim.operation === 'read' ? undefined : notMade(claim, own)
  // Whether the last one was carried out is not known: then nothing is known.
  if (last.isDone === undefined) return undefined
  if (claim.operation === 'deleted') return judgeDeleted(last)
  if (last.deed === 'deleted') return fault('gone file told as there', last)
  if (last.deed === 'moved away')
    return claim.operation.startsWith('moved') ? undefined : fault('moved file told otherwise', last)
  if (claim.operation === 'read') return undefined
  if (last.deed === 'restored') return fault('undone change told as made', last)
  if (claim.operation === 'created') return judgeCreated(own) ?? judgeTimes(claim, own)
  return madeBy(claim, own) ?? judgeTimes(claim, own)
}

function fault(kind: Fault, event: FileEvent): Verdict {
  return { fault: kind, evidence: evidenceOf(event) }
}

function evidenceOf({ seq, deed, path, words, other, isDone }: FileEvent): Evidence {
  const done = isDone === false ? 'not carried out: ' : ''
  return { seq, words: `${done}${deed} ${path}${other === undefined ? '' : ` (${other})`}: ${words}` }
}

function judgeDeleted(last: FileEvent): Verdict {
  if (last.deed === 'moved away') return fault('moved file told otherwise', last)
  return last.deed === 'deleted' ? undefined : fault('file that is there told as deleted', last)
}

/** It is new only if nothing was done to it before it was made, or it was gone by then. */
function judgeCreated(own: readonly FileEvent[]): Verdict {
  const done = own.filter(({ isDone }) => isDone === true)
  const made = done.findLastIndex(({ deed }, index) => isNew(deed) && !done.slice(0, index).some((event) => isThere(event)))
  if (made !== -1) return undefined
  const gone = done.findLastIndex(({ deed }) => deed === 'deleted')
  const since = done.slice(gone + 1)
  if (gone !== -1 && since.some(({ deed }) => isNew(deed))) return undefined
  const arrived = since.find(({ deed }) => deed === 'moved here')
  if (arrived !== undefined) return fault('moved file told otherwise', arrived)
  const before = since.find((event) => isThere(event))
  return before === undefined ? undefined : fault('old file told as created', before)
}

function isNew(deed: FileEvent['deed']): boolean {
  return deed === 'created' || deed === 'written'
}

function isThere({ deed }: FileEvent): boolean {
  return deed === 'read' || deed === 'modified' || deed === 'moved here'
}

/** The call that a line names must be one that changed the file. */
function madeBy({ seq, operation }: FileClaim, own: readonly FileEvent[]): Verdict {
  if (operation !== 'modified') return undefined
  const named = own.filter((event) => event.seq === seq && event.deed !== 'read')
  const [first] = named
  return first !== undefined && named.every(({ isDone }) => isDone === false)
    ? fault('change that was not made', first)
    : undefined
}

/** What was tried in vain is not counted. What the checker cannot read (a program that writes) may have been. */
function judgeTimes({ times }: FileClaim, own: readonly FileEvent[]): Verdict {
  const changes = own.filter(({ deed }) => deed !== 'read')
  const vain = changes.filter(({ isDone }) => isDone === false)
  const [first] = vain
  const made = changes.length - vain.length
  return first !== undefined && times > made && times <= changes.length ? fault('more changes told than made', first) : undefined
}

function notMade({ operation }: FileClaim, own: readonly FileEvent[]): Verdict {
  const refused = own.findLast(({ deed, isDone }) => deed !== 'read' && isDone === false)
  return refused === undefined || operation === 'read' ? undefined : fault('change that was not made', refused)
}

/** What was done to a file or to a folder above it. A relative path is the file that ends so, if there is only one. */
export function eventsOf(paths: readonly string[], files: readonly FileEvent[]): readonly FileEvent[] {
  const own = new Set(paths.map((path) => posix.normalize(path)))
  const full = [...own].filter((path) => path.startsWith('/'))
  const ends = [...own].filter((path) => !path.startsWith('/') && !path.startsWith('~'))
  const matching = new Set(files.map(({ path }) => path).filter((path) => ends.some((end) => path.endsWith(`/${end}`))))
  if (full.length === 0 && matching.size === 1) for (const path of matching) own.add(path)
  for (const path of full) {
    for (const { path: other } of files)
      if (!other.startsWith('/') && other.includes('/') && path.endsWith(`/${other}`)) own.add(other)
  }
  const isAbove = (path: string): boolean => [...own].some((one) => one.startsWith(`${path}/`))
  return files.filter(({ path, deed }) => own.has(path) || (FOR_FOLDERS.has(deed) && isAbove(path)))
}

const FOR_FOLDERS: ReadonlySet<FileEvent['deed']> = new Set(['deleted', 'moved away', 'restored'])

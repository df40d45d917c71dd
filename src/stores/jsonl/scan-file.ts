import type { FileHandle } from 'node:fs/promises'
import { headerFault, headerLine, kindOfLine, type LineKind, parseSessionLine } from '../../log/session-lines.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { Head, ThreadKey } from '../../schema/ports.ts'
import { type FileLine, linesFrom, readLine, readText } from './file-lines.ts'
import type { FileIndex, TailFault } from './index-file.ts'

/** No name is so long. */
const LONGEST_HEADER = 1_048_576

interface Scanned {
  readonly index: FileIndex
  readonly fault: TailFault | null
}

/** How far a file has been understood. */
interface Reach {
  readonly size: number
  readonly lines: number
  readonly head: Head
  readonly commits: number
  readonly pinLines: number
  readonly erasures: number
}

/** Goes on with an index from where it ends, line by line, without holding more than a piece of the file. */
export async function scanFile(
  file: FileHandle,
  before: FileIndex,
  at: { readonly key: ThreadKey; readonly path: string },
): Promise<Scanned> {
  const scan = scanFrom(before)
  const known = before.pinLines.length
  try {
    for await (const line of linesFrom(file, before.size)) {
      if (line.at === 0) checkHeader(await readText(file, 0, Math.min(line.end, LONGEST_HEADER)), at)
      if (!take(scan, line)) break
    }
  } catch (error) {
    indexTo(scan, scan.first)
    throw error
  }
  finish(scan)
  const { fault, lastAt } = scan
  const index = indexTo(scan, scan.reach)
  const withPins = async (found: FileIndex): Promise<FileIndex> => ({ ...found, pins: await readPins(file, found, known) })
  if (lastAt === null) return { index, fault }
  // What was written last is parsed: the head must be one to rely on.
  if (parseSessionLine(await readLine(file, lastAt)) !== null) return { index: await withPins(index), fault }
  const detail = 'it is not as we wrote it'
  const undone = indexTo(scan, scan.undo ?? scan.reach)
  return { index: await withPins(undone), fault: { kind: 'damaged', line: index.lines, offset: lastAt, detail } }
}

/** A header that was cut off is one that we began to write; anything else without a line break is not ours to touch. */
function checkHeader(text: string, { key, path }: { readonly key: ThreadKey; readonly path: string }): void {
  const wrong = headerLine(key).startsWith(text) ? null : headerFault(text, key)
  if (wrong !== null) throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: path, ...wrong })
}

/** How a file is gone through. The lists of the index that it goes on with grow on the way. */
interface Scan {
  readonly before: FileIndex
  readonly first: Reach
  reach: Reach
  /** As it was before the last line that counts. */
  undo: Reach | null
  lastAt: number | null
  /** Entries of a step whose end was not seen yet. */
  open: number[]
  lines: number
  fault: TailFault | null
}

function scanFrom(before: FileIndex): Scan {
  const { size, lines, head, commits, pinLines, erasures } = before
  const reach: Reach = { size, lines, head, commits: commits.length, pinLines: pinLines.length, erasures }
  return { before, first: reach, reach, undo: null, lastAt: null, open: [], lines, fault: null }
}

/** The index up to there, and nothing beyond it. */
function indexTo({ before }: Scan, { size, lines, head, ...reach }: Reach): FileIndex {
  const { entries, commits, pinLines, pins } = before
  entries.length = head.length
  commits.length = reach.commits
  pinLines.length = reach.pinLines
  return { size, lines, head, entries, commits, pinLines, pins, erasures: reach.erasures }
}

function fail(scan: Scan, kind: TailFault['kind'], at: number, detail: string): false {
  // A step that was torn begins with its first line; a damaged line is that line.
  const line = kind === 'torn' ? scan.lines - scan.open.length : scan.lines
  scan.fault = { kind, line, offset: scan.open[0] ?? at, detail }
  return false
}

/** Takes in a line. False if nothing after it can be read. */
function take(scan: Scan, line: FileLine): boolean {
  scan.lines += 1
  if (!line.isWhole) return fail(scan, 'torn', line.at, 'it does not end in a line break, so it was cut off')
  if (line.at === 0) {
    scan.reach = { ...scan.reach, size: line.end, lines: 1 }
    return true
  }
  const kind = kindOfLine(line.start)
  if (kind === null) return fail(scan, 'damaged', line.at, 'it is not a line of a session file')
  note(scan, kind, line)
  return true
}

function note(scan: Scan, kind: LineKind, { at, end }: FileLine): void {
  if (kind.kind === 'more') return void scan.open.push(at)
  const { entries, commits, pinLines } = scan.before
  let { head, erasures } = scan.reach
  if (kind.kind === 'last') {
    for (const each of [...scan.open, at]) entries.push(each)
    head = { length: entries.length, hash: kind.hash }
  } else if (kind.kind === 'commit') commits.push({ id: kind.id, at })
  else if (kind.kind === 'pins') pinLines.push(at)
  else erasures += 1
  scan.undo = scan.reach
  scan.lastAt = at
  scan.open = []
  scan.reach = { size: end, lines: scan.lines, head, commits: commits.length, pinLines: pinLines.length, erasures }
}

/** The end of the file: a step that was begun and not finished is torn. */
function finish(scan: Scan): void {
  const [begun] = scan.open
  if (scan.fault !== null || begun === undefined) return
  scan.lines += 1
  fail(scan, 'torn', begun, 'the step that begins there was never finished')
}

/** Everything pinned: what the first `known` lines of pins say, which the index has, and the lines since then. */
async function readPins(file: FileHandle, index: FileIndex, known: number): Promise<FileIndex['pins']> {
  if (index.pinLines.length === known) return index.pins
  const pins = new Set(index.pins)
  for (const at of index.pinLines.slice(known)) {
    for (const seq of parseSessionLine(await readLine(file, at))?.pins ?? []) pins.add(seq)
  }
  return [...pins]
}

import type { FileHandle } from 'node:fs/promises'
import { GENESIS } from '../../log/chain.ts'
import { headerFault, headerLine, kindOfLine, type LineKind, parseSessionLine } from '../../log/session-lines.ts'
import { CompactionError } from '../../schema/failures.ts'
import type { Head, ThreadKey } from '../../schema/ports.ts'
import { type FileLine, linesFrom, readLine, readText } from './file-lines.ts'
import type { FileIndex, TailFault } from './index-file.ts'

/** No name is so long. */
const LONGEST_HEADER = 1_048_576

export function emptyIndex(): FileIndex {
  return { size: 0, lines: 0, head: { length: 0, hash: GENESIS }, entries: [], commits: [], pinLines: [], pins: [], erasures: 0 }
}

export interface Scanned {
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
  const scan = scanner(before)
  const known = before.pinLines.length
  try {
    for await (const line of linesFrom(file, before.size)) {
      if (line.at === 0) checkHeader(await readText(file, 0, Math.min(line.end, LONGEST_HEADER)), at)
      if (!scan.take(line)) break
    }
  } catch (error) {
    scan.forget()
    throw error
  }
  const { index, fault, lastAt } = scan.done()
  const withPins = async (found: FileIndex): Promise<FileIndex> => ({ ...found, pins: await readPins(file, found, known) })
  if (lastAt === null) return { index, fault }
  // What was written last is parsed: whoever reads the head must be able to rely on it.
  if (parseSessionLine(await readLine(file, lastAt)) !== null) return { index: await withPins(index), fault }
  const detail = 'it is not as we wrote it'
  return { index: await withPins(scan.undone()), fault: { kind: 'damaged', line: index.lines, offset: lastAt, detail } }
}

/** A header that was cut off is one that we began to write; anything else without a line break is not ours to touch. */
function checkHeader(text: string, { key, path }: { readonly key: ThreadKey; readonly path: string }): void {
  const wrong = headerLine(key).startsWith(text) ? null : headerFault(text, key)
  if (wrong !== null) throw new CompactionError<'store-unusable'>({ code: 'store-unusable', at: path, ...wrong })
}

function scanner(before: FileIndex) {
  const { entries, commits, pinLines } = before
  const state = {
    reach: {
      size: before.size,
      lines: before.lines,
      head: before.head,
      commits: commits.length,
      pinLines: pinLines.length,
      erasures: before.erasures,
    } as Reach,
    /** As it was before the last line that counts. */
    undo: null as Reach | null,
    lastAt: null as number | null,
    /** Entries of a step whose end was not seen yet. */
    open: [] as number[],
    lines: before.lines,
    fault: null as TailFault | null,
  }
  const first = state.reach
  /** The index up to there, and nothing beyond it. */
  const indexTo = ({ size, lines, head, ...reach }: Reach): FileIndex => {
    entries.length = head.length
    commits.length = reach.commits
    pinLines.length = reach.pinLines
    return { size, lines, head, entries, commits, pinLines, pins: before.pins, erasures: reach.erasures }
  }
  const fail = (kind: TailFault['kind'], at: number, detail: string): false => {
    // A step that was torn begins with its first line; a damaged line is that line.
    const line = kind === 'torn' ? state.lines - state.open.length : state.lines
    state.fault = { kind, line, offset: state.open[0] ?? at, detail }
    return false
  }
  function note(kind: LineKind, { at, end }: FileLine): void {
    if (kind.kind === 'more') return void state.open.push(at)
    let { head, erasures } = state.reach
    if (kind.kind === 'last') {
      for (const each of [...state.open, at]) entries.push(each)
      head = { length: entries.length, hash: kind.hash }
    } else if (kind.kind === 'commit') commits.push({ id: kind.id, at })
    else if (kind.kind === 'pins') pinLines.push(at)
    else erasures += 1
    state.undo = state.reach
    state.lastAt = at
    state.open = []
    state.reach = { size: end, lines: state.lines, head, commits: commits.length, pinLines: pinLines.length, erasures }
  }
  return {
    /** Takes in a line. False where nothing after it can be read. */
    take(line: FileLine): boolean {
      state.lines += 1
      if (!line.isWhole) return fail('torn', line.at, 'it does not end in a line break, so it was cut off')
      if (line.at === 0) {
        state.reach = { ...state.reach, size: line.end, lines: 1 }
        return true
      }
      const kind = kindOfLine(line.start)
      if (kind === null) return fail('damaged', line.at, 'it is not a line of a session file')
      note(kind, line)
      return true
    },
    done() {
      const [begun] = state.open
      if (state.fault === null && begun !== undefined) {
        state.lines += 1
        fail('torn', begun, 'the step that begins there was never finished')
      }
      return { index: indexTo(state.reach), fault: state.fault, lastAt: state.lastAt }
    },
    undone: () => indexTo(state.undo ?? state.reach),
    forget: () => void indexTo(first),
  }
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

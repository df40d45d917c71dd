import { headAndTail, shortLine } from '../../../ledger/summarizer-input.ts'
import { handleOf, type Seq } from '../../../schema/ids.ts'
import type { Interest } from './interest.ts'

/** What is shown of a long text. */
export interface Selection {
  /** Characters, about. */
  readonly most: number
  readonly seq: Seq
  readonly interest: Interest
  /** Of a log, what went wrong and how it ends; of a file, what is spoken of; of new code, what it declares; otherwise whatever has room. */
  readonly what?: 'log' | 'file' | 'code'
}

/** A line is shown so far. */
const LONGEST_LINE = 240
/** Shorter lines say too little to be known again. */
const SHORTEST_KNOWN = 12
/** Fewer known lines in a row than this are as short as the note in their place. */
const LEAST_RUN = 3
const WRONG =
  /\b(?:error|errors|fail|failed|failure|failing|fatal|panic|exception|traceback|denied|cannot)\b|\b(?:FAIL|ERR!)|✗|✘/i

/**
 * A long text by the lines that later words and calls come back to, with its head and its tail; lines that were shown before are not shown
 * again.
 *
 *     import a · … · func Load(path) · … · }   →   import a · … · func Load(path) · … · }
 */
export function tellingLines(text: string, selection: Selection): string {
  const { most, seq, interest } = selection
  const lines = text.split('\n')
  if (lines.length < 4) return interest.note(headAndTail(text, most, seq), seq)
  const known = knownRuns(lines, interest)
  const fresh = lines.flatMap((line, at) => (known[at] === undefined ? [Math.min(line.length, LONGEST_LINE) + 1] : []))
  const isShort = fresh.reduce((sum, length) => sum + length, 0) <= most
  const kept = isShort ? known.map((from) => from === undefined) : choose(lines, known, selection)
  return interest.note(joined(lines, kept, known), seq)
}

/** For each line the entry that showed it before, if it stands in a run of such lines. */
function knownRuns(lines: readonly string[], interest: Interest): readonly (Seq | undefined)[] {
  const known = lines.map((line) => (line.trim().length < SHORTEST_KNOWN ? null : interest.shownIn(line)))
  const runs: (Seq | undefined)[] = lines.map(() => undefined)
  let start = 0
  while (start < lines.length) {
    let end = start
    let count = 0
    // Blank and short lines belong to the run that they stand in.
    while (end < lines.length && known[end] !== undefined) {
      if (known[end] !== null) count += 1
      end += 1
    }
    if (count >= LEAST_RUN) {
      let last: Seq | undefined = known.slice(start, end).find((seq) => seq !== null) ?? undefined
      for (let at = start; at < end; at += 1) {
        last = known[at] ?? last
        runs[at] = last
      }
    }
    start = Math.max(end, start + 1)
  }
  return runs
}

/** The lines with the most that matters for their length, until there is no room; head and tail first. */
function choose(
  lines: readonly string[],
  known: readonly (Seq | undefined)[],
  { most, seq, interest, what }: Selection,
): readonly boolean[] {
  const kept = lines.map(() => false)
  const worth = interest.worthOf(lines, seq)
  const value = (at: number): number => {
    const line = (lines[at] ?? '').slice(0, LONGEST_LINE)
    if (what === 'file' && IMPORT.test(line)) return 0
    const isDeclared = (what === 'code' || what === 'file') && DECLARES.test(line)
    return (worth[at] ?? 0) + (what === 'log' && WRONG.test(line) ? 2 : 0) + (isDeclared ? DECLARED : 0)
  }
  const order = lines
    .map((line, at) => ({ at, size: Math.min(line.length, LONGEST_LINE) + 1, value: value(at) }))
    .filter(({ at, value: worthIt }) => known[at] === undefined && worthIt > (what === 'file' ? LEAST_WORTH : 0))
    .sort((a, b) => b.value / (b.size + GAP) - a.value / (a.size + GAP) || a.at - b.at)
  let room = most
  const take = (at: number): void => {
    const line = lines[at]
    if (line === undefined || kept[at] === true || known[at] !== undefined) return
    kept[at] = true
    room -= Math.min(line.length, LONGEST_LINE) + 1
  }
  const filled = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]))
  const [heads, tails] = what === 'log' ? [2, 4] : [2, 1]
  for (const at of [...filled.slice(0, heads), ...filled.slice(-tails)]) take(at)
  for (const { at, size } of order) {
    if (size <= room) take(at)
  }
  // One line is as short as the note that it is left out.
  return kept.map(
    (isKept, at) => isKept || (kept[at - 1] === true && kept[at + 1] === true && isBrief(lines[at]) && known[at] === undefined),
  )
}

function isBrief(line = ''): boolean {
  return line.length <= 40
}

/** What every file begins with. */
const IMPORT = /^\s{0,8}(?:import\b|from \S{1,80} import\b|#include\b|use \S{1,80};|"[\w./-]{1,80}"$|\w{1,20} "[\w./-]{1,80}"$)/
/** How a line begins that gives a name to something that others use. */
const DECLARES =
  /^\s{0,12}(?:export |pub |public |private |protected |static |async |abstract |default ){0,4}(?:function|class|interface|enum|struct|trait|def|fn|func|fun|type|const [A-Z_]{4}|#{1,4} |(?:private|public|protected|async) [\w$]{2,60}\()/
const DECLARED = 0.3
/** A line of a file that is spoken of less than this is not what the file was read for. */
const LEAST_WORTH = 0.2

/** What a note of a gap costs, in characters. */
const GAP = 4

function joined(lines: readonly string[], kept: readonly boolean[], known: readonly (Seq | undefined)[]): string {
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    if (kept[at] === true) {
      shown.push(shortLine(lines[at] ?? '', LONGEST_LINE))
      at += 1
      continue
    }
    let end = at
    let before: Seq | undefined
    while (end < lines.length && kept[end] !== true) {
      before ??= known[end]
      end += 1
    }
    const isBlank = lines.slice(at, end).every((line) => line.trim() === '')
    const allKnown = known.slice(at, end).every((seq) => seq !== undefined)
    if (!isBlank) shown.push(allKnown && before !== undefined ? `… ${end - at} lines as in ${handleOf(before)}` : '…')
    at = end
  }
  return shown.join('\n')
}

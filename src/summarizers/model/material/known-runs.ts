import type { Seq } from '../../../schema/ids.ts'
import type { Interest } from './interest.ts'

/** Shorter lines say too little to be known again. */
const SHORTEST_KNOWN = 12
/** Fewer known lines in a row than this are as short as the note in their place. */
const LEAST_RUN = 3

/** The entry that the lines stand in, and what the others show. */
interface Place {
  readonly interest: Interest
  readonly seq: Seq
}

/** For each line the other entry that shows it, if it stands in a run of lines that this one entry shows. */
export function knownRuns(lines: readonly string[], { interest, seq }: Place): readonly (Seq | undefined)[] {
  const runs: (Seq | undefined)[] = lines.map(() => undefined)
  const shownIn = (line: string): readonly Seq[] => interest.shownIn(line).filter((entry) => entry !== seq)
  let start = 0
  while (start < lines.length) {
    const { end, count, entry } = runFrom(start, lines, shownIn)
    const isRun = count >= LEAST_RUN
    if (isRun) runs.fill(entry, start, end)
    start = isRun ? end : start + 1
  }
  return runs
}

interface Run {
  readonly end: number
  /** Lines in it that can be known again. */
  readonly count: number
  readonly entry: Seq | undefined
}

/** The longest run of lines from a place on that one entry shows all of. Blank and short lines belong to the run that they stand in. */
function runFrom(start: number, lines: readonly string[], shownIn: (line: string) => readonly Seq[]): Run {
  let entries: readonly Seq[] = isShort(lines[start]) ? [] : shownIn(lines[start] ?? '')
  let [end, count] = [start, 0]
  for (let at = start; at < lines.length && entries.length > 0; at += 1) {
    const line = lines[at] ?? ''
    if (isShort(line)) continue
    const shown = shownIn(line)
    const common = entries.filter((seq) => shown.includes(seq))
    if (common.length === 0) break
    entries = common
    end = at + 1
    count += 1
  }
  return { end, count, entry: entries[0] }
}

function isShort(line = ''): boolean {
  return line.trim().length < SHORTEST_KNOWN
}

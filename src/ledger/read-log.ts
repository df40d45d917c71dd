import type { Entry, TextEntry } from '../schema/entry.ts'
import { type CoverageOrder, coverageOrder } from './coverage-order.ts'
import { type EarlierReading, readSummary } from './earlier-summary.ts'
import { horizonOf, isOfTool } from './horizon.ts'
import { type Cleared, letGoOfPast, NOTHING_CLEARED } from './past-remarks.ts'
import { questionBefore } from './questions.ts'
import { type EntryReading, readEntry } from './read-entry.ts'
import { type GrowingIndex, growIndex, newIndex, type RemarkIndex } from './remark-index.ts'
import { type WordNumbers, wordNumbers } from './word-sets.ts'

/** A log, and what was read off it so far. Belongs to the owner of the log: each entry is read once, however many summaries are made. */
export interface ReadLog {
  /** May grow. */
  readonly entries: readonly Entry[]
  /** Without its names, once they are among the remarks of the log. */
  read(entry: Entry): EntryReading
  /** What a summary from before says; read when it is asked for. */
  earlier(entry: TextEntry): EarlierReading
  /** What the agent asked that an entry only answers, as a line says it. */
  question(answer: Entry): string | undefined
  /** Every remark of the log, up to date. */
  remarks(): RemarkIndex
  /** Its remarks in the order in which they are worth saying. */
  order(): CoverageOrder
  /** Reads of what came since the last time at most so many entries, so that a compaction finds them read; says how many. */
  grow(most?: number): number
  /** The words of its rules. */
  readonly ruleWords: WordNumbers
}

const NO_NAMES: readonly string[] = []

/** Nothing is read before it is asked for. */
export function readLog(entries: readonly Entry[]): ReadLog {
  /** By number: a map would take most of the time of a compaction. The list only grows, so that a number means one entry. */
  const readings: (EntryReading | undefined)[] = []
  const summaries = new WeakMap<Entry, EarlierReading>()
  let index = newIndex()
  let cleared: Cleared = NOTHING_CLEARED
  let questions = new Map<Entry, string | undefined>()
  let ordered: CoverageOrder | undefined
  const read = (entry: Entry): EntryReading => {
    // Of a copy that says less than its entry, nothing is kept.
    if (entries[entry.seq] !== entry) return readEntry(entry)
    const reading = readings[entry.seq] ?? readEntry(entry)
    readings[entry.seq] = reading
    return reading
  }
  /** Its names are in the index from then on, by their numbers: they are not kept twice. */
  const readForIndex = (entry: Entry): EntryReading => {
    const reading = read(entry)
    // Those of calls and results are not kept at all.
    if (isOfTool(entry)) return reading
    if (reading.names.length > 0 && entries[entry.seq] === entry) readings[entry.seq] = { ...reading, names: NO_NAMES }
    return reading
  }
  const remarks = (most = entries.length): RemarkIndex => {
    if (isOther(index, entries)) {
      ;[index, questions, cleared, ordered] = [newIndex(), new Map(), NOTHING_CLEARED, undefined]
      readings.length = 0
    }
    const end = Math.min(entries.length, index.length + most)
    if (index.length === end) return index
    // Of a log that grows, the order of before is of no use.
    ordered = undefined
    index.horizon = horizonOf(entries)
    const known = index.length
    growIndex(index, entries, readForIndex, end)
    cleared = letGoOfPast(index, readings, cleared, known)
    return index
  }
  return {
    entries,
    read,
    remarks: () => remarks(),
    earlier: (entry) => earlierIn(summaries, entry),
    question(answer) {
      const { repeated } = remarks()
      if (!questions.has(answer)) questions.set(answer, questionBefore({ entries, read, repeated }, answer))
      return questions.get(answer)
    },
    order() {
      const now = remarks()
      ordered ??= coverageOrder(now, entries.length)
      return ordered
    },
    grow(most) {
      const before = index.length
      return remarks(most).uses.length - before
    },
    ruleWords: wordNumbers(),
  }
}

/** A list that changed other than by growing is another list. */
function isOther(index: GrowingIndex, entries: readonly Entry[]): boolean {
  return index.length > entries.length || entries[index.length - 1] !== index.last
}

function earlierIn(summaries: WeakMap<Entry, EarlierReading>, entry: TextEntry): EarlierReading {
  const known = summaries.get(entry) ?? readSummary(entry.text)
  summaries.set(entry, known)
  return known
}

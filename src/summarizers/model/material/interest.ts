import { readNames } from '../../../ledger/names.ts'
import type { Entry } from '../../../schema/entry.ts'
import type { Seq } from '../../../schema/ids.ts'

/** What the entries of a span come back to, and what of them has been shown already. */
export interface Interest {
  /** For each line of a text that stands in this entry, how much later words come back to it, and later calls, which count less. */
  worthOf(lines: readonly string[], seq: Seq, inCall?: number): readonly number[]
  /** Entries that show a line, the first that were told. */
  shownIn(line: string): readonly Seq[]
  /** The entry in which these words were said, whole. */
  saidIn(text: string): Seq | undefined
  /** Remembers what is shown of an entry, and gives it back. */
  note(text: string, seq: Seq): string
}

/** Why something was looked at is said so many entries before. */
const BEFORE = 4
/** So much of an entry is read for its names. */
const LOOKED_AT = 20_000
/** A name that calls come back to counts less than one that is spoken of. */
const IN_CALL = 0.15
/** Shorter words are as short as a reference to them. */
const LEAST_SAID = 30
/** So many entries that show the same line are remembered. */
const MOST_SHOWN = 4
/** So much of a line is read for its names. */
const LONGEST_LINE = 400

/** Reads what words and calls name, once for the whole span. */
export function interestIn(entries: readonly Entry[]): Interest {
  const spoken = new Map<string, Seq[]>()
  const called = new Map<string, Seq[]>()
  for (const entry of entries) {
    const isSpoken = entry.kind === 'text' && entry.author !== 'harness'
    if (!isSpoken && entry.kind !== 'tool-call') continue
    const text = entry.kind === 'text' ? entry.text : entry.kind === 'tool-call' ? entry.input : ''
    for (const name of namesIn(text, LOOKED_AT)) {
      const uses = isSpoken ? spoken : called
      const seqs = uses.get(name)
      if (seqs === undefined) uses.set(name, [entry.seq])
      else seqs.push(entry.seq)
    }
  }
  const shown = new Map<string, Seq[]>()
  const said = new Map(entries.filter((entry) => entry.kind === 'text').map((entry) => [entry.text.trim(), entry.seq]))
  const isNear = (seqs: readonly Seq[] | undefined, seq: Seq): boolean =>
    seqs !== undefined && ((seqs.at(-1) ?? -1) > seq || seqs.some((use) => use < seq && use >= seq - BEFORE))
  return {
    worthOf(lines, seq, inCall = IN_CALL) {
      const names = lines.map((line) => namesIn(line, LONGEST_LINE))
      const uses = new Map<string, number>()
      for (const name of names.flat()) uses.set(name, (uses.get(name) ?? 0) + 1)
      const weights = new Map(
        [...uses].map(([name, count]) => {
          const use = isNear(spoken.get(name), seq) ? 1 : isNear(called.get(name), seq) ? inCall : 0
          return [name, use / count]
        }),
      )
      return names.map((each) => each.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0))
    },
    saidIn: (text) => (text.length < LEAST_SAID ? undefined : said.get(text.trim())),
    shownIn: (line) => shown.get(line.trim()) ?? [],
    note(text, seq) {
      for (const line of text.split('\n')) {
        const words = line.trim()
        if (words.length === 0) continue
        const entries = shown.get(words)
        if (entries === undefined) shown.set(words, [seq])
        else if (entries.length < MOST_SHOWN && !entries.includes(seq)) entries.push(seq)
      }
      return text
    },
  }
}

/** What stands before the number of an issue, wherever it is written. */
const BEFORE_NUMBER = /^#|^https?:\/\/\S{1,200}\/(?:issues?|pulls?|merge_requests|discussions)\/(?=\d)/

/** The names in the beginning of a text; an issue counts under its number: `#412`, `…/issues/412`, 412. */
function namesIn(text: string, most: number): readonly string[] {
  return readNames(text, 0, Math.min(text.length, most)).names.map((name) => name.replace(BEFORE_NUMBER, ''))
}

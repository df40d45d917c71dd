import { itemAt } from '../schema/at.ts'
import type { TextEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Facts } from './extract.ts'
import type { LanguageCode } from './languages/language.ts'
import type { PageLayout } from './page-layout.ts'
import type { Line } from './page-line.ts'
import type { ReadLog } from './read-log.ts'
import type { Runs } from './runs.ts'
import type { SummaryPage } from './summary-page.ts'
import type { Wanted } from './wanted.ts'

/** Shares of the summary's tokens that a section may take before what the agent said has had its turn; `each` is for one text. */
export const SHARES = {
  task: { all: 0.2, each: 0.2 },
  state: { all: 0.1, each: 0.1 },
  earlier: { all: 0.2, each: 0.2 },
  constraint: { all: 0.6, each: 0.1 },
  request: { all: 0.16, each: 0.08 },
  step: { all: 0.06, each: 0.06 },
  open: { all: 0.03, each: 0.03 },
  file: { all: 0.08, each: 0.08 },
  command: { all: 0.04, each: 0.04 },
  outcome: { all: 0.06, each: 0.06 },
} as const

/** What a summary is made of. */
export interface SummaryScene extends SeqRange {
  readonly log: ReadLog
  readonly tokens: number
  /** Of them, what the task and the rules may take before anything else (L15). */
  readonly heard: number
  /** Entries that the prompt shows anyway. */
  readonly shown: ReadonlySet<Seq>
  /** Of them, those of which it shows a part. */
  readonly cut: ReadonlySet<Seq>
  /** What stands beside the summary: it is not said twice. */
  readonly said: ReadonlySet<string>
  readonly tokenizer: Tokenizer
  readonly facts: Facts
  /** Of the requests. */
  readonly task: TextEntry | undefined
  readonly later: readonly TextEntry[]
  readonly runs: Runs
  /** What edits took out again. */
  readonly gone: ReadonlyMap<string, Seq>
  /** What instructions name. */
  readonly wanted: Wanted | undefined
  /** How many times their usual length quotations may have. */
  readonly longer: number
  /** What the usual length of quotations left of the page. */
  readonly spare: number
  readonly root: string
  readonly language: LanguageCode
  readonly layout: PageLayout
}

/** The lines of one section that could be said, best first. Made when their turn comes: most never are. */
export interface Queue {
  readonly section: keyof typeof SHARES
  readonly length: number
  /** So many of them, at the beginning, speak of what instructions name. */
  readonly wanted: number
  /** In about so many tokens, if it quotes at length. */
  line(index: number, room: number): Line
  /** Whether the page says already what a line would say. */
  isSaid(page: SummaryPage, index: number): boolean
  /** Of the page, what the section may have taken with it. */
  readonly share: number
  /** L15 gives its room to it. */
  readonly isHeard: boolean
  /** Lines that were looked at. */
  position: number
}

interface Making<Fact> {
  readonly line: (fact: Fact, room: number) => Omit<Line, 'section'>
  readonly isSaid?: (page: SummaryPage, fact: Fact) => boolean
  /** Set if it is not the section's own share. */
  readonly share?: number
  readonly isHeard?: boolean
}

export function queueOf<Fact>(
  { wanted }: SummaryScene,
  section: Queue['section'],
  bestFirst: readonly Fact[],
  { line, isSaid = () => false, share = SHARES[section].all, isHeard = false }: Making<Fact>,
): Queue {
  const { true: named = [], false: others = [] } =
    wanted === undefined
      ? { false: bestFirst }
      : Object.groupBy(bestFirst, (fact) => `${wanted.worth(line(fact, Number.POSITIVE_INFINITY).text) > 0}` as const)
  const inOrder = [...named, ...others]
  return {
    section,
    share,
    isHeard,
    length: inOrder.length,
    wanted: named.length,
    line: (index, room) => ({ section, ...line(itemAt(inOrder, index), room) }),
    isSaid: (page, index) => isSaid(page, itemAt(inOrder, index)),
    position: 0,
  }
}

import { handleOf, type Seq } from '../schema/ids.ts'
import { rangeContains, type SeqRange } from '../schema/range.ts'
import { shownName } from './defuse.ts'
import { oneLine } from './one-line.ts'
import type { ReadLog } from './read-log.ts'

const LONGEST_TOOL = 40

/** The name of a tool, which a model may have made up. */
export function shownTool(tool: string): string {
  return shownName(oneLine(tool, LONGEST_TOOL))
}

/** A page shorter than this has no room for more in its opening. */
const SHORT_PAGE = 200
const MOST_CARRIED = 3

/** Messages of people in the span that the prompt shows behind the summary, the latest of them. */
export function carriedIn({
  log: { entries },
  shown,
  cut,
  tokens,
  ...range
}: SeqRange & {
  readonly log: Pick<ReadLog, 'entries'>
  readonly shown: ReadonlySet<Seq>
  readonly cut: ReadonlySet<Seq>
  readonly tokens: number
}): { readonly whole: readonly string[]; readonly cut: readonly string[] } {
  if (tokens < SHORT_PAGE) return { whole: [], cut: [] }
  const isCarried = (seq: Seq): boolean => {
    const entry = entries[seq]
    return rangeContains(range, seq) && entry?.kind === 'text' && entry.author === 'person'
  }
  const latest = [...shown]
    .filter(isCarried)
    .sort((a, b) => a - b)
    .slice(-MOST_CARRIED)
  return { whole: latest.filter((seq) => !cut.has(seq)).map(handleOf), cut: latest.filter((seq) => cut.has(seq)).map(handleOf) }
}

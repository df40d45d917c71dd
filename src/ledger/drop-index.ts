import type { Entry } from '../schema/entry.ts'
import type { DropIndex } from '../schema/plan.ts'
import type { SeqRange } from '../schema/range.ts'
import { extractFacts } from './extract.ts'
import { oneLine } from './one-line.ts'
import type { ReadLog } from './read-log.ts'

const MOST_KEYWORDS = 24

/** What recall can search for when a span leaves the prompt without a summary (C23): keywords, one brief line, and when it was. */
export function dropIndexOf(log: ReadLog, range: SeqRange): DropIndex {
  const facts = extractFacts(log, range)
  const span = log.entries.slice(range.from, range.end)
  const tools = span.flatMap((entry) => (entry.kind === 'tool-call' ? [entry.tool] : []))
  const paths = facts.files.toReversed().map((file) => file.path)
  const keywords = [...new Set([...paths, ...tools, ...frequentWords(span)])].filter((word) => word !== '')
  const asked = facts.requests[0]
  return {
    keywords: keywords.slice(0, MOST_KEYWORDS),
    brief: asked === undefined ? `${span.length} entries` : oneLine(asked.text, 160),
    time: timeOf(span),
  }
}

function timeOf(span: readonly Entry[]): DropIndex['time'] {
  const times = span.flatMap((entry) => (entry.time === undefined ? [] : [entry.time]))
  const [first] = times
  if (first === undefined) return null
  return times.reduce((time, at) => ({ from: Math.min(time.from, at), to: Math.max(time.to, at) }), { from: first, to: first })
}

/** Identifiers and words that people and agent used most; ties in order of appearance. */
function frequentWords(span: readonly Entry[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const entry of span) {
    if (entry.kind !== 'text') continue
    for (const [word] of entry.text.slice(0, 4_000).matchAll(/[\p{L}_][\p{L}\p{N}_.-]{4,40}/gu)) {
      counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MOST_KEYWORDS)
    .map(([word]) => word)
}

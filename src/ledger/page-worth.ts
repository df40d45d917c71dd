import { nameValues } from './coverage-order.ts'
import { readNames } from './names.ts'
import type { ReadLog } from './read-log.ts'
import type { RemarkIndex } from './remark-index.ts'

/** A line as a reader takes it in: not longer, and with a few words around its names. */
const READABLE = { longest: 400, words: 5 } as const

/**
 * How much of what was worked on a page tells: what the names are worth that stand in its readable lines, each counted once; and once more
 * if a conclusion on the page says something of it, for a reader needs that more than the name.
 */
export function pageWorth(page: string, log: ReadLog, conclusions: readonly string[] = []): number {
  const index = log.remarks()
  const { values } = nameValues(index, log.entries.length)
  const namesIn = (lines: readonly string[]): ReadonlySet<number> => new Set(lines.flatMap((line) => readableNames(line, index)))
  const worth = (names: ReadonlySet<number>): number => [...names].reduce((sum, name) => sum + (values[name] ?? 0), 0)
  return worth(namesIn(page.split('\n'))) + worth(namesIn(conclusions.filter((text) => page.includes(text))))
}

function readableNames(line: string, index: RemarkIndex): readonly number[] {
  if (line.length > READABLE.longest) return []
  const { names, words } = readNames(line)
  return words < READABLE.words ? [] : names.map((name) => index.numberOf(name) ?? -1)
}

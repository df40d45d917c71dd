import { nameValues } from './coverage-order.ts'
import { readNames } from './names.ts'
import type { ReadLog } from './read-log.ts'

/** A line as a reader takes it in: not longer, and with a few words around its names. */
const READABLE = { longest: 400, words: 5 } as const

/** How much of what was worked on a page tells: what the names are worth that stand in its readable lines, each counted once. */
export function pageWorth(page: string, log: ReadLog): number {
  const index = log.remarks()
  const { values } = nameValues(index, log.entries.length)
  const told = new Set<number>()
  for (const line of page.split('\n')) {
    if (line.length > READABLE.longest) continue
    const { names, words } = readNames(line)
    if (words >= READABLE.words) for (const name of names) told.add(index.numberOf(name) ?? -1)
  }
  return [...told].reduce((sum, name) => sum + (values[name] ?? 0), 0)
}

import type { Entry } from '../schema/entry.ts'
import { namesIn } from './references.ts'
import { searchable } from './terms.ts'

/** A name, and the entry where it stood last. */
interface IndexedName {
  readonly name: string
  readonly last: number
}

/** Entries after which a name counts half: the files of an hour ago are needed more often than those of this morning. */
const HALF_LIFE = 200
/** What people and the agent write themselves counts so often as much as what a tool has printed. */
const SAID = 4
/** Of a long output only the beginning is looked at. */
const LOOKED_AT = 20_000
const MOST = 1_000

/** The names that entries have to do with, those first that are likeliest to be needed again: named lately, often, and not only by tools. */
export function nameIndex(entries: readonly Entry[]): readonly IndexedName[] {
  const end = entries.at(-1)?.seq ?? 0
  const found = new Map<string, { worth: number; last: number }>()
  for (const entry of entries) {
    if (entry.role === 'system') continue
    const worth = (entry.author === 'tool' ? 1 : SAID) * 2 ** ((entry.seq - end) / HALF_LIFE)
    for (const name of namesIn(searchable(entry).slice(0, LOOKED_AT))) {
      found.set(name, { worth: (found.get(name)?.worth ?? 0) + worth, last: entry.seq })
    }
  }
  const ranked = [...found].sort(([a, one], [b, other]) => other.worth - one.worth || other.last - one.last || (a < b ? -1 : 1))
  return ranked.slice(0, MOST).map(([name, { last }]) => ({ name, last }))
}

import { hiddenRanges } from '../../log/hidden-ranges.ts'
import { namesId, namesIn } from '../../recall/references.ts'
import { searchable } from '../../recall/terms.ts'
import type { Entry } from '../../schema/entry.ts'
import { rangeContains } from '../../schema/range.ts'
import { recall } from '../recall.ts'
import type { ThreadState } from '../thread-state.ts'
import { type Need, recentEntries } from './needs.ts'

/** Names of one message that are looked up: more than that is a list, and no need. */
const MOST_NAMES = 12
/** Entries that are looked at for a name: one that more of them hold is nothing that only one can tell. */
const MOST_HITS = 5
/** So many names that one entry alone holds are no chance. */
const ENOUGH = 2

/**
 * Page faults: the agent names a path, a symbol or an id that no entry in the prompt holds, and a single hidden one does. That entry is
 * needed if the agent names several such things of it, or thinks about one. What the agent's own calls have just printed is in the prompt.
 */
export async function pageFaults(state: ThreadState): Promise<readonly Need[]> {
  const hidden = hiddenRanges(state.records)
  const recent = recentEntries(state).filter(({ author }) => author === 'agent')
  const [first] = recent
  if (hidden.length === 0 || first === undefined) return []
  const own = new Set(recent.map(({ seq }) => seq))
  const isVisible = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && !own.has(entry.seq) && !hidden.some((range) => rangeContains(range, entry.seq))
  const visible = state.log.read.filter(isVisible).map(searchable)
  const missing = namesIn(recent.map(searchable).join('\n')).filter((name) => !visible.some((text) => text.includes(name)))
  const thought = recent.flatMap((entry) => (entry.kind === 'reasoning' ? [entry.text] : []))
  const held = new Map<number, string[]>()
  for (const name of missing.slice(0, MOST_NAMES)) {
    const seq = await onlyHolder(state, name)
    if (seq !== undefined) held.set(seq, [...(held.get(seq) ?? []), name])
  }
  const isNeeded = (names: readonly string[]): boolean =>
    names.length >= ENOUGH || names.some((name) => thought.some((text) => text.includes(name)))
  return [...held]
    .filter(([, names]) => isNeeded(names))
    .map(([seq, [around = '']]) => ({ kind: 'entry', why: 'page-fault', seq, around }))
}

/** The only hidden entry that holds a name; `undefined` if there is none, or several. */
async function onlyHolder(state: ThreadState, name: string): Promise<number | undefined> {
  const hits = await recall(state, name, { hidden: true, limit: MOST_HITS })
  const holders: number[] = []
  for (const { seq, alike = [] } of hits) {
    const entry = state.log.read[seq] ?? (await state.ports.store.read(state.key, seq, seq + 1))[0]
    if (entry !== undefined && namesId(searchable(entry), name)) holders.push(seq, ...alike)
  }
  return holders.length === 1 ? holders[0] : undefined
}

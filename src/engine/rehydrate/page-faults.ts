import { hiddenRanges } from '../../log/hidden-ranges.ts'
import { namesId, namesIn } from '../../recall/references.ts'
import { searchable } from '../../recall/terms.ts'
import type { Entry } from '../../schema/entry.ts'
import { rangeContains } from '../../schema/range.ts'
import { recall } from '../recall.ts'
import type { ThreadState } from '../thread-state.ts'
import { type Need, recentEntries } from './needs.ts'
import { spokenIn } from './spoken.ts'

/** Names of one message that are looked up: more than that is a list, and no need. */
const MOST_NAMES = 12
/** Entries that are looked at for a name: one that more of them hold is nothing that only one can tell. */
const MOST_HITS = 5
/** So many names that one entry alone holds are no chance. */
const ENOUGH = 2
/** And so much of all that is missing: where most of it is new, the agent is writing, and not remembering. */
const SHARE = 0.5

/**
 * Page faults: the agent names paths, symbols or ids that no entry in the prompt holds, and a single hidden result of a tool holds most of
 * them. What the agent wrote itself is not what it lacks; what its calls have just printed is in the prompt.
 */
export async function pageFaults(state: ThreadState): Promise<readonly Need[]> {
  const missing = missingNames(state)
  if (missing.length < ENOUGH || missing.length > MOST_NAMES) return []
  const held = new Map<number, string[]>()
  for (const name of missing) {
    const seq = await onlyHolder(state, name)
    if (seq !== undefined) held.set(seq, [...(held.get(seq) ?? []), name])
  }
  return [...held]
    .filter(([, names]) => names.length >= ENOUGH && names.length >= SHARE * missing.length)
    .map(([seq, [around = '']]) => ({ kind: 'entry', why: 'page-fault', seq, around }))
}

/** What the agent has just named and nothing in the prompt holds, but for its own words. */
function missingNames(state: ThreadState): readonly string[] {
  const hidden = hiddenRanges(state.records)
  const recent = recentEntries(state).filter(({ author }) => author === 'agent')
  if (hidden.length === 0 || recent.length === 0) return []
  const own = new Set(recent.map(({ seq }) => seq))
  const isVisible = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && !own.has(entry.seq) && !hidden.some((range) => rangeContains(range, entry.seq))
  const visible = state.log.read.filter(isVisible).map(searchable)
  return namesIn(recent.map(spokenIn).join('\n')).filter((name) => !visible.some((text) => text.includes(name)))
}

/** The only hidden entry that holds a name, if it is a tool's result; `undefined` if there is none, or several. */
async function onlyHolder(state: ThreadState, name: string): Promise<number | undefined> {
  const hits = await recall(state, name, { hidden: true, limit: MOST_HITS })
  const holders: Entry[] = []
  for (const { seq, alike = [] } of hits) {
    const entry = state.log.read[seq] ?? (await state.ports.store.read(state.key, seq, seq + 1))[0]
    // A part of a longer name counts here, too: then something else may be meant.
    if (entry === undefined || !searchable(entry).includes(name)) continue
    if (alike.length > 0) return undefined
    holders.push(entry)
  }
  const [only] = holders
  return holders.length === 1 && only?.kind === 'tool-result' && namesId(searchable(only), name) ? only.seq : undefined
}

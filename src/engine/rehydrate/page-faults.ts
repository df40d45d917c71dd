import { hiddenRanges } from '../../log/hidden-ranges.ts'
import { namesId, namesIn } from '../../recall/references.ts'
import { searchable } from '../../recall/terms.ts'
import type { Entry } from '../../schema/entry.ts'
import { rangeContains } from '../../schema/range.ts'
import { recall } from '../recall.ts'
import type { ThreadState } from '../thread-state.ts'
import { type Need, recentEntries } from './needs.ts'

/** Names of one message that are looked up: more than that is a list, and no need. */
const MOST_NAMES = 6
/** Entries that are looked at for a name. */
const MOST_HITS = 5

/**
 * Page faults: the agent names a path, a symbol or an id that no entry in the prompt holds, and hidden ones do. Of those, the one that fits
 * best what the agent says is needed.
 */
export async function pageFaults(state: ThreadState): Promise<readonly Need[]> {
  const hidden = hiddenRanges(state.records)
  const recent = recentEntries(state).filter(({ author }) => author === 'agent')
  const [first] = recent
  if (hidden.length === 0 || first === undefined) return []
  const said = recent.map(searchable).join('\n')
  const isVisible = (entry: Entry | undefined): entry is Entry =>
    entry !== undefined && entry.seq < first.seq && !hidden.some((range) => rangeContains(range, entry.seq))
  const visible = state.log.read.filter(isVisible).map(searchable)
  const missing = namesIn(said).filter((name) => !visible.some((text) => text.includes(name)))
  const needs: Need[] = []
  for (const name of missing.slice(0, MOST_NAMES)) {
    const hits = await recall(state, `${name} ${said.slice(0, 400)}`, {
      hidden: true,
      limit: MOST_HITS,
      kinds: ['tool-result', 'text'],
    })
    const seq = await firstNaming(
      state,
      name,
      hits.map((hit) => hit.seq),
    )
    if (seq !== undefined && !needs.some((need) => need.kind === 'entry' && need.seq === seq)) {
      needs.push({ kind: 'entry', why: 'page-fault', seq, around: name })
    }
  }
  return needs
}

async function firstNaming(state: ThreadState, name: string, seqs: readonly number[]): Promise<number | undefined> {
  for (const seq of seqs) {
    const entry = state.log.read[seq] ?? (await state.ports.store.read(state.key, seq, seq + 1))[0]
    if (entry !== undefined && namesId(searchable(entry), name)) return seq
  }
  return undefined
}

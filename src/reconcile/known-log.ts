import { itemAt } from '../schema/at.ts'
import type { Entry, ToolCallEntry } from '../schema/entry.ts'
import { type Seq, seqOf } from '../schema/ids.ts'
import { type BlockKey, keyOf, type Shelf } from './block-key.ts'
import { isNamed, ownId } from './call-ids.ts'

/** What the log remembers of its blocks, so that they are found by what they say and by their call ids. */
export interface KnownLog {
  readonly entries: readonly Entry[]
  /** Entries that say this, in order. */
  saying(key: BlockKey): readonly Seq[]
  /** Calls, or results, under this id, in order; not those that came without one. */
  under(kind: 'tool-call' | 'tool-result', callId: string): readonly Seq[]
  /** True if a call of this tool has no result yet; of those without an id only, or of all. */
  awaits(tool: string, calls: 'without-id' | 'all'): boolean
  /** How many entries in front are system text. */
  front(): Seq
}

const NONE: readonly Seq[] = []

/**
 * Follows a list of entries that only grows. Nothing is looked at before it is asked for, and then only what is new since: a history that
 * goes on where the log ends asks at most for call ids.
 */
export function knownLog(entries: readonly Entry[]): KnownLog {
  const shelves = new Map<Shelf, Map<string, Seq[]>>()
  const ids = { 'tool-call': new Map<string, Seq[]>(), 'tool-result': new Map<string, Seq[]>() }
  const open = { 'without-id': new Map<string, number>(), all: new Map<string, number>() }
  let read = 0
  let named = 0
  const readOn = (): void => {
    for (; read < entries.length; read += 1) {
      const entry = itemAt(entries, read)
      const { shelf, text } = keyOf(entry.role, entry)
      const texts = shelves.get(shelf) ?? new Map<string, Seq[]>()
      shelves.set(shelf, texts)
      addTo(texts, text, seqOf(read))
    }
  }
  const count = ({ tool, inventedId }: ToolCallEntry, by: 1 | -1): void => {
    open.all.set(tool, (open.all.get(tool) ?? 0) + by)
    if (inventedId === true) open['without-id'].set(tool, (open['without-id'].get(tool) ?? 0) + by)
  }
  const nameOn = (): void => {
    for (; named < entries.length; named += 1) {
      const entry = itemAt(entries, named)
      if (!isNamed(entry)) continue
      const id = ownId(entry)
      if (id !== undefined) addTo(ids[entry.kind], id, seqOf(named))
      if (entry.kind === 'tool-call') count(entry, 1)
      else if (entry.answers.kind === 'call') {
        const call = itemAt(entries, entry.answers.seq)
        if (call.kind === 'tool-call') count(call, -1)
      }
    }
  }
  return {
    entries,
    saying({ shelf, text }) {
      readOn()
      return shelves.get(shelf)?.get(text) ?? NONE
    },
    under(kind, callId) {
      nameOn()
      return ids[kind].get(callId) ?? NONE
    },
    awaits(tool, calls) {
      nameOn()
      return (open[calls].get(tool) ?? 0) > 0
    },
    front() {
      const first = entries.findIndex((entry) => entry.role !== 'system')
      return seqOf(first === -1 ? entries.length : first)
    },
  }
}

function addTo(map: Map<string, Seq[]>, key: string, seq: Seq): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [seq])
  else list.push(seq)
}

/** The first of ascending `seqs` that is at least `from`, or `undefined`. */
export function firstFrom(seqs: readonly Seq[], from: Seq): Seq | undefined {
  let low = 0
  let high = seqs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(seqs, middle) < from) low = middle + 1
    else high = middle
  }
  return seqs[low]
}

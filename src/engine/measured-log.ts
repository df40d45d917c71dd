import { measureEntry, measureShell } from '../budget/measure.ts'
import { EMPTY_STATE, type IngestState, ingest } from '../ingest/ingest.ts'
import { chainHashes, GENESIS } from '../log/chain.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import type { Hash, Head, Tokenizer } from '../schema/ports.ts'

/** A thread's log in this process: entries, the chain hash after each, and what each costs. Grows, never changes. */
export interface MeasuredLog {
  readonly entries: readonly Entry[]
  readonly hashes: readonly string[]
  /** Tokens of each block on its own. */
  readonly blocks: readonly number[]
  /** Tokens of each message's frame, on its first block; 0 elsewhere. */
  readonly frames: readonly number[]
}

export interface LogKeeper extends MeasuredLog {
  head(): Head
  /** What appending `drafts` would add. */
  prepare(drafts: readonly MessageDraft[]): Addition
  /** Takes over entries that are in the store. */
  accept(addition: Addition): void
}

export interface Addition {
  readonly entries: readonly Entry[]
  readonly hashes: readonly string[]
  readonly state: IngestState
}

/** Keeps a log in memory and measures only what is new. */
export function logKeeper(tokenizer: Tokenizer, hash: Hash): LogKeeper {
  const entries: Entry[] = []
  const hashes: string[] = []
  const blocks: number[] = []
  const frames: number[] = []
  let state = EMPTY_STATE
  return {
    entries,
    hashes,
    blocks,
    frames,
    head: () => ({ length: entries.length, hash: hashes.at(-1) ?? GENESIS }),
    prepare(drafts) {
      const added = ingest(state, drafts)
      return { entries: added.entries, hashes: chainHashes(hashes.at(-1) ?? GENESIS, added.entries, hash), state: added.state }
    },
    accept(addition) {
      state = addition.state
      for (const [index, entry] of addition.entries.entries()) {
        entries.push(entry)
        hashes.push(addition.hashes[index] ?? '')
        blocks.push(measureEntry(entry, tokenizer))
        frames.push(entry.message.block === 0 ? measureShell(entry.message.shell, tokenizer) : 0)
      }
    },
  }
}

import { measureEntry, measureShell } from '../budget/measure.ts'
import { EMPTY_STATE, type Ingested, type IngestState, ingest } from '../ingest/ingest.ts'
import type { OpenCall } from '../ingest/open-calls.ts'
import { resumeFrom } from '../ingest/resume.ts'
import { chainHashes, GENESIS } from '../log/chain.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import type { Hash, Head, Tokenizer } from '../schema/ports.ts'
import type { Meter } from './ports.ts'

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
  /** What entries that somebody else appended add. */
  adopt(entries: readonly Entry[]): Addition
  /** Takes an addition over, once it is in the store. */
  accept(addition: Addition): void
}

export interface Addition extends Ingested {
  readonly hashes: readonly string[]
}

/** Keeps a log in memory and looks only at what is new. */
export function logKeeper(ports: { readonly tokenizer: Tokenizer; readonly hash: Hash; readonly meter: Meter }): LogKeeper {
  const { tokenizer, hash, meter } = ports
  const entries: Entry[] = []
  const hashes: string[] = []
  const blocks: number[] = []
  const frames: number[] = []
  const seen = new Map<string, OpenCall>()
  let state: IngestState = EMPTY_STATE
  const addition = (added: Ingested): Addition => {
    meter.touch('entries', added.entries.length)
    return { ...added, hashes: chainHashes(hashes.at(-1) ?? GENESIS, added.entries, hash) }
  }
  return {
    entries,
    hashes,
    blocks,
    frames,
    head: () => ({ length: entries.length, hash: hashes.at(-1) ?? GENESIS }),
    prepare: (drafts) => addition(ingest({ ...state, seen }, drafts)),
    adopt: (others) => addition(resumeFrom({ ...state, seen }, others)),
    accept(added) {
      state = added.state
      for (const [id, call] of added.calls) seen.set(id, call)
      for (const hashAfter of added.hashes) hashes.push(hashAfter)
      for (const entry of added.entries) {
        entries.push(entry)
        blocks.push(measureEntry(entry, tokenizer))
        frames.push(entry.message.block === 0 ? measureShell(entry.message.shell, tokenizer) : 0)
      }
    },
  }
}

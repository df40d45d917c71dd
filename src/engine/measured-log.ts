import { measureEntry, measureShell } from '../budget/measure.ts'
import { isEncryptedReasoning } from '../budget/usage.ts'
import { EMPTY_STATE, type Ingested, type IngestState, ingest } from '../ingest/ingest.ts'
import type { OpenCall } from '../ingest/open-calls.ts'
import { noRedaction, type Redactor } from '../ingest/redact.ts'
import { resumeFrom } from '../ingest/resume.ts'
import { chainHashes, GENESIS } from '../log/chain.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import type { Hash, Head, Tokenizer } from '../schema/ports.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import { byteLength } from './byte-length.ts'
import { cleanEntries } from './clean-entries.ts'
import type { Meter } from './ports.ts'

/** A thread's log in this process: entries, the chain hash after each, and what each costs. Grows, never changes. */
export interface MeasuredLog {
  readonly entries: readonly Entry[]
  readonly hashes: readonly string[]
  /** Tokens of each block on its own. */
  readonly blocks: readonly number[]
  /** Tokens of each message's frame, on its first block; 0 elsewhere. */
  readonly frames: readonly number[]
  /** Bytes of each block as JSON. */
  readonly bytes: readonly number[]
  /** The hash by which content put away is known. */
  readonly fingerprint: Hash
  /** Takes secrets out of what is said about entries. */
  readonly redact: Redactor
  /** The entries as a summary may quote them. */
  cleaned(): readonly Entry[]
}

export interface LogKeeper extends MeasuredLog {
  head(): Head
  /** Tokens of reasoning that only its provider can read, and may leave out of what it reports. */
  hidden(): number
  /** True where some counts are estimates. */
  isRough(): boolean
  /** Counts exactly what was only estimated, and everything that is appended from now on. False where nothing was estimated. */
  sharpen(): boolean
  /** Long texts are estimated again when they are appended. */
  relax(): void
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

/** A longer text is estimated first where the tokenizer can do that. */
const LONG = 4_096

/**
 * Keeps a log in memory and looks only at what is new. Far below the trigger an estimate of long texts does; near it they are
 * counted.
 */
export function logKeeper(ports: {
  readonly tokenizer: Tokenizer
  readonly hash: Hash
  readonly meter: Meter
  readonly toolPolicies?: ToolPolicies
  readonly redactor?: Redactor
}): LogKeeper {
  const { tokenizer, hash, meter, redactor = noRedaction } = ports
  const entries: Entry[] = []
  const hashes: string[] = []
  const blocks: number[] = []
  const frames: number[] = []
  const bytes: number[] = []
  const seen = new Map<string, OpenCall>()
  let state: IngestState = EMPTY_STATE
  let hidden = 0
  const rough = new Set<number>()
  let isExact = tokenizer.estimate === undefined
  const quick: Tokenizer = {
    name: tokenizer.name,
    count: (text) => (text.length > LONG ? (tokenizer.estimate?.(text) ?? tokenizer.count(text)) : tokenizer.count(text)),
  }
  const addition = (added: Ingested): Addition => {
    meter.touch('entries', added.entries.length)
    return { ...added, hashes: chainHashes(hashes.at(-1) ?? GENESIS, added.entries, hash) }
  }
  return {
    entries,
    hashes,
    blocks,
    frames,
    bytes,
    fingerprint: hash,
    redact: redactor,
    cleaned: cleanEntries(entries, redactor),
    head: () => ({ length: entries.length, hash: hashes.at(-1) ?? GENESIS }),
    hidden: () => hidden,
    isRough: () => rough.size > 0,
    sharpen() {
      isExact = true
      if (rough.size === 0) return false
      for (const seq of rough) blocks[seq] = measureEntry(entries[seq] as Entry, tokenizer)
      meter.touch('entries', rough.size)
      rough.clear()
      return true
    },
    relax() {
      isExact = tokenizer.estimate === undefined
    },
    prepare: (drafts) => addition(ingest({ ...state, seen }, drafts, ports.toolPolicies)),
    adopt: (others) => addition(resumeFrom({ ...state, seen }, others)),
    accept(added) {
      state = added.state
      for (const [id, call] of added.calls) seen.set(id, call)
      for (const hashAfter of added.hashes) hashes.push(hashAfter)
      for (const entry of added.entries) {
        entries.push(entry)
        const isRough = !isExact && isLong(entry)
        if (isRough) rough.add(entry.seq)
        const tokens = measureEntry(entry, isRough ? quick : tokenizer)
        blocks.push(tokens)
        bytes.push(byteLength(entry.raw))
        if (isEncryptedReasoning(entry)) hidden += tokens
        frames.push(entry.message.block === 0 ? measureShell(entry.message.shell, tokenizer) : 0)
      }
    },
  }
}

function isLong(entry: Entry): boolean {
  if (entry.kind === 'tool-call') return entry.input.length > LONG
  return 'text' in entry && entry.text.length > LONG
}

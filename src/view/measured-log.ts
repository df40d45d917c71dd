import { measureEntry, measureShell } from '../budget/measure.ts'
import { isEncryptedReasoning } from '../budget/usage.ts'
import type { Meter } from '../engine/ports.ts'
import { EMPTY_STATE, type Ingested, type IngestState, ingest } from '../ingest/ingest.ts'
import type { OpenCall } from '../ingest/open-calls.ts'
import { resumeFrom } from '../ingest/resume.ts'
import { fingerprintOf, GENESIS, nextHash } from '../log/chain.ts'
import { noRedaction, type Redactor } from '../redact/redact.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { entryId, messageId, type Seq } from '../schema/ids.ts'
import type { Hash, Head, LogRow, Measure, Tokenizer } from '../schema/ports.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import { byteLength } from './byte-length.ts'
import { type CleanEntries, cleanEntries } from './clean-entries.ts'

/** A thread's log in this process: entries, the chain hash after each, and what each costs. Grows, never changes. */
export interface MeasuredLog extends CleanEntries {
  readonly entries: readonly Entry[]
  readonly hashes: readonly string[]
  /** What each block costs on its own, and the frame of its message on the first. */
  readonly measures: readonly Pick<Measure, 'tokens' | 'frame' | 'bytes'>[]
  /** The hash by which content put away is known. */
  readonly fingerprint: Hash
  /** Takes secrets out of what is said about entries. */
  readonly redact: Redactor
}

export interface LogKeeper extends MeasuredLog {
  head(): Head
  /** What a store keeps of an entry besides the entry. */
  measureOf(seq: Seq): Measure
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
  /** What rows that somebody else appended add. */
  adopt(rows: readonly LogRow[]): Addition
  /** Takes an addition over, once it is in the store. */
  accept(addition: Addition): void
  /** Begins a log of `length` entries of which only some were read: where others stand, nobody may look before they are filled in. */
  begin(rows: readonly LogRow[], length: number): void
  /** Fills in what was not read. */
  fill(rows: readonly LogRow[]): void
  /** True where a call of this id is known. */
  hasCall(id: string): boolean
}

export interface Addition extends Ingested {
  /** What is known of each entry: kept in the store, and taken over with the entries. */
  readonly measures: readonly Measure[]
}

/** Changes with the rules of `measureEntry` and `measureShell`: counts by other rules are not taken over. */
const RULES = 1

/** Stands where an entry was not read. */
const UNREAD: Entry = {
  ...{
    kind: 'opaque',
    seq: -1,
    id: entryId(''),
    turn: 0,
    role: 'user',
    author: 'harness',
    raw: null,
    type: 'unread',
    unsent: true,
  },
  message: { id: messageId(''), dialect: 'unread', block: 0, blocks: 1 },
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
  /** What is known about tools when messages come in. */
  readonly policies?: () => ToolPolicies
  /** The key of the fingerprints that the chain is made of. */
  readonly secret?: () => string
  readonly redactor?: Redactor
}): LogKeeper {
  const { tokenizer, hash, meter, secret = () => '', redactor = noRedaction } = ports
  const counter = `${tokenizer.name}/${RULES}`
  const entries: Entry[] = []
  /** False where some entries were not read yet. */
  let isWhole = true
  const clean = cleanEntries(entries, redactor)
  const hashes: string[] = []
  const measures: Measure[] = []
  const seen = new Map<string, OpenCall>()
  let state: IngestState = EMPTY_STATE
  let hidden = 0
  const rough = new Set<number>()
  let isExact = tokenizer.estimate === undefined
  const quick: Tokenizer = {
    name: tokenizer.name,
    count: (text) => (text.length > LONG ? (tokenizer.estimate?.(text) ?? tokenizer.count(text)) : tokenizer.count(text)),
  }
  const measure = (entry: Entry): Omit<Measure, 'hash' | 'fingerprint'> => {
    const exact = isExact || !isLong(entry)
    return {
      ...{ exact, counter, tokens: measureEntry(entry, exact ? tokenizer : quick), bytes: byteLength(entry.raw) },
      frame: entry.message.block === 0 ? measureShell(entry.message.shell, tokenizer) : 0,
    }
  }
  /** What somebody else found out is taken over: the hashes always, the counts where they were made by the same rules. */
  const addition = (added: Ingested, known: readonly (Measure | null)[] = []): Addition => {
    meter.touch('entries', added.entries.length)
    let last = hashes[(added.entries[0]?.seq ?? 0) - 1] ?? GENESIS
    const measures = added.entries.map((entry, index) => {
      const before = known[index] ?? undefined
      const fingerprint = before?.fingerprint ?? fingerprintOf(entry, hash, secret())
      last = before?.hash ?? nextHash(last, fingerprint, hash)
      // What was read back is as it was appended: nothing is copied.
      return before?.counter === counter ? before : { ...measure(entry), hash: last, fingerprint }
    })
    return { ...added, measures }
  }
  const put = (added: Pick<Addition, 'entries' | 'measures'>): void => {
    for (const [index, entry] of added.entries.entries()) {
      const found = added.measures[index] as Measure
      const { seq } = entry
      entries[seq] = entry
      hashes[seq] = found.hash
      measures[seq] = found
      if (!found.exact) rough.add(seq)
      if (isEncryptedReasoning(entry)) hidden += found.tokens
    }
  }
  return {
    entries,
    hashes,
    measures,
    fingerprint: hash,
    redact: redactor,
    ...clean,
    head: () => ({ length: entries.length, hash: hashes.at(-1) ?? GENESIS }),
    measureOf: (seq) => measures[seq] as Measure,
    hidden: () => hidden,
    isRough: () => rough.size > 0,
    sharpen() {
      isExact = true
      if (rough.size === 0) return false
      for (const seq of rough) {
        measures[seq] = { ...(measures[seq] as Measure), tokens: measureEntry(entries[seq] as Entry, tokenizer), exact: true }
      }
      meter.touch('entries', rough.size)
      rough.clear()
      return true
    },
    relax() {
      isExact = tokenizer.estimate === undefined
    },
    prepare: (drafts) => addition(ingest({ ...state, seen }, drafts, ports.policies?.())),
    adopt: (rows) => addition(resumeFrom({ ...state, seen }, rows.map(entryOf)), rows.map(measureOf)),
    accept(added) {
      state = added.state
      for (const [id, call] of added.calls) seen.set(id, call)
      put(added)
      // Read now what a summary could say of it, so that a compaction only has to choose.
      if (isWhole) clean.cleaned().grow()
    },
    begin(rows, length) {
      isWhole = false
      entries.length = length
      entries.fill(UNREAD)
      hashes.length = length
      measures.length = length
      const begun = resumeFrom({ ...state, seen }, rows.map(entryOf))
      state = { ...begun.state, length }
      for (const [id, call] of begun.calls) seen.set(id, call)
      put(addition(begun, rows.map(measureOf)))
    },
    fill(rows) {
      const filled = resumeFrom(EMPTY_STATE, rows.map(entryOf))
      // Under each id the last call counts, and what was read first may be later.
      for (const [id, call] of filled.calls) if ((seen.get(id)?.seq ?? -1) < call.seq) seen.set(id, call)
      put(addition(filled, rows.map(measureOf)))
    },
    hasCall: (id) => seen.has(id),
  }
}

const entryOf = (row: LogRow): Entry => row.entry
const measureOf = (row: LogRow): Measure | null => row.measure

function isLong(entry: Entry): boolean {
  if (entry.kind === 'tool-call') return entry.input.length > LONG
  return 'text' in entry && entry.text.length > LONG
}

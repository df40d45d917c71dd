import { plainName } from '../budget/model-names.ts'
import { isEncryptedReasoning } from '../budget/usage.ts'
import { EMPTY_STATE, type Ingested, type IngestMemory, type IngestState, ingest } from '../ingest/ingest.ts'
import type { OpenCall } from '../ingest/open-calls.ts'
import { resumeFrom } from '../ingest/resume.ts'
import { GENESIS } from '../log/chain.ts'
import type { ReadEntries } from '../log/entry-at.ts'
import { hexColumn, type TextColumn } from '../log/hex-column.ts'
import { type Measures, type MeasureTable, measureTable } from '../log/measure-table.ts'
import { noRedaction, type Redactor } from '../redact/redact.ts'
import type { RulesOf } from '../schema/count-rules.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Meter } from '../schema/meter.ts'
import type { Hash, Head, LogRow, Measure, Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Log } from '../schema/strategy.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import { type CleanEntries, cleanEntries } from './clean-entries.ts'
import { type Measurer, measurer } from './measurer.ts'

/** A thread's log in this process: entries, the chain hash after each, and what each costs. Grows, never changes. */
export interface MeasuredLog extends CleanEntries {
  /** How many entries the log has, read or not. */
  readonly length: number
  /** Every entry. Throws if some were not read: the thread must be read whole before anything looks behind its plan. */
  readonly entries: readonly Entry[]
  /** What was read so far, with holes: all that a plan shows, and all that was appended since. */
  readonly read: ReadEntries
  readonly hashes: Log['hashes']
  /** What each block costs on its own, and the frame of its message on the first. */
  readonly measures: Measures
  /** What the dialects that entries came in count besides text. */
  readonly rules: RulesOf
  /** The hash by which content put away is known. */
  readonly fingerprint: Hash
  /** Takes secrets out of what is said about entries. */
  readonly redact: Redactor
}

export interface LogKeeper extends MeasuredLog {
  head(): Head
  /** What a store keeps of an entry besides the entry. */
  measureOf(seq: Seq): Measure
  /** Models that have sealed reasoning in the log, by their plain names. */
  readonly seals: ReadonlySet<string>
  /** Whether there is sealed reasoning in the log, by whatever model. */
  isSealed(): boolean
  /** Tokens of reasoning that only its provider can read, and may leave out of what it reports. */
  hidden(): number
  /** True if some counts are estimates. */
  isRough(): boolean
  /** Counts exactly what was only estimated, and everything that is appended from now on. False if nothing was estimated. */
  sharpen(): boolean
  /** No compaction is near: long texts are estimated again when they are appended. */
  relax(): void
  /**
   * A compaction may come: what is appended from now on is counted exactly and read for its summary, and so is some of what came before.
   */
  readAhead(): void
  /** What appending `drafts` would add, and when. */
  prepare(drafts: readonly MessageDraft[], at?: number | undefined): Addition
  /** How many entries, from the front, were in the store before this process looked. */
  readonly found: number
  /** When an entry was said, if it says so; otherwise when it was appended. `undefined` if neither is known. */
  timeOf(seq: Seq): number | undefined
  /** What rows appended by another process add. */
  adopt(rows: readonly LogRow[]): Addition
  /** Takes an addition over, once it is in the store. */
  accept(addition: Addition): void
  /** Begins a log of `length` entries of which only some were read. */
  begin(rows: readonly LogRow[], length: number): void
  /** Fills in what was not read, or was let go. */
  fill(rows: readonly LogRow[]): void
  /** Lets go of entries that the store has and nobody has looked at. What is known of them besides stays. */
  letGo(range: SeqRange): void
  /** True if a call of this id is known. */
  hasCall(id: string): boolean
}

interface Addition extends Ingested {
  /** What is known of each entry: kept in the store, and taken over with the entries. */
  readonly measures: readonly Measure[]
}

/** What a log keeper needs from outside. */
interface KeeperPorts {
  readonly tokenizer: Tokenizer
  readonly rules: RulesOf
  readonly hash: Hash
  readonly meter: Meter
  /** What is known about tools when messages come in. */
  readonly policies?: () => ToolPolicies
  /** The key of the fingerprints that the chain is made of. */
  readonly secret?: () => string
  readonly redactor?: Redactor
}

/** The log as it grows. */
interface Kept {
  readonly read: Entry[]
  readonly hashes: TextColumn
  readonly measures: MeasureTable
  /** The last call under each id. */
  readonly calls: Map<string, OpenCall>
  /** Entries whose counts are estimates. */
  readonly rough: Set<Seq>
  readonly seals: Set<string>
  readonly meter: Meter
  readonly measurer: Measurer
  state: IngestState
  isSealed: boolean
  hidden: number
  /** Entries that were not read. */
  unread: number
  found: number
  /** Whether a compaction may come. */
  isAhead: boolean
}

/** How many entries are read for a summary for each that is appended: more than one, so that what came before is read some day. */
const READ_AHEAD = 3

/** Keeps a log in memory and looks only at what is new. */
export function logKeeper(ports: KeeperPorts): LogKeeper {
  const { rules, hash, meter, secret = () => '', redactor = noRedaction } = ports
  const hashes = hexColumn()
  const kept: Kept = {
    ...{ read: [], hashes, measures: measureTable(hashes), calls: new Map(), rough: new Set(), seals: new Set(), meter },
    measurer: measurer({ tokenizer: ports.tokenizer, rules, hash, secret }),
    ...{ state: EMPTY_STATE, isSealed: false, hidden: 0, unread: 0, found: 0, isAhead: false },
  }
  const clean = cleanEntries(() => whole(kept), redactor)
  return {
    ...{
      read: kept.read,
      hashes: { at: (seq) => hashAt(kept, seq) },
      measures: kept.measures,
      rules,
      fingerprint: hash,
      redact: redactor,
      ...clean,
    },
    get length() {
      return kept.read.length
    },
    get entries() {
      return whole(kept)
    },
    ...{ seals: kept.seals, isSealed: () => kept.isSealed },
    head: () => ({ length: kept.read.length, hash: hashAt(kept, kept.read.length - 1) ?? GENESIS }),
    measureOf: (seq) => measureAt(kept, seq),
    hidden: () => kept.hidden,
    isRough: () => kept.rough.size > 0,
    sharpen: () => sharpen(kept),
    relax() {
      kept.measurer.isExact = !kept.measurer.estimates
    },
    readAhead() {
      kept.isAhead = true
      kept.measurer.isExact = true
    },
    prepare: (drafts, at) => addition(kept, ingest(knownState(kept), drafts, ports.policies?.()), { at }),
    timeOf: (seq) => kept.read[seq]?.time ?? kept.measures.time(seq),
    get found() {
      return kept.found
    },
    adopt(rows) {
      if (kept.found === kept.read.length) kept.found += rows.length
      return addition(kept, resumeFrom(knownState(kept), rows.map(entryOf)), { known: rows.map(measureOf) })
    },
    accept(added) {
      kept.state = added.state
      for (const [id, call] of added.calls) kept.calls.set(id, call)
      put(kept, added)
      // Read now what a summary could say of it, so that a compaction only has to choose; but not of a log that may never be compacted.
      if (kept.isAhead && kept.unread === 0) meter.touch('entries', clean.readOn(added.entries.length * READ_AHEAD))
    },
    begin: (rows, length) => begin(kept, rows, length),
    fill: (rows) => fill(kept, rows),
    letGo: (range) => letGo(kept, range),
    hasCall: (id) => kept.calls.has(id),
  }
}

function whole({ read, unread }: Kept): readonly Entry[] {
  if (unread > 0) throw new Error(`${unread} of ${read.length} entries were not read: read the thread whole first`)
  return read
}

function measureAt({ measures }: Kept, seq: Seq): Measure {
  const measure = measures.get(seq)
  if (measure === undefined) throw new Error(`entry ${seq} was not read`)
  return measure
}

/** The chain hash after an entry, if it was read. */
function hashAt({ hashes, measures }: Kept, seq: number): string | undefined {
  return measures.has(seq) ? hashes.get(seq) : undefined
}

function knownState({ state, calls }: Kept): IngestMemory {
  return { ...state, seen: calls }
}

/** What is known of entries already, or when they came in. */
interface Origin {
  readonly known?: readonly (Measure | null)[]
  readonly at?: number | undefined
}

function addition(kept: Kept, added: Ingested, { known = [], at }: Origin): Addition {
  kept.meter.touch('entries', added.entries.length)
  const last = hashAt(kept, (added.entries[0]?.seq ?? 0) - 1) ?? GENESIS
  return { ...added, measures: kept.measurer.measures(added.entries, known, last, at) }
}

function put(kept: Kept, { entries, measures }: Pick<Addition, 'entries' | 'measures'>): void {
  for (const [index, entry] of entries.entries()) {
    const found = measures[index]
    if (found === undefined) throw new Error(`entry ${entry.seq} was not measured`)
    const { seq } = entry
    kept.read[seq] = entry
    kept.measures.set(seq, found)
    if (!found.exact) kept.rough.add(seq)
    if (entry.kind === 'reasoning' && entry.signature !== undefined) {
      kept.isSealed = true
      if (entry.model !== undefined) kept.seals.add(plainName(entry.model))
    }
    if (isEncryptedReasoning(entry)) kept.hidden += found.tokens
  }
}

function sharpen(kept: Kept): boolean {
  kept.measurer.isExact = true
  if (kept.rough.size === 0) return false
  for (const seq of kept.rough) {
    const entry = kept.read[seq]
    if (entry !== undefined) kept.measures.set(seq, kept.measurer.sharpened(measureAt(kept, seq), entry))
  }
  kept.meter.touch('entries', kept.rough.size)
  kept.rough.clear()
  return true
}

function begin(kept: Kept, rows: readonly LogRow[], length: number): void {
  kept.read.length = length
  kept.unread = length - rows.length
  kept.found = length
  const begun = resumeFrom(knownState(kept), rows.map(entryOf))
  kept.state = { ...begun.state, length }
  for (const [id, call] of begun.calls) kept.calls.set(id, call)
  put(kept, addition(kept, begun, { known: rows.map(measureOf) }))
}

function fill(kept: Kept, rows: readonly LogRow[]): void {
  const filled = resumeFrom(EMPTY_STATE, rows.map(entryOf))
  // Under each id the last call counts, and what was read first may be later.
  for (const [id, call] of filled.calls) if ((kept.calls.get(id)?.seq ?? -1) < call.seq) kept.calls.set(id, call)
  // Of what was let go everything is known but the entries.
  const isNew = ({ entry }: LogRow): boolean => !kept.measures.has(entry.seq)
  const unknown = rows.filter(isNew)
  for (const { entry } of rows) kept.read[entry.seq] = entry
  const added = { ...filled, entries: unknown.map(entryOf) }
  put(kept, addition(kept, added, { known: unknown.map(measureOf) }))
  kept.unread -= rows.length
}

function letGo(kept: Kept, { from, end }: SeqRange): void {
  const read: (Entry | undefined)[] = kept.read
  for (let seq: number = from; seq < end; seq += 1) {
    if (read[seq] === undefined) continue
    read[seq] = undefined
    kept.unread += 1
  }
  for (const [id, { seq }] of kept.calls) if (from <= seq && seq < end) kept.calls.delete(id)
}

const entryOf = (row: LogRow): Entry => row.entry
const measureOf = (row: LogRow): Measure | null => row.measure

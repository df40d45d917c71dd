import type { Commit } from '../schema/commit.ts'
import type { Entry } from '../schema/entry.ts'
import { after, before, type Seq, seqOf } from '../schema/ids.ts'
import type { Carried } from '../schema/plan.ts'
import { rangeContains } from '../schema/range.ts'
import { rangeShown, type StoredRecord } from '../schema/stored-plan.ts'
import type { SummaryAccount } from '../schema/summary.ts'
import { ERASED } from './is-tombstone.ts'

const WORDS = '[erased]'
const SUMMARY_WORDS = '[This summary was erased together with one of the entries it was made from.]'

/**
 * What is left of an entry when its content is erased: its place, its author, and what ties calls to results, so that the rest of the
 * conversation stays legal.
 */
export function tombstoneOf(entry: Entry): Entry {
  const { seq, id, turn, role, author } = entry
  const { block, blocks, piece } = entry.message
  const message = { id: entry.message.id, dialect: ERASED, block, blocks, ...(piece === undefined ? {} : { piece }) }
  const base = { seq, id, turn, role, author, message, raw: null, ...(entry.time === undefined ? {} : { time: entry.time }) }
  switch (entry.kind) {
    case 'text':
      return { ...base, kind: 'text', text: WORDS }
    case 'tool-call': {
      const { kind, callId, tool, inventedId, approval, mayWait } = entry
      return { ...base, ...given({ kind, callId, tool, input: '{}', inventedId, approval, mayWait }) }
    }
    case 'tool-result': {
      const { kind, callId, answers, inventedId } = entry
      const envelope = { tool: entry.envelope.tool, callId, outcome: entry.envelope.outcome, keyFields: {} }
      return { ...base, ...given({ kind, callId, answers, inventedId, text: WORDS, envelope }) }
    }
    case 'file':
      return { ...base, kind: 'file', media: entry.media, description: WORDS }
    case 'turn-start':
      return { ...base, kind: 'turn-start' }
    case 'reasoning':
      return { ...base, kind: 'opaque', type: ERASED, unsent: true }
    case 'opaque': {
      const { kind, approval } = entry
      return { ...base, ...given({ kind, type: ERASED, unsent: true as const, approval }) }
    }
  }
}

/**
 * What goes when an entry is erased: its whole message, because blocks of one message quote one another, share a shell, and may be
 * sealed together. Calls that came without an id go with their results, and approvals with what they are for: such pairs hold only as
 * long as both are as they came.
 */
export function erasedWith(at: (seq: Seq) => Entry | undefined, seq: Seq): readonly Seq[] {
  const found = new Set<Seq>()
  const waiting = [seq]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = at(next)
    if (entry === undefined || found.has(next)) continue
    for (const each of messageSeqs(entry)) {
      found.add(each)
      waiting.push(...tiedTo(at, each))
    }
  }
  return [...found].sort((a, b) => a - b)
}

function messageSeqs({ seq, message }: Entry): readonly Seq[] {
  return Array.from({ length: message.blocks }, (_, block) => seqOf(seq - message.block + block))
}

/** The other sides of what holds only as long as all of it is as it came, within the round of the entry. */
function tiedTo(at: (seq: Seq) => Entry | undefined, seq: Seq): readonly Seq[] {
  const entry = at(seq)
  if (entry === undefined || !(isWithoutId(entry) || approvalOf(entry) !== undefined)) return []
  const isTied = (other: Entry): boolean =>
    (approvalOf(entry) !== undefined && approvalOf(other) === approvalOf(entry)) ||
    (isWithoutId(entry) && (answers(entry, other) || answers(other, entry)))
  return roundOf(at, seq).filter((other) => isTied(at(other) as Entry))
}

function isWithoutId(entry: Entry): boolean {
  return (entry.kind === 'tool-call' || entry.kind === 'tool-result') && entry.inventedId === true
}

function approvalOf(entry: Entry): string | undefined {
  return entry.kind === 'tool-call' || entry.kind === 'opaque' ? entry.approval : undefined
}

function answers(result: Entry, call: Entry): boolean {
  return result.kind === 'tool-result' && result.answers.kind === 'call' && result.answers.seq === call.seq
}

/** The run of assistant messages that an entry belongs to or follows, and everything up to the next run. */
function roundOf(at: (seq: Seq) => Entry | undefined, seq: Seq): readonly Seq[] {
  const isAgent = (each: Seq): boolean => at(each)?.role === 'assistant'
  let from = seq
  while (at(before(from)) !== undefined && !isAgent(from)) from = before(from)
  while (isAgent(before(from))) from = before(from)
  let end = seq
  while (isAgent(end)) end = after(end)
  while (at(end) !== undefined && !isAgent(end)) end = after(end)
  return Array.from({ length: end - from }, (_, index) => seqOf(from + index))
}

/** The fields that are there. */
function given<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>
}

type Present<Fields> = {
  [Name in keyof Fields as undefined extends Fields[Name] ? never : Name]: Fields[Name]
} & { [Name in keyof Fields as undefined extends Fields[Name] ? Name : never]?: Exclude<Fields[Name], undefined> }

/** A commit without anything that was made from an entry; the commit itself if nothing was. */
export function eraseFromCommit(commit: Commit, seq: Seq): Commit {
  const { plan, receipt } = commit
  const isElsewhere = (item: { readonly seq: Seq }): boolean => item.seq !== seq
  const isTouched =
    plan.records.some((record) => isAbout(record, seq)) ||
    !receipt.repairs.every(isElsewhere) ||
    !receipt.losses.every(isElsewhere)
  if (!isTouched) return commit
  return {
    ...commit,
    plan: {
      ...plan,
      records: plan.records.map((record) => (isAbout(record, seq) ? eraseFromRecord(record, seq) : record)),
    },
    receipt: {
      ...receipt,
      repairs: receipt.repairs.filter(isElsewhere),
      losses: receipt.losses.filter(isElsewhere),
      ...(receipt.summary === undefined ? {} : { summary: withoutWords(receipt.summary) }),
    },
  }
}

function isAbout({ span }: StoredRecord, seq: Seq): boolean {
  return rangeContains(rangeShown(span), seq)
}

/** What a receipt tells of a summary, without anything that was read or written for it. */
function withoutWords(account: SummaryAccount): SummaryAccount {
  const { fault, ...rest } = account
  return {
    ...rest,
    ...(fault === undefined ? {} : { fault: { ...fault, detail: '' } }),
    attempts: account.attempts.map((attempt) => ({ ...attempt, detail: '' })),
    ...{ rejected: [], repaired: [], demoted: [], display: '', remarks: [] },
  }
}

function eraseFromRecord(record: StoredRecord, seq: Seq): StoredRecord {
  const without = (carries: readonly Carried[]): readonly Carried[] => carries.filter((carry) => carry.seq !== seq)
  switch (record.action) {
    case 'summarize': {
      // What the next compaction would go on from says the same in other words; it begins with the log instead.
      const { ledger: _, prose: __, revised: ___, ...rest } = record
      return { ...rest, summary: SUMMARY_WORDS, carries: without(record.carries) }
    }
    case 'externalize':
      return { ...record, summary: WORDS, rehydrateHint: '' }
    case 'clear': {
      const { note: _, resent: __, ...rest } = record
      return { ...rest, preservedFields: {} }
    }
    case 'drop': {
      const { revised: _, ...rest } = record
      return { ...rest, index: { keywords: [], brief: '', time: null }, carries: without(record.carries) }
    }
    case 'shorten':
      return record
  }
}

import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import { changedNothing } from '../schema/nothing-changed.ts'
import type { FileUse } from './file-facts.ts'
import { isForbidden } from './in-vain.ts'
import { resultIn } from './observed.ts'
import type { CallReading } from './read-call.ts'
import type { EntryReading } from './read-entry.ts'
import type { Candidate } from './remark-index.ts'
import { isCommandTool } from './tool-knowledge.ts'

/** Everything that calls did to files. Grows with the log. */
export interface FileUses {
  add(entry: Entry, reading: EntryReading): void
  /** From an entry on, in order; what a tool refused to do was not done. */
  since(from: Seq): readonly FileUse[]
}

/** A use, with what is known only later. */
interface Noted extends FileUse {
  /** What was read of a call that may have written a comment into the file. */
  readonly writing?: EntryReading
  /** Where the file was named, if the call does not name it. */
  readonly namedAt?: Seq
}

export function fileUses(): FileUses {
  const noted: Noted[] = []
  const calls = new Map<Seq, CallReading>()
  const refused = new Set<Seq>()
  const tally: Tally = { calls: [], words: [] }
  /** What the agent said last, and no result has come since: what its calls are for. */
  let purpose: Candidate | undefined
  /** The file that was named last. */
  let opened: { readonly path: string; readonly seq: Seq } | undefined
  let before: Entry | undefined
  /** A page asks for the same several times. */
  let last: { readonly from: Seq; readonly uses: readonly FileUse[] } | undefined
  return {
    add(entry, reading) {
      last = undefined
      if (entry.kind === 'tool-result' || entry.role === 'user') purpose = undefined
      if (isOfAgent(entry) && /\S/.test(entry.text)) {
        purpose = announcementIn(entry, reading)
        if (entry.kind === 'text') tally.words.push(entry.seq)
      }
      const result = resultIn(entry, before)
      before = entry
      if (result?.answers.kind === 'call') {
        const made = calls.get(result.answers.seq)
        if (made !== undefined && isRefused(result, made)) refused.add(result.answers.seq)
        // No call has a second answer.
        calls.delete(result.answers.seq)
      }
      if (entry.kind !== 'tool-call') return
      const { call } = reading
      const { seq } = entry
      tally.calls.push(seq)
      if (call === undefined) return
      calls.set(seq, call)
      for (const [path, deed, to] of call.files)
        noted.push({ path, deed, to, seq, symbols: call.symbols?.get(to ?? path), purpose, writing: reading })
      for (const [path, deed, to] of call.shellFiles) noted.push({ path, deed, to, seq, purpose })
      const path = call.files.at(-1)?.[0]
      if (path !== undefined) opened = { path, seq }
      if (call.editsOpenFile === true && opened !== undefined)
        noted.push({ path: opened.path, deed: 'modified', seq, purpose, namedAt: opened.seq })
    },
    since(from) {
      if (last?.from === from) return last.uses
      const isSilent = saysLittle(tally, from)
      const uses = noted
        .filter(({ seq, namedAt = seq }) => seq >= from && namedAt >= from && !refused.has(seq))
        .map((use) => withPurpose(use, from, isSilent))
      last = { from, uses }
      return uses
    },
  }
}

/** Why a file was used: what the agent said, or what it wrote if it says little. What it said before is not known. */
function withPurpose(use: Noted, from: Seq, isSilent: boolean): FileUse {
  const said = use.purpose !== undefined && use.purpose.seq >= from ? use.purpose : undefined
  const purpose = said ?? (isSilent ? commentOf(use) : undefined)
  return purpose === use.purpose ? use : { ...use, purpose }
}

/** The comment that a call wrote into a file. */
function commentOf({ seq, writing }: Noted): Candidate | undefined {
  const remark = writing?.comment
  return remark && { seq, remark }
}

function isOfAgent(entry: Entry): entry is Extract<Entry, { kind: 'text' | 'reasoning' }> {
  return (entry.kind === 'text' || entry.kind === 'reasoning') && entry.author === 'agent'
}

/** Where calls were made, and where the agent spoke. */
interface Tally {
  readonly calls: Seq[]
  readonly words: Seq[]
}

/** An agent that speaks less often than once in so many calls says what it does by what it writes. */
const SELDOM = 5

function saysLittle({ calls, words }: Tally, from: Seq): boolean {
  return countFrom(words, from) * SELDOM < countFrom(calls, from)
}

/** How many of them stand from an entry on: nearly always all. */
function countFrom(seqs: readonly Seq[], from: Seq): number {
  const first = seqs.findIndex((seq) => seq >= from)
  return first === -1 ? 0 : seqs.length - first
}

/** Whether a call changed nothing. What several programs did before one of them failed is done. */
function isRefused(result: ToolResultEntry, { command }: CallReading): boolean {
  const { envelope, text } = result
  if (isForbidden(result) || changedNothing(envelope.tool, text)) return true
  if (envelope.outcome !== 'success' && !isCommandTool(envelope.tool)) return true
  return envelope.outcome === 'failure' && command !== undefined && !/[;&|\n]/.test(command)
}

/** What the agent says it is about to do, if it ends with that. */
function announcementIn({ seq }: Entry, { remarks }: EntryReading): Candidate | undefined {
  const last = remarks.at(-1)
  // The sentence tells what for; the code before which it stands is what the call is given.
  const remark = last?.holds === undefined ? last : (remarks.findLast(({ text }) => text === last.holds) ?? last)
  if (remark === undefined || !(remark.isAnnounced === true || remark.text.endsWith(':'))) return undefined
  return { seq, remark }
}

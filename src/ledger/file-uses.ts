import type { Entry, ToolResultEntry } from '../schema/entry.ts'
import { after, type Seq } from '../schema/ids.ts'
import { announcementIn, type FileUse } from './file-facts.ts'
import { isForbidden } from './in-vain.ts'
import type { CallReading } from './read-call.ts'
import type { Remark } from './read-entry.ts'
import type { ReadLog } from './read-log.ts'
import type { Candidate } from './remark-index.ts'
import { isCommandTool, NOT_APPLIED } from './tool-knowledge.ts'

/** Everything that the calls from an entry on did to files, in order; what a tool refused to do was not done. */
export function fileUses({ entries, read }: ReadLog, from: Seq): readonly FileUse[] {
  const uses: FileUse[] = []
  const calls = new Map<Seq, CallReading>()
  const refused = new Set<Seq>()
  const isSilent = saysLittle(entries, from)
  /** What the agent said last, and no result has come since: what its calls are for. */
  let purpose: Candidate | undefined
  /** The file that was named last. */
  let opened: string | undefined
  for (let seq = from; seq < entries.length; seq = after(seq)) {
    const entry = entries[seq]
    if (entry?.kind === 'tool-result' || entry?.role === 'user') purpose = undefined
    if ((entry?.kind === 'text' || entry?.kind === 'reasoning') && entry.author === 'agent' && /\S/.test(entry.text))
      purpose = announcementIn(entry, read(entry))
    if (entry?.kind === 'tool-result' && entry.answers.kind === 'call') {
      const made = calls.get(entry.answers.seq)
      if (made !== undefined && isRefused(entry, made)) refused.add(entry.answers.seq)
    }
    const { call, remarks } = entry?.kind === 'tool-call' ? read(entry) : { call: undefined, remarks: [] }
    if (call === undefined) continue
    calls.set(seq, call)
    const [named, ...others] = call.files
    const isOne = isSilent && named !== undefined && others.length === 0
    const why = purpose ?? (isOne ? writtenIn(seq, remarks, named[0]) : undefined)
    for (const [path, deed, to] of call.files)
      uses.push({ path, deed, to, seq, symbols: call.symbols?.get(to ?? path), purpose: why })
    for (const [path, deed, to] of call.shellFiles) uses.push({ path, deed, to, seq, purpose })
    opened = call.files.at(-1)?.[0] ?? opened
    if (call.editsOpenFile === true && opened !== undefined) uses.push({ path: opened, deed: 'modified', seq, purpose })
  }
  return uses.filter(({ seq }) => !refused.has(seq))
}

/** An agent that speaks less often than once in so many calls says what it does by what it writes. */
const SELDOM = 5

function saysLittle(entries: readonly Entry[], from: Seq): boolean {
  let words = 0
  for (let seq = from; seq < entries.length; seq = after(seq)) {
    const entry = entries[seq]
    if (entry?.kind === 'tool-call') words -= 1
    else if (entry?.kind === 'text' && entry.author === 'agent' && /\S/.test(entry.text)) words += SELDOM
  }
  return words < 0
}

const FEWEST_WORDS = 5

/** The first comment that a call writes into a file, if it says something. */
function writtenIn(seq: Seq, remarks: readonly Remark[], path: string): Candidate | undefined {
  const remark = remarks.find(({ isWritten, words, text }) => isWritten === true && words >= FEWEST_WORDS && !path.includes(text))
  return remark === undefined ? undefined : { seq, remark }
}

/** So much of a result is looked at for the word that nothing was changed. */
const LOOKED_AT = 1_000

/** Whether a call changed nothing. What several programs did before one of them failed is done. */
function isRefused(result: ToolResultEntry, { command, editsOpenFile }: CallReading): boolean {
  const { envelope, text } = result
  if (isForbidden(result)) return true
  if (envelope.outcome !== 'success' && !isCommandTool(envelope.tool)) return true
  if (envelope.outcome === 'failure' && command !== undefined && !/[;&|\n]/.test(command)) return true
  return (
    editsOpenFile === true && (text.slice(0, LOOKED_AT).includes(NOT_APPLIED) || text.slice(-LOOKED_AT).includes(NOT_APPLIED))
  )
}

import { itemAt } from '../schema/at.ts'
import type { Entry, TextEntry } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import type { SeqRange } from '../schema/range.ts'
import { addFraction, addWhole, type Column, firstAtLeast, type GrowingColumn, newColumn, newFractions } from './column.ts'
import { type Heard, hear, nothingHeard, sourceOf } from './copied-words.ts'
import { agrees, undoes } from './cues.ts'
import { type FileUses, fileUses } from './file-uses.ts'
import { notHandedOn } from './handed-on.ts'
import { isOfTool } from './horizon.ts'
import { isInVain } from './in-vain.ts'
import { forgetLooks } from './languages/look.ts'
import { isCommonName } from './names.ts'
import { resultIn } from './observed.ts'
import { ownText } from './own-text.ts'
import type { EntryReading, Remark } from './read-entry.ts'
import { addSaying, type GrowingSayings, newSayings, type SayingIndex } from './saying-index.ts'
import { spellsNumber } from './spelled-numbers.ts'
import { readTopic, takesBack } from './supersession.ts'
import { shareOf, useOf, voiceOfEntry, wordsOf } from './worth.ts'
import { demote, promote, withdraw, withdrawShown } from './worth-later.ts'

/** A remark that could be said, with the entry it comes from. */
export interface Candidate {
  readonly seq: Seq
  readonly remark: Remark
}

/** Every remark of a log and every use of a name, as far as the log has been read. Grows with the log, never changes. */
export interface RemarkIndex {
  /** The remark of each candidate; `candidateAt` puts it together with its entry. */
  readonly remarks: readonly Remark[]
  /** Numbers of the names that candidates hold, one candidate after the other; those of candidate `i` begin at `namesFrom[i]`. */
  readonly heldNames: Column
  readonly namesFrom: Column
  /** Of each candidate: its entry, what it is worth besides its names, and what its voice makes of all that for each token. */
  readonly saidBy: Column
  readonly words: Column<Float64Array>
  readonly shares: Column<Float64Array>
  /** Of each entry: what it adds to the value of a name that it uses. */
  readonly uses: Column<Float64Array>
  /** Calls and results before this entry are long past: what was read of them is passed over. */
  readonly horizon: Seq
  /** Whether an entry is one of those. */
  readonly isPast: (seq: number) => boolean
  /** One element a use: which name, by which entry. */
  readonly usedNames: Column
  readonly usedBy: Column
  /** How many different names there are: their numbers are 0 to `names - 1`. */
  readonly names: number
  /** True if this name occurs in the log. */
  readonly isName: (name: string) => boolean
  /** Its number; `undefined` if the log does not have it. */
  readonly numberOf: (name: string) => number | undefined
  /** The numbers of those that are plain numbers or words. */
  readonly commonNames: readonly number[]
  /** The topics of those remarks that have one. */
  readonly topics: ReadonlyMap<Remark, string>
  /** What was said last about each topic. */
  readonly latest: ReadonlyMap<string, Candidate>
  /** Topics of which one entry says several things: fields of a list of records ("Price: $105"), which take nothing back. */
  readonly fields: ReadonlySet<string>
  /** What people said that took the place of something they had said before, and what that was. */
  readonly sayings: SayingIndex
  /** What calls did to files. */
  readonly files: FileUses
  /** Calls whose arguments came to nothing. */
  readonly inVain: ReadonlySet<Seq>
  /** Remarks of the agent that repeat what a tool had said, and the tool's entry; and the entries that hold such words. */
  readonly repeated: ReadonlyMap<Remark, Seq>
  readonly repeating: ReadonlyMap<Seq, Seq>
}

export interface GrowingIndex extends RemarkIndex {
  readonly remarks: Remark[]
  readonly heldNames: GrowingColumn
  readonly namesFrom: GrowingColumn
  readonly saidBy: GrowingColumn
  readonly words: GrowingColumn<Float64Array>
  readonly shares: GrowingColumn<Float64Array>
  readonly uses: GrowingColumn<Float64Array>
  readonly usedNames: GrowingColumn
  readonly usedBy: GrowingColumn
  readonly commonNames: number[]
  readonly topics: Map<Remark, string>
  readonly latest: Map<string, Candidate>
  readonly fields: Set<string>
  readonly sayings: GrowingSayings
  readonly inVain: Set<Seq>
  readonly repeated: Map<Remark, Seq>
  readonly repeating: Map<Seq, Seq>
  readonly heard: Heard
  readonly numbers: Map<string, number>
  /** Of each entry: 1 if it is a call or a result. */
  readonly ofTools: GrowingColumn
  /** Of each name: the last entry that has it; the end of all logs if one has it that is no call and no result. */
  readonly lastIn: GrowingColumn
  names: number
  horizon: Seq
  /** Where the candidates that came after a person's last words begin, and those words. */
  turn: number
  asked: Seq
  /** The last entry in which the agent spoke. */
  spoke: TextEntry | undefined
  length: number
  last: Entry | undefined
}

/** Reads the entries that came since the index was last grown, up to `end`; of calls and results those that are not long past. */
export function growIndex(
  index: GrowingIndex,
  entries: readonly Entry[],
  read: (entry: Entry) => EntryReading,
  end: number = entries.length,
): void {
  for (let seq = seqOf(index.length); seq < end; seq = after(seq)) {
    const entry = itemAt(entries, seq)
    add(index, entry, seq, { reading: read(entry), before: entries[seq - 1] })
  }
  index.length = end
  index.last = entries[end - 1]
  forgetLooks()
}

/** The index of a log of which nothing was read. */
export function newIndex(): GrowingIndex {
  const namesFrom = newColumn()
  addWhole(namesFrom, 0)
  const index: GrowingIndex = {
    isName: (name) => knownNumber(index, name) !== undefined,
    numberOf: (name) => knownNumber(index, name),
    isPast: (seq) => seq < index.horizon && index.ofTools.values[seq] === 1,
    ...{ remarks: [], saidBy: newColumn(), heldNames: newColumn(), namesFrom, words: newFractions(), shares: newFractions() },
    ...{ uses: newFractions(), usedNames: newColumn(), usedBy: newColumn() },
    commonNames: [],
    topics: new Map(),
    latest: new Map(),
    fields: new Set(),
    sayings: newSayings(),
    files: fileUses(),
    inVain: new Set(),
    repeated: new Map(),
    repeating: new Map(),
    heard: nothingHeard(),
    numbers: new Map(),
    ...{ ofTools: newColumn(), lastIn: newColumn() },
    names: 0,
    horizon: seqOf(0),
    turn: 0,
    asked: seqOf(0),
    spoke: undefined,
    length: 0,
    last: undefined,
  }
  return index
}

/** The number of a name that stands in something that is not long past. */
function knownNumber({ numbers, lastIn, horizon }: GrowingIndex, name: string): number | undefined {
  const number = numbers.get(name)
  return number !== undefined && (lastIn.values[number] ?? 0) >= horizon ? number : undefined
}

const UNREAD: Pick<EntryReading, 'names' | 'remarks'> = { names: [], remarks: [] }

interface Read {
  readonly reading: EntryReading
  /** The entry before. */
  readonly before: Entry | undefined
}

function add(index: GrowingIndex, entry: Entry, seq: Seq, { reading, before }: Read): void {
  addWhole(index.ofTools, isOfTool(entry) ? 1 : 0)
  const { names, remarks } = index.isPast(seq) ? UNREAD : reading
  index.files.add(entry, reading)
  addFraction(index.uses, useOf(entry))
  if (entry.kind === 'text' && entry.author === 'person') {
    if (undoes(entry.text)) demote(index)
    else if (index.spoke !== undefined && index.spoke.seq >= index.asked)
      promote(index, index.spoke.seq, agrees(entry.text, index.spoke.text))
    index.turn = index.remarks.length
    index.asked = seq
  }
  if (entry.kind === 'text' && entry.author === 'agent' && remarks.length > 0) index.spoke = entry
  const result = resultIn(entry, before)
  if (result?.answers.kind === 'call' && isInVain(result)) {
    index.inVain.add(result.answers.seq)
    withdraw(index, result.answers.seq)
  }
  if (entry.kind === 'tool-call' && before !== undefined && before === index.spoke) withdrawShown(index, before.seq, entry.input)
  listen(index, entry, remarks)
  addNames(index, index.usedNames, names, seq)
  while (index.usedBy.length < index.usedNames.length) addWhole(index.usedBy, seq)
  const voice = voiceOfEntry(entry)
  for (const remark of notHandedOn(entry, remarks, index.spoke)) {
    const topic = hasTopic(remark) ? readTopic(remark.text).key : ''
    if (topic !== '') {
      const before = index.latest.get(topic)
      if (before?.seq === seq && before.remark.text !== remark.text) index.fields.add(topic)
      index.topics.set(remark, topic)
      index.latest.set(topic, { seq, remark })
    }
    if (remark.authority === 'user' && isShortRequest(entry)) addSaying(index.sayings, remark)
    index.remarks.push(remark)
    addWhole(index.saidBy, seq)
    addFraction(index.words, wordsOf(remark))
    addFraction(index.shares, shareOf(remark) * voice)
    addNames(index, index.heldNames, remark.names, seq)
    addWhole(index.namesFrom, index.heldNames.length)
  }
}

/** What is long was mostly pasted, and takes nothing back. */
const LONGEST_SAYING = 1_500

function isShortRequest(entry: Entry): boolean {
  return entry.kind === 'text' && entry.text.length <= LONGEST_SAYING
}

/** Hears what tools say, and notes what the agent only says after them. */
function listen({ heard, repeated, repeating }: GrowingIndex, entry: Entry, remarks: readonly Remark[]): void {
  if (entry.kind === 'tool-result') hear(heard, entry.text, entry.seq)
  if ((entry.kind !== 'text' && entry.kind !== 'reasoning') || entry.author !== 'agent') return
  const source = sourceOf(heard, entry.text)
  if (source === undefined) return
  repeating.set(entry.seq, source)
  for (const remark of remarks) {
    // Of code, and of what had to be cut, the text is not the one that was said.
    const own = entry.text.includes(remark.text) ? sourceOf(heard, remark.text) : source
    if (own !== undefined) repeated.set(remark, own)
  }
}

function seqAt({ saidBy }: RemarkIndex, at: number): Seq {
  return seqOf(saidBy.values[at] ?? 0)
}

export function candidateAt(index: RemarkIndex, at: number): Candidate {
  return { seq: seqAt(index, at), remark: itemAt(index.remarks, at) }
}

/** The candidates of a range that are not long past, in the order of the log. */
export function candidatesIn(index: RemarkIndex, { from, end }: SeqRange): readonly Candidate[] {
  const [first, last] = [firstAtLeast(index.saidBy, from), firstAtLeast(index.saidBy, end)]
  const all = Array.from({ length: last - first }, (_, at) => candidateAt(index, first + at))
  return all.filter(({ seq }) => !index.isPast(seq))
}

/** Whether it came to nothing, or the log says otherwise later: what was taken back is not said again, even if the model sees the later words anyway. */
export function isTakenBack({ topics, latest, fields, inVain, sayings }: RemarkIndex, { remark, seq }: Candidate): boolean {
  if (inVain.has(seq) || sayings.replaced.has(remark)) return true
  const topic = topics.get(remark)
  const later = topic === undefined || fields.has(topic) ? undefined : latest.get(topic)
  if (later === undefined || later.seq <= seq || later.remark.authority !== remark.authority) return false
  return takesBack(later.remark.text, remark.text)
}

/** The agent's longer sentences say several things at once: one rarely takes another back. */
const LONGEST_TOPIC = 160

/** Whether a remark could take back another, or be taken back: without a name or a number nothing could be said otherwise. */
function hasTopic({ authority, isWritten, names, text }: Remark): boolean {
  if (isWritten === true || (authority !== 'user' && authority !== 'assistant')) return false
  if (authority === 'assistant' && text.length > LONGEST_TOPIC) return false
  return names.length > 0 || /\d/.test(text) || spellsNumber(text)
}

/** No log is longer. */
const EVER = 2 ** 31 - 1

function addNames(index: GrowingIndex, column: GrowingColumn, names: readonly string[], seq: Seq): void {
  for (const name of names) addWhole(column, numberOf(index, name, seq))
}

function numberOf(index: GrowingIndex, name: string, seq: Seq): number {
  const number = index.numbers.get(name) ?? newName(index, name)
  const last = index.ofTools.values[seq] === 1 ? seq : EVER
  index.lastIn.values[number] = Math.max(last, index.lastIn.values[number] ?? 0)
  return number
}

function newName(index: GrowingIndex, name: string): number {
  index.numbers.set(ownText(name), index.names)
  if (isCommonName(name)) index.commonNames.push(index.names)
  addWhole(index.lastIn, 0)
  index.names += 1
  return index.names - 1
}

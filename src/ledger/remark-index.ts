import { itemAt } from '../schema/at.ts'
import type { Entry } from '../schema/entry.ts'
import { after, type Seq, seqOf } from '../schema/ids.ts'
import { type Heard, hear, sourceOf } from './copied-words.ts'
import { undoes } from './cues.ts'
import { type FileUses, fileUses } from './file-uses.ts'
import { isInVain } from './in-vain.ts'
import { isCommonName } from './names.ts'
import type { EntryReading, Remark } from './read-entry.ts'
import { addSaying, type GrowingSayings, newSayings, type SayingIndex } from './saying-index.ts'
import { spellsNumber } from './spelled-numbers.ts'
import { readTopic, takesBack } from './supersession.ts'
import { shareOf, useOf, wordsOf } from './worth.ts'

/** A remark that could be said, with the entry it comes from. */
export interface Candidate {
  readonly seq: Seq
  readonly remark: Remark
}

/** Every remark of a log and every use of a name, as far as the log has been read. Grows with the log, never changes. */
export interface RemarkIndex {
  readonly candidates: readonly Candidate[]
  /** Numbers of the names that candidates hold, one candidate after the other; those of candidate `i` begin at `namesFrom[i]`. */
  readonly heldNames: readonly number[]
  readonly namesFrom: readonly number[]
  /** Of each candidate: its entry, what it is worth besides its names, and what its voice makes of all that for each token. */
  readonly saidBy: readonly Seq[]
  readonly words: readonly number[]
  readonly shares: readonly number[]
  /** Of each entry: what it adds to the value of a name that it uses. */
  readonly uses: readonly number[]
  /** Calls and results before this entry are too long ago: what was read of them is passed over. */
  readonly horizon: Seq
  /** Whether an entry is one of those. */
  readonly isPast: (seq: Seq) => boolean
  /** One element a use: which name, by which entry. */
  readonly usedNames: readonly number[]
  readonly usedBy: readonly Seq[]
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

interface GrowingIndex extends RemarkIndex {
  readonly candidates: Candidate[]
  readonly heldNames: number[]
  readonly namesFrom: number[]
  readonly saidBy: Seq[]
  readonly words: number[]
  readonly shares: number[]
  readonly uses: number[]
  readonly usedNames: number[]
  readonly usedBy: Seq[]
  readonly commonNames: number[]
  readonly topics: Map<Remark, string>
  readonly latest: Map<string, Candidate>
  readonly sayings: GrowingSayings
  readonly inVain: Set<Seq>
  readonly repeated: Map<Remark, Seq>
  readonly repeating: Map<Seq, Seq>
  readonly heard: Heard
  readonly numbers: Map<string, number>
  /** Of each entry: whether it is a call or a result. */
  readonly isOfTool: boolean[]
  /** Of each name: the last entry that has it; the end of all logs if one has that is no call and no result. */
  readonly lastIn: number[]
  names: number
  horizon: Seq
  /** Where the candidates that came after a person's last words begin, and those words. */
  turn: number
  asked: Seq
  /** The last entry in which the agent spoke. */
  spoke: Seq | undefined
  length: number
  last: Entry | undefined
}

/** So many calls, and what came of them, are read for what they say: of older ones, only which files they touched and how they ended. */
const NEWEST_CALLS = 128

/** Where they begin. */
export function horizonOf(entries: readonly Entry[]): Seq {
  let left = NEWEST_CALLS
  for (let at = entries.length - 1; at > 0; at -= 1) {
    if (entries[at]?.kind === 'tool-call') left -= 1
    if (left === 0) return seqOf(at)
  }
  return seqOf(0)
}

function isOfTool({ kind }: Entry): boolean {
  return kind === 'tool-call' || kind === 'tool-result'
}

/** Reads the entries that came since the index was last grown, up to `end`; of calls and results, those that are not long past. */
export function growIndex(
  index: GrowingIndex,
  entries: readonly Entry[],
  read: (entry: Entry) => EntryReading,
  end: number = entries.length,
): void {
  for (let seq = seqOf(index.length); seq < end; seq = after(seq)) {
    const entry = itemAt(entries, seq)
    add(index, entry, seq, read(entry))
  }
  index.length = end
  index.last = entries[end - 1]
}

/** The index of a log of which nothing was read. */
export function newIndex(): GrowingIndex {
  const index: GrowingIndex = {
    isName: (name) => numberIn(index, name) !== undefined,
    numberOf: (name) => numberIn(index, name),
    isPast: (seq) => seq < index.horizon && index.isOfTool[seq] === true,
    candidates: [],
    heldNames: [],
    namesFrom: [0],
    saidBy: [],
    words: [],
    shares: [],
    uses: [],
    usedNames: [],
    usedBy: [],
    commonNames: [],
    topics: new Map(),
    latest: new Map(),
    sayings: newSayings(),
    files: fileUses(),
    inVain: new Set(),
    repeated: new Map(),
    repeating: new Map(),
    heard: new Map(),
    numbers: new Map(),
    isOfTool: [],
    lastIn: [],
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
function numberIn({ numbers, lastIn, horizon }: GrowingIndex, name: string): number | undefined {
  const number = numbers.get(name)
  return number !== undefined && (lastIn[number] ?? 0) >= horizon ? number : undefined
}

function add(index: GrowingIndex, entry: Entry, seq: Seq, reading: EntryReading): void {
  index.isOfTool.push(isOfTool(entry))
  const { names, remarks } = index.isPast(seq) ? UNREAD : reading
  index.files.add(entry, reading)
  index.uses.push(useOf(entry))
  if (entry.kind === 'text' && entry.author === 'person') {
    if (undoes(entry.text)) demote(index)
    else promote(index)
    index.turn = index.candidates.length
    index.asked = seq
  }
  if (entry.kind === 'text' && entry.author === 'agent' && remarks.length > 0) index.spoke = seq
  if (entry.kind === 'tool-result' && entry.answers.kind === 'call' && isInVain(entry)) withdraw(index, entry.answers.seq)
  listen(index, entry, remarks)
  for (const name of names) {
    index.usedNames.push(numberOf(index, name, seq))
    index.usedBy.push(seq)
  }
  for (const remark of remarks) {
    const candidate = { seq, remark }
    const topic = hasTopic(remark) ? readTopic(remark.text).key : ''
    if (topic !== '') {
      index.topics.set(remark, topic)
      index.latest.set(topic, candidate)
    }
    if (remark.authority === 'user' && isShortRequest(entry)) addSaying(index.sayings, remark)
    index.candidates.push(candidate)
    index.saidBy.push(seq)
    index.words.push(wordsOf(remark))
    index.shares.push(shareOf(remark))
    for (const name of remark.names) index.heldNames.push(numberOf(index, name, seq))
    index.namesFrom.push(index.heldNames.length)
  }
}

const UNREAD: Pick<EntryReading, 'names' | 'remarks'> = { names: [], remarks: [] }

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

/** What is left of the worth of what the agent said, if a person answers that it is wrong, or undid it. */
const UNDONE = 0.3

/** What the agent said last before a person spoke again is what it found, as it tells it to people: so much more worth than on the way. */
const CONCLUDED = 1.5

function promote(index: GrowingIndex): void {
  const { spoke } = index
  if (spoke === undefined || spoke < index.asked) return
  for (let at = firstOf(index.saidBy, spoke); index.saidBy[at] === spoke; at += 1)
    index.shares[at] = itemAt(index.shares, at) * CONCLUDED
}

/** The agent's remarks since a person spoke last. */
function demote(index: GrowingIndex): void {
  for (let at = index.turn; at < index.candidates.length; at += 1) {
    if (index.candidates[at]?.remark.authority === 'assistant') index.shares[at] = itemAt(index.shares, at) * UNDONE
  }
}

/** What stands in the arguments of a call is worth nothing: the same words may be said of another call. */
function withdraw(index: GrowingIndex, call: Seq): void {
  index.inVain.add(call)
  for (let at = firstOf(index.saidBy, call); index.saidBy[at] === call; at += 1) index.shares[at] = 0
}

/** Where the remarks of an entry begin, or would: they stand in the order of the log. */
function firstOf(saidBy: readonly Seq[], seq: Seq): number {
  let [low, high] = [0, saidBy.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (itemAt(saidBy, middle) < seq) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether it came to nothing, or the log says otherwise later: what was taken back is not said again, even if the model sees the later words anyway. */
export function isTakenBack({ topics, latest, inVain, sayings }: RemarkIndex, { remark, seq }: Candidate): boolean {
  if (inVain.has(seq) || sayings.replaced.has(remark)) return true
  const topic = topics.get(remark)
  const later = topic === undefined ? undefined : latest.get(topic)
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

function numberOf(index: GrowingIndex, name: string, seq: Seq): number {
  const number = index.numbers.get(name) ?? newName(index, name)
  index.lastIn[number] = index.isOfTool[seq] === true ? Math.max(seq, index.lastIn[number] ?? 0) : Number.POSITIVE_INFINITY
  return number
}

function newName(index: GrowingIndex, name: string): number {
  index.numbers.set(name, index.names)
  if (isCommonName(name)) index.commonNames.push(index.names)
  index.names += 1
  return index.names - 1
}

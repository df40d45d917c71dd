import type { Entry, ToolResultEntry } from '../../schema/entry.ts'
import type { Authority } from '../../schema/ledger.ts'
import { isEarlierSummary } from '../earlier-summary.ts'
import { sentencesOf } from '../sentences.ts'
import { withDigits } from '../spelled-numbers.ts'
import { withoutTerminalCodes } from '../terminal.ts'
import { announced } from './acts.ts'
import { leaves } from './call-leaves.ts'
import { changesIn } from './changes.ts'
import { topicWords } from './clauses.ts'
import { contentWords } from './content-words.ts'
import { type Evidence, evidenceIn, type SourcePart } from './evidence.ts'
import { namesFile } from './file-names.ts'
import { type NumberNeighbours, numberNeighbours } from './identifiers.ts'
import { plainWords } from './opposites.ts'
import { isNegated } from './polarity.ts'
import { type ActsOfLog, actsOfLog, type SourceActs, sourceActs, tallyOf } from './source-acts.ts'

/** An entry as evidence: arguments as they are meant; thoughts and messages may hold guesses. */
function partOf(entry: Entry, log: readonly Entry[]): SourcePart {
  const isProse = entry.kind === 'text' || entry.kind === 'reasoning'
  const isPersons = entry.kind === 'text' && entry.author === 'person'
  const meant = entry.kind === 'tool-call' ? leaves(entry.input) : []
  const said =
    entry.kind === 'tool-result'
      ? `${entry.envelope.outcome}\n${shownText(entry)}\n${emptyHanded(entry, log)}\n${failedCall(entry, log)}`
      : sourceText(entry)
  const text = meant.length > 0 ? meant.join('\n') : said
  return { seq: entry.seq, text, isProse, isPersons, isCall: entry.kind === 'tool-call' }
}

/** What a search looked for is not there only because it was looked for. */
function wasInVain(call: Entry, cited: readonly Entry[], log: readonly Entry[]): boolean {
  return cited.some(
    (entry) =>
      entry.kind === 'tool-result' &&
      'seq' in entry.answers &&
      entry.answers.seq === call.seq &&
      emptyHanded(entry, log).length > 0 &&
      entry.text.trim() !== '',
  )
}

/** That nothing was found or printed, with what was looked for: "No matches found" alone does not say of what. */
function emptyHanded(entry: Entry, log: readonly Entry[]): string {
  if (entry.kind !== 'tool-result' || entry.text.length > LONGEST_EMPTY) return ''
  const call = 'seq' in entry.answers ? log[entry.answers.seq] : undefined
  if (call?.kind !== 'tool-call' || (entry.text.trim() !== '' && !isNegated(entry.text))) return ''
  return `no output no errors ${leaves(call.input).join(' ').replaceAll(/\s+/g, ' ')}`
}

const LONGEST_EMPTY = 80
const LONGEST_PATH = 300
/** What is longer may speak of several files, one after the other. */
const LONG_TEXT = 1_000

/** That a call failed, with what it was to do: the message alone does not say of what. */
function failedCall(entry: ToolResultEntry, log: readonly Entry[]): string {
  const call = 'seq' in entry.answers ? log[entry.answers.seq] : undefined
  if (call?.kind !== 'tool-call' || entry.envelope.outcome !== 'failure') return ''
  return `failed ${call.tool} ${leaves(call.input).join(' ').replaceAll(/\s+/g, ' ')}`
}

/** Output as people see it. */
function shownText({ text }: ToolResultEntry): string {
  return withoutTerminalCodes(text)
}

/** What an entry says; arguments both as they are written and as they are meant. */
function sourceText(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
      return withoutTerminalCodes(entry.text)
    case 'reasoning':
      return entry.text
    case 'tool-call':
      return [entry.tool, entry.input, ...leaves(entry.input)].join('\n')
    case 'tool-result':
      return [entry.envelope.tool, entry.envelope.outcome, JSON.stringify(entry.envelope.keyFields), shownText(entry)].join('\n')
    case 'file':
      return `${entry.media} ${entry.description}`
    case 'opaque':
    case 'turn-start':
      return ''
  }
}

/** The most that an item drawn from these entries can be: the word of the least of them. */
export function authorityOf(entries: readonly Entry[]): Authority {
  const all = entries.map(authorityOfEntry)
  const least = (['tool', 'assistant', 'system', 'user'] as const).find((authority) => all.includes(authority))
  return least === 'system' && all.includes('user') ? 'assistant' : (least ?? 'tool')
}

function authorityOfEntry(entry: Entry): Authority {
  const isSummary: boolean = isEarlierSummary(entry, undefined)
  if (isSummary) return 'assistant'
  if (entry.kind === 'tool-call' || entry.kind === 'reasoning') return 'assistant'
  if (entry.kind !== 'text') return 'tool'
  if (entry.role === 'system') return entry.author === 'tool' ? 'tool' : 'system'
  return entry.author === 'person' ? 'user' : entry.author === 'agent' ? 'assistant' : 'tool'
}

/** Entries as the checks look at them: their text, its words, its sentences. */
export interface Source {
  readonly text: string
  words(): ReadonlySet<string>
  sentences(): readonly SourceSentence[]
  /** What stands beside its numbers. */
  numbers(): NumberNeighbours
  evidence(): Evidence
  /** What its calls put into files and took out of them, said so line by line. */
  changes(): Evidence
  readonly acts: SourceActs
  /** The text with its spelled numbers in digits. */
  digits(): string
  /** Its words alone, with a space before and behind each. */
  plain(): string
  /** True if a result among it says that its call failed. */
  readonly hasFailed: boolean
  /** How many entries it is. */
  readonly entries: number
  /** How many results are among it, how many of them failed, and how many calls of each tool. */
  tally(): readonly number[]
  /** The files that its calls name by themselves, in an argument of their own. */
  touched(): readonly string[]
  /** Piece by piece: a result together with its call; of what people and the agent say, what stands from one file to the next. */
  units(): readonly SourceSentence[]
}

interface SourceSentence {
  readonly text: string
  readonly words: ReadonlySet<string>
}

export type SourceReader = (seqs: readonly number[]) => Source

/** Reads each set of sources once: several items are drawn from one entry. */
export function sourceReader(entries: readonly Entry[]): SourceReader {
  const known = new Map<string, Source>()
  const acts = actsOfLog(entries)
  return (seqs) => {
    const key = seqs.join()
    const source =
      known.get(key) ??
      makeSource(
        seqs.flatMap((seq) => entries[seq] ?? []),
        entries,
        acts,
      )
    known.set(key, source)
    return source
  }
}

function makeSource(cited: readonly Entry[], log: readonly Entry[], acts: ActsOfLog): Source {
  // What a result answers says what it is about.
  const calls = cited.map((entry) => callBefore(entry, log))
  const all = [...new Set([...cited, ...calls.flatMap((call) => call ?? [])])]
  const text = all.map(sourceText).join('\n')
  let digits: string | undefined
  let plain: string | undefined
  let units: readonly SourceSentence[] | undefined
  let evidence: Evidence | undefined
  let changes: Evidence | undefined
  let words: ReadonlySet<string> | undefined
  let sentences: readonly SourceSentence[] | undefined
  let numbers: NumberNeighbours | undefined
  return {
    text,
    words: () => {
      words ??= contentWords(`${text}\n${announcements(all, log)}`)
      return words
    },
    sentences: () => {
      sentences ??= sentencesOf(text).map((sentence) => ({ text: sentence, words: contentWords(sentence) }))
      return sentences
    },
    numbers: () => {
      numbers ??= numberNeighbours(text)
      return numbers
    },
    evidence: () => {
      evidence ??= evidenceIn(all.filter((entry) => !wasInVain(entry, cited, log)).map((entry) => partOf(entry, log)))
      return evidence
    },
    changes: () => {
      changes ??= evidenceIn(all.flatMap(changesIn))
      return changes
    },
    acts: sourceActs(all, acts),
    digits: () => {
      digits ??= withDigits(text)
      return digits
    },
    plain: () => {
      plain ??= ` ${plainWords(text)} `
      return plain
    },
    entries: cited.length,
    hasFailed: cited.some((entry) => entry.kind === 'tool-result' && entry.envelope.outcome !== 'success'),
    tally: () => tallyOf(cited, all),
    touched: () => touchedBy(all),
    units: () => {
      units ??= cited
        .flatMap((entry, index) => {
          const call = calls[index]
          if (call !== undefined) return [`${sourceText(call)}\n${sourceText(entry)}`]
          return entry.kind === 'text' && entry.text.length > LONG_TEXT ? byFile(entry.text) : [sourceText(entry)]
        })
        .map((own) => ({ text: own, words: topicWords(own) }))
      return units
    },
  }
}

/** The call that an entry answers; some programs write what came of a call as a message of its own right behind it. */
function callBefore(entry: Entry, log: readonly Entry[]): Entry | undefined {
  if (entry.kind === 'tool-result') return 'seq' in entry.answers ? log[entry.answers.seq] : undefined
  const before = log[entry.seq - 1]
  const isObserved = entry.kind === 'text' && (entry.author === 'harness' || entry.author === 'tool')
  return isObserved && before?.kind === 'tool-call' ? before : undefined
}

/** The words in which calls were announced. */
function announcements(entries: readonly Entry[], log: readonly Entry[]): string {
  return entries.map(({ kind, seq }) => (kind === 'tool-call' ? announced(log[seq - 1]) : '')).join('\n')
}

/** The files that calls name by themselves, in an argument of their own. */
function touchedBy(entries: readonly Entry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === 'tool-call'
      ? leaves(entry.input).filter((leaf) => leaf.length < LONGEST_PATH && !/\s/.test(leaf) && namesFile(leaf))
      : [],
  )
}

/** A text cut before each line that names a file: a plan says under each what is to be done there. */
function byFile(text: string): readonly string[] {
  const pieces: string[][] = [[]]
  for (const line of text.split('\n')) {
    if (namesFile(line)) pieces.push([])
    pieces.at(-1)?.push(line)
  }
  return pieces.map((lines) => lines.join('\n'))
}

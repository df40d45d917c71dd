import type { Entry } from '../../schema/entry.ts'
import { isJsonObject, type Json } from '../../schema/json.ts'
import type { Authority } from '../../schema/ledger.ts'
import { isEarlierSummary } from '../earlier-summary.ts'
import { sentencesOf } from '../sentences.ts'
import { contentWords } from './content-words.ts'
import { type NumberNeighbours, numberNeighbours } from './identifiers.ts'

/** What an entry says; arguments both as they are written and as they are meant. */
function sourceText(entry: Entry): string {
  switch (entry.kind) {
    case 'text':
    case 'reasoning':
      return entry.text
    case 'tool-call':
      return [entry.tool, entry.input, ...leaves(entry.input)].join('\n')
    case 'tool-result':
      return [entry.envelope.tool, entry.envelope.outcome, JSON.stringify(entry.envelope.keyFields), entry.text].join('\n')
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
}

interface SourceSentence {
  readonly text: string
  readonly words: ReadonlySet<string>
}

export type SourceReader = (seqs: readonly number[]) => Source

/** Reads each set of sources once: several items are drawn from one entry. */
export function sourceReader(entries: readonly Entry[]): SourceReader {
  const known = new Map<string, Source>()
  return (seqs) => {
    const key = seqs.join()
    const source =
      known.get(key) ??
      makeSource(
        seqs
          .flatMap((seq) => entries[seq] ?? [])
          .map(sourceText)
          .join('\n'),
      )
    known.set(key, source)
    return source
  }
}

function makeSource(text: string): Source {
  let words: ReadonlySet<string> | undefined
  let sentences: readonly SourceSentence[] | undefined
  let numbers: NumberNeighbours | undefined
  return {
    text,
    words: () => {
      words ??= contentWords(text)
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
  }
}

function leaves(input: string): readonly string[] {
  try {
    return stringsIn(JSON.parse(input))
  } catch {
    return [] // Broken arguments say what they say.
  }
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isJsonObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

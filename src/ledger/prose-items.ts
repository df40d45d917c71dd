import type { ItemKind, LedgerItem } from '../schema/ledger.ts'
import { rangeContains, type SeqRange } from '../schema/range.ts'
import { contentWords, shareIn } from './check/content-words.ts'
import { kindOfStatement } from './cues.ts'
import { readNames } from './names.ts'
import { kindUnder } from './prose-headings.ts'
import type { ReadLog } from './read-log.ts'
import { candidatesIn } from './remark-index.ts'
import { sentencesOf } from './sentences.ts'
import type { ToldItem } from './told.ts'

/** Of the words of a sentence, what an entry must have said to be its source. */
const ENOUGH = 0.5
/** What stands in front of an item of a list. */
const BULLET = /^[\s\-*•]{0,8}(?:\d{1,2}[.)]\s)?/u
const HEADING = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]{1,60}\*\*:?\s{0,3}$)/

/**
 * The sentences of a summary in prose as items, each with the entry that says most of it; if none does, with the whole range. What they are
 * is said by the heading above them, otherwise by their words. `split` is where a turn begins that is folded in part, and what stands above
 * what is said of it.
 */
export function proseItems(
  prose: string,
  log: ReadLog,
  range: SeqRange,
  split?: { readonly from: SeqRange['from']; readonly heading: string },
): readonly ToldItem[] {
  const sourceOf = sourceFinder(log, range)
  const items: ToldItem[] = []
  let part = range
  let under: ItemKind | undefined
  for (const line of prose.split('\n')) {
    if (split !== undefined && line.trim() === split.heading) {
      part = { ...range, from: split.from }
      under = undefined
    } else if (HEADING.test(line)) under = kindUnder(line)
    else if (line.trimEnd().endsWith(':')) under = kindUnder(line) ?? under
    else if (line.trim() !== '') {
      for (const text of sentencesOf(line.replace(BULLET, ''))) {
        const source = sourceOf(text, part)
        const sources = source === undefined ? [part.from, part.end - 1] : [source]
        const item: LedgerItem = {
          ...{ id: `p${items.length + 1}`, kind: under ?? kindOfStatement(text), text, sources },
          ...{ authority: 'assistant', status: 'active', time: null },
        }
        items.push(source === undefined ? { ...item, isOfRange: true } : item)
      }
    }
  }
  return items
}

/** Finds the latest of the entries that have a sentence's names and most of its words in one sentence. */
function sourceFinder(log: ReadLog, range: SeqRange): (text: string, part: SeqRange) => number | undefined {
  const said = candidatesIn(log.remarks(), range).map(({ seq, remark }) => ({
    ...{ seq, text: remark.text, words: contentWords(remark.text) },
  }))
  return (text, part) => {
    const words = contentWords(text)
    const { names } = readNames(text)
    let best: { readonly seq: number; readonly share: number } | undefined
    for (const other of said) {
      const share = shareIn(words, other.words)
      if (share < Math.max(ENOUGH, best?.share ?? 0) || !rangeContains(part, other.seq)) continue
      if (names.every((name) => other.text.includes(name))) best = { seq: other.seq, share }
    }
    return words.size === 0 ? undefined : best?.seq
  }
}

import type { LedgerItem } from '../schema/ledger.ts'
import { cueBy, cueOf, latinOf, says } from './languages/cue.ts'
import { OUTLINES } from './languages/outlines.ts'
import { readNames } from './names.ts'
import { withDigits } from './spelled-numbers.ts'
import { wordsOf } from './words.ts'

/** Words that belong to neither what was said before nor what is said now. */
const CHANGE_WORDS = new Set(OUTLINES.flatMap(({ changeWords }) => changeWords?.split(' ') ?? []))
/** Where what is said of a thing begins. A value before it is part of the thing: line 248 is not line 346. */
const PREDICATE = cueBy({ latin: (of) => new RegExp(`${of('predicate').source}|[=:]`, 'i'), other: (of) => of('predicate') })
const CHANGE = cueOf('change')
const CHANGE_OPENING = cueOf('changeOpening')
/** A sentence that begins so is all predicate. Two orders about two things look alike: only one that says so takes another back. */
const IMPERATIVE = cueOf('imperative')

/** What a sentence is about, and what it says of it. */
export interface Topic {
  /** The same for sentences that speak of the same thing in the same words; empty if there are too few words to tell. */
  readonly key: string
  /** Names and numbers. */
  readonly values: ReadonlySet<string>
  readonly isOrder: boolean
}

const NOTHING: ReadonlySet<string> = new Set()

/** An item of a list that gives a name its value: "`muted`: `#808080` (a medium grey)". What stands in brackets only describes it. */
const SETTING = /^([`*]{1,3}[\w$.-]{2,60}[`*]{1,3}: {0,2}[`"]?#?[\w.%-]{1,40}[`"]?)[ \t]{0,4}\([^()]{1,120}\)[.,;]?$/

const MARK = '`*'

/** The topic of a sentence. */
export function readTopic(text: string): Topic {
  // Most sentences begin in neither of these ways, which is seen without a search.
  const opened = says(CHANGE_OPENING, text) ? text.replace(latinOf(CHANGE_OPENING, text), '') : text
  const plain = withDigits(MARK.includes(opened.charAt(0)) ? opened.replace(SETTING, '$1') : opened)
  const isOrder = says(IMPERATIVE, plain)
  const border = isOrder ? 0 : plain.search(latinOf(PREDICATE, plain))
  const values = border === -1 ? NOTHING : valuesIn(plain.slice(border))
  // What says nothing of anything has no topic: most sentences.
  if (values.size === 0) return { key: '', values, isOrder }
  const things = border <= 0 ? NOTHING : valuesIn(plain.slice(0, border))
  const words = new Set(things)
  for (const word of wordsOf(plain)) {
    const small = word.toLowerCase()
    if (!values.has(word) && !things.has(word) && !CHANGE_WORDS.has(small)) words.add(small)
  }
  return { key: [...words].sort().join(' '), values, isOrder }
}

function valuesIn(text: string): ReadonlySet<string> {
  const { names } = readNames(text)
  const hasDigits = /\d/.test(text)
  if (names.length === 0 && !hasDigits) return NOTHING
  const values = new Set<string>(names)
  if (hasDigits) for (const word of wordsOf(text)) if (/\d/.test(word)) values.add(word)
  return values
}

/**
 * True if a later sentence takes an earlier one back by giving the same thing another value. What merely looks alike stands beside it.
 *
 *     "The port is 8080"  ←  "The port is now 9090"             takes back
 *     "The staging port is 8080"  |  "The live port is 9090"    does not: another port
 *     "Never touch a.ts"  |  "Never touch b.ts"                 does not: both hold
 */
export function takesBack(later: string, earlier: string): boolean {
  return isTakenBackBy(readTopic(earlier), readTopic(later), later)
}

function isTakenBackBy(before: Topic, now: Topic, later: string): boolean {
  if (now.key === '' || now.key !== before.key) return false
  if (now.isOrder && !says(CHANGE, later)) return false
  return [...before.values].some((value) => !now.values.has(value)) || now.values.size > before.values.size
}

/** Reads topics, each once: the items of a ledger are compared with everything that was said. */
export function topicReader(): (text: string) => Topic {
  const topics = new Map<string, Topic>()
  return (text) => {
    const topic = topics.get(text) ?? readTopic(text)
    topics.set(text, topic)
    return topic
  }
}

/** The last active item of some kinds that a sentence takes back. */
export function takenBack(
  items: readonly LedgerItem[],
  kinds: readonly LedgerItem['kind'][],
  text: string,
  topicOf: (text: string) => Topic,
): LedgerItem | undefined {
  const now = topicOf(text)
  if (now.key === '') return undefined
  return items.findLast(
    (item) => item.status === 'active' && kinds.includes(item.kind) && isTakenBackBy(topicOf(item.text), now, text),
  )
}

import { withDigits } from '../spelled-numbers.ts'
import { topicWords } from './clauses.ts'
import { identifiersIn } from './identifiers.ts'
import type { Source } from './sources.ts'

/** A number by itself: part of no name, version or label. */
const COUNT = /(?<![\w.:/#@^~$-])\d{1,9}(?![\w/%]|[.,:]\d)/g
/** How far from a number, in characters, the words are that say what it is the number of. */
const REACH = 80

/** A number that its sources have nowhere near the words that the text has beside it, and that counts nothing either. */
export function strayNumber(statement: string, source: Source): string | undefined {
  const text = withDigits(statement)
  const counts = [...text.matchAll(COUNT)]
  if (counts.length === 0) return undefined
  const lists = countsIn(statement, source)
  return counts.find(({ 0: number, index }) => {
    if (lists.has(number) || number.length > SMALL) return false
    const beside = wordsBeside(text, index, index + number.length)
    return !standsBeside(number, beside, source.digits())
  })?.[0]
}

/** The words right before and right behind a place. */
function wordsBeside(text: string, from: number, to: number): ReadonlySet<string> {
  const before =
    text
      .slice(Math.max(0, from - REACH), from)
      .match(WORD)
      ?.slice(-4) ?? []
  const behind =
    text
      .slice(to, to + REACH)
      .match(WORD)
      ?.slice(0, 3) ?? []
  return topicWords([...before, ...behind].join(' '))
}

/** A number that stands in more places says little in any of them. */
const MOST_LOOKS = 500
const WORD = /[\p{L}\p{N}_]{3,}/gu

function standsBeside(number: string, words: ReadonlySet<string>, source: string): boolean {
  let looks = 0
  for (let at = source.indexOf(number); at !== -1 && looks < MOST_LOOKS; at = source.indexOf(number, at + number.length)) {
    if (/\d/.test(source.charAt(at - 1)) || /\d/.test(source.charAt(at + number.length))) continue
    looks += 1
    const around = topicWords(source.slice(Math.max(0, at - REACH), at + number.length + REACH))
    if (words.size === 0 || [...words].some((word) => around.has(word))) return true
  }
  return false
}

/** What can be counted: the entries behind an item, the members of a list in its own text, the names that begin with what it cuts off. */
function countsIn(statement: string, source: Source): ReadonlySet<string> {
  const lists = statement.split(/[:(;]\s/).map((list) => list.split(/,\s|\sand\s|\/|\s→\s/).length)
  const families = identifiersIn(statement).flatMap((name) => {
    if (!statement.includes(`${name}*`) && !statement.includes(`${name}…`)) return []
    const members = identifiersIn(source.text).filter((member) => member.startsWith(name) && member !== name)
    return [members.length]
  })
  const prefixes = Map.groupBy(identifiersIn(statement), (name) => name.slice(0, PREFIX))
  const kin = [...prefixes.values()].map(({ length }) => length).filter((length) => length > 2)
  return new Set([...kin, ...lists.filter((length) => length > 2), ...families, source.entries].map(String))
}

const PREFIX = 6
/** A number with more digits is hardly there by chance. */
const SMALL = 3

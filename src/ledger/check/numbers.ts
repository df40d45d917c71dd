import { withDigits } from '../spelled-numbers.ts'
import { topicWords } from './clauses.ts'
import { shareIn } from './content-words.ts'
import { identifiersIn } from './identifiers.ts'
import type { Source } from './sources.ts'

/** A number by itself: part of no name, version or label. */
const COUNT = /(?<![\w.:/#@^~$-])\d{1,9}(?![\w/%>]|[.,:]\d)/g
/** How far from a number, in characters, the words are that say what it is the number of. */
const REACH = 80

/** A number that its sources do not bear out beside the words of the text: not at all, or less than another number. */
interface StrayNumber {
  readonly number: string
  readonly isSwapped: boolean
}

/** The first number of a statement that its sources have nowhere near these words, or where another one fits better. */
export function strayNumber(statement: string, source: Source): StrayNumber | undefined {
  const text = withDigits(statement)
  const kin = countsIn(statement, source)
  for (const { 0: number, index } of text.matchAll(COUNT)) {
    const end = index + number.length
    if (isLineOf(text, index)) {
      const fit = lineFit(number, text, placeOf(text, index, end), source.text)
      if (fit === 'own') continue
      if (fit === 'other' || number.length > SMALL) return { number, isSwapped: true }
    }
    if (kin.has(number) || listBehind(text, end) === Number(number)) continue
    if (number.length < LOOKED_UP && namesListed(text).includes(Number(number))) continue
    if (isListed(text, index, number, source.text) || isTallied(text, end, number, source)) continue
    const record = recordOf(text.slice(0, index), number, source.text)
    if (record === 'own') continue
    if (record === 'other') return { number, isSwapped: true }
    const place = placeOf(text, index, end)
    const digits = source.digits()
    const own = fitOf(digits, new RegExp(String.raw`(?<![\d.])${number}(?!\d|\.\d)`, 'g'), place)
    if (own === 0 && number.length < SMALL) return { number, isSwapped: false }
    if (own > NEIGHBOUR && isBefore(digits, number, place.behind)) continue
    if (own < fitOf(digits, number.length > SMALL ? LONG : ANY, place) * NEAREST) return { number, isSwapped: true }
  }
  return undefined
}

/** A number for which the sources have this much less than for another one is hardly the one that is meant. */
const NEAREST = 0.9
/** A number that stands in more places says little in any of them. */
const MOST_LOOKS = 500
const WORD = /[\p{L}\p{N}_]{3,}/gu
/** A number, whatever stands beside it. */
const ANY = /(?<![\d.])\d{1,3}(?!\d|\.\d)/g
const LONG = /(?<![\d.])\d{4,9}(?!\d|\.\d)/g

/** What stands around a number. */
interface Place {
  readonly words: ReadonlySet<string>
  readonly before: string
  readonly behind: string
}

export function placeOf(text: string, from: number, to: number): Place {
  const before = text.slice(Math.max(0, from - REACH), from).match(WORD) ?? []
  const behind = text.slice(to, to + REACH).match(WORD) ?? []
  return {
    words: topicWords([...before.slice(-4), ...behind.slice(0, 3)].join(' ')),
    before: stem(before.at(-1)),
    behind: stem(behind[0]),
  }
}

function stem(word = ''): string {
  return word.toLowerCase().slice(0, 4)
}

/**
 * How well sources bear out a number in a place, by what stands around it there: the words of the place, and most of all its neighbours. Of
 * two numbers, the one that is meant has more of them.
 *
 *     source "41 passed, 3 failed"     place "… failed"     3: 4, 41: 1
 */
export function fitOf(source: string, number: RegExp, place: Place): number {
  let [looks, best] = [0, 0]
  for (const match of source.matchAll(number)) {
    looks += 1
    if (looks > MOST_LOOKS) break
    const end = match.index + match[0].length
    const around = topicWords(source.slice(Math.max(0, match.index - REACH), end + REACH))
    let found = place.words.size === 0 ? 1 : 0
    for (const word of place.words) if (around.has(word)) found += 1
    // Neighbours are looked at only where there is something else in common.
    if (found > 0) {
      const there = placeOf(source, match.index, end)
      found += there.before === place.before ? NEIGHBOUR : 0
      found += there.behind === place.behind ? NEIGHBOUR : 0
    }
    best = Math.max(best, found)
  }
  return best
}

const NEIGHBOUR = 3

/** What can be counted: the names that begin with what a statement cuts off, and those of it that begin alike. */
function countsIn(statement: string, source: Source): ReadonlySet<string> {
  const families = identifiersIn(statement).flatMap((name) => {
    if (!statement.includes(`${name}*`) && !statement.includes(`${name}…`)) return []
    const members = identifiersIn(source.text).filter((member) => member.startsWith(name) && member !== name)
    return [members.length]
  })
  const prefixes = Map.groupBy(identifiersIn(statement), (name) => name.slice(0, PREFIX))
  const kin = [...prefixes.values()].map(({ length }) => length).filter((length) => length > 1)
  return new Set([...kin, ...families].map(String))
}

/** Behind a number that says how often something was done: it may be counted in the sources. */
const TALLIED = /^ (?:[a-z]{3,12} )?(?:times|calls|runs|attempts|tries)\b/i

function isTallied(text: string, end: number, number: string, source: Source): boolean {
  return TALLIED.test(text.slice(end, end + REACH)) && source.tally().includes(Number(number))
}

/** How many members the list has that follows a number: "three places (a, b and c)". */
function listBehind(text: string, from: number): number | undefined {
  const list = /^[^():;]{1,60}(?:\(([^()]{3,400})\)|: ((?:[^;:]|:(?=\d)){3,400}))/.exec(text.slice(from, from + LIST))
  const members = list?.[1] ?? list?.[2]
  return members?.split(/,\s(?:and\s|or\s)?|\sand\s|\sor\s|\s→\s/).length
}

const LIST = 480
/** Longer numbers are never counts of what a sentence lists. */
const LOOKED_UP = 3
const LISTED = String.raw`[\x60"]?(?<![\w@~.+/-])(?:(?=[\w@~+-]{0,60}[._/])[\w@~.+/:#-]{3,120}|[a-z]\w{0,40}[A-Z]\w{0,40}|[0-9a-f]{7,40})[\x60"]?(?:\([\w, ]{0,60}\))?`
const NAMES = new RegExp(`${LISTED}(?:, ${LISTED}){0,11},? (?:and|or) ${LISTED}`, 'g')

/** How many names each list of a statement has: "a_test, b_test and c_test". */
function namesListed(text: string): readonly number[] {
  return [...text.matchAll(NAMES)].map(([list]) => list.split(/,? (?:and|or) |, (?![^(]*\))/).length)
}

/** True if a number is that of a line: "line 63". */
function isLineOf(text: string, at: number): boolean {
  return /\blines? $/i.test(text.slice(Math.max(0, at - 8), at))
}

/**
 * Whether a source names a line of this number behind a file or as the place where reading began, or shows it and it says something of the
 * text; `other` if another line that is shown says much more of what stands around the number.
 */
function lineFit(number: string, text: string, place: Place, source: string): 'own' | 'other' | 'none' {
  if (new RegExp(String.raw`\.[a-z]\w{0,7}:${number}\b|\(${number},|#L${number}\b|offset["\s:=]{1,6}${number}\b`).test(source))
    return 'own'
  const words = topicWords(text)
  let [isShown, own, others] = [false, 0, 0]
  for (const [, at, line = ''] of source.matchAll(SHOWN)) {
    const shown = topicWords(line)
    const shared = [...place.words].filter((word) => shown.has(word)).length
    if (at === number) own = Math.max(own, shared)
    else others = Math.max(others, shared)
    isShown ||= at === number && [...shown].some((word) => words.has(word))
  }
  if (!isShown) return 'none'
  return others >= LEAST_LINE && others >= own * 2 ? 'other' : 'own'
}

/** With fewer words of a place, a line says nothing of it. */
const LEAST_LINE = 2

/** A line of a file, as it is shown behind its number. */
const SHOWN = /(?:^|\n)\s{0,8}(\d{1,6})(?:[→:|\t-]|\s\|)([^\n]{0,300})/g

/** True if a source has a number right before a word: of two runs, each has its own. */
function isBefore(source: string, number: string, word: string): boolean {
  return word.length > 3 && new RegExp(String.raw`(?<![\w.])${number} ${word}`, 'i').test(source)
}

/** The word before a number that is the name of something: "step 9", "Important 3". */
const LABEL = /\b(\p{L}{4,20}?)s? #?$/u

/** True if a source knows something by this word and number: together, or as a member of a list under a heading with that word. */
function isListed(text: string, at: number, number: string, source: string): boolean {
  const label = LABEL.exec(text.slice(Math.max(0, at - 24), at))?.[1]
  if (label === undefined) return false
  if (new RegExp(String.raw`\b${label}s? #?${number}\b`, 'i').test(source)) return true
  const words = topicWords(text)
  const member = new RegExp(String.raw`(?:^|\n)\s{0,4}${number}[.)] ([^\n]{8,300})`, 'g')
  if (OF_LIST.test(label) && [...source.matchAll(member)].some(([, line = '']) => shareIn(topicWords(line), words) >= NEAREST))
    return true
  const heading = new RegExp(String.raw`(?:^|\n)(?:#{1,6} |\*\*)[^\n]{0,80}\b${label}`, 'gi')
  return [...source.matchAll(heading)].some(({ index, 0: { length } }) => {
    const [list = ''] = source.slice(index + length, index + LONGEST_LIST).split(/\n#{1,6} (?!\d)/)
    const members = list.split(MEMBER).slice(1)
    const shares = members.map((member) => ({ number: /^\d+/.exec(member)?.[0], share: shareIn(words, topicWords(member)) }))
    const own = shares.find((member) => member.number === number)
    return own !== undefined && shares.every(({ share }) => share * NEAREST <= own.share)
  })
}

/** How members of a list are called. */
const OF_LIST = /^(?:step|point|item|number|phase)/i
/** Before each member of a numbered list. */
const MEMBER = /\n\s{0,4}(?:#{1,6} |\*\*)?(?=\d{1,2}[.)]\s)/
const LONGEST_LIST = 4_000
const PREFIX = 6
/**
 * Whether a number stands in a record of the sources together with the name that stands last before it in the text, or in another one.
 *
 *     {"id": "card_41", "last_four": "7238"} {"id": "gift_9", "amount": 50}     "card_41 … 7238"  own     "gift_9 … 7238"  other
 */
function recordOf(before: string, number: string, source: string): 'own' | 'other' | 'none' {
  const name = identifiersIn(before.slice(-REACH)).findLast((one) => /[\p{L}_]/u.test(one))
  if (name === undefined || number.length < LOOKED_UP || !source.includes('{')) return 'none'
  const records = source.match(RECORD) ?? []
  const named = records.filter((record) => record.includes(`"${name}"`))
  const value = new RegExp(String.raw`[:\[,]\s{0,4}"?${number}"?\s{0,4}[,}\]]`)
  if (named.some((record) => value.test(record))) return 'own'
  return named.length > 0 && records.some((record) => value.test(record)) ? 'other' : 'none'
}

/** What stands between two braces with none between them. */
const RECORD = /\{[^{}]{1,2000}\}/g

/** A number with more digits is hardly there by chance. */
const SMALL = 3

import { trimEnd } from '../../schema/trim-end.ts'

/**
 * Words that must be copied exactly: paths, addresses, hashes, versions, names with a dot, an underscore or inner capitals, and
 * numbers with what is written right behind them.
 */
const IDENTIFIER =
  /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:\.\d{1,9})?|https?:\/\/[^\s"'`<>()\]]+|(?<![\w@~.+-])(?:\.{0,2}\/)?(?:[\w@~.+-]+\/)+[\w@~.+-]*|(?<=^|[\s"'(=])\/[\w@~.+-]{2,}|\b[0-9a-f]{4,12}(?:-[0-9a-f]{2,12}){3,}\b|(?<![\w-])[\w-]+\.[a-z]{1,5}\b(?!\.|-\w)|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z0-9]+[A-Z]\w*|\b[0-9a-f]{7,40}\b|\bv\d[\w.-]*|(?<![a-z\d]\.)\b\d[\d.,:]*\d\w*|(?<![a-z\d]\.)\b\d\w*|`[^`\n]+`/gu

/** Words with a dot or a slash that are ordinary language. */
const ORDINARY = /^(?:e\.g|i\.e|etc|and\/or|he\/she|n\/a|w\/o|\/+|\.+)\.?$/i

/** The identifiers and numbers of a text, without the signs that end a sentence. */
export function identifiersIn(text: string): readonly string[] {
  const found = [...text.matchAll(IDENTIFIER)].flatMap(([match]) => {
    const name = trimEnd(match.replaceAll('`', ''), '.,:;!?')
    return name === '' || ORDINARY.test(name) ? [] : [name]
  })
  return [...new Set(found)]
}

/**
 * True if a source has this very identifier, not just a longer one that begins the same.
 *
 *     src/a.ts   in   "edit ./src/a.ts"  yes     in   "edit src/a.tsx"  no     in "my-src/a.ts"  no
 */
export function occursIn(source: string, name: string): boolean {
  for (let at = source.indexOf(name); at !== -1; at = source.indexOf(name, at + 1)) {
    const before = source[at - 1] ?? ' '
    const after = source[at + name.length] ?? ' '
    const next = source[at + name.length + 1] ?? ' '
    // A number may be one end of a range, or stand before a word: `9-12`, `256-color`.
    const goesOn =
      /[\p{L}\p{N}_]/u.test(after) ||
      (after === '-' && !/\d$/.test(name)) ||
      (/[.,:]/.test(after) && /[\p{L}\p{N}]/u.test(next) && /\d$/.test(name) && !isLine(before, after, next))
    const isTail =
      /[\p{L}\p{N}_]/u.test(before) ||
      (before === '-' && /^[\p{L}_]/u.test(name) && !isFlag(source, at)) ||
      (before === '.' && /^\d/.test(name))
    if (!goesOn && !isTail) return true
  }
  return false
}

/** The number of a line stands between the file and the column, or at the beginning, before what the line says: `a.ts:12:5`, `12:return`. */
function isLine(before: string, after: string, next: string): boolean {
  return after === ':' && (before === ':' || (/\s/.test(before) && /\p{L}/u.test(next)))
}

/** A name right behind the dashes of an option: `--noEmit`. */
function isFlag(source: string, at: number): boolean {
  return /(?:^|[\s"'`([=,])--?$/.test(source.slice(Math.max(0, at - 3), at))
}

/** A number followed by its unit is the same number even if a space stands between the two. */
export function sayNumber(name: string): readonly string[] {
  const [, number, unit] = /^(\d[\d.,]*)([a-zA-Z%]+)$/.exec(name) ?? []
  return number === undefined ? [name] : [name, `${number} ${unit}`]
}

const NUMBER = /\d+(?:[.,:]\d+)*/g

/**
 * Numbers that changed places: what stands beside a number in the text stands, in the source, beside another number and never beside
 * this one.
 *
 *     source "timeout 30 s, retries 5"     text "timeout 5, retries 30"  →  5, 30
 */
export function swappedNumbers(text: string, source: () => NumberNeighbours): readonly string[] {
  const inText = numberNeighbours(text)
  if (inText.size === 0) return []
  const inSource = source()
  const wider = numberNeighbours(text, 2)
  return [...inText].flatMap(([number, words]) => {
    const own = inSource.get(number)
    if (own === undefined || [...(wider.get(number) ?? words)].some((word) => own.has(word))) return []
    const others = [...inSource].filter(([other]) => other !== number)
    return [...words].some((word) => others.some(([, beside]) => beside.has(word))) ? [number] : []
  })
}

const SECOND = /^[^\p{L}\d.,;!?\n]{0,3}[\p{L}_]{1,40}[^\p{L}\d.,;!?\n]{1,3}([\p{L}_]{1,40})/u

export type NumberNeighbours = ReadonlyMap<string, ReadonlySet<string>>

/** The word before and the words behind each number, in the same clause. */
export function numberNeighbours(text: string, behind: 1 | 2 = 1): NumberNeighbours {
  const found = new Map<string, Set<string>>()
  for (const match of text.matchAll(NUMBER)) {
    const [number] = match
    const before = /(?<![\p{L}_])([\p{L}_]{2,})[^\p{L}\d.;!?\n]{0,6}$/u.exec(
      text.slice(Math.max(0, match.index - 40), match.index),
    )?.[1]
    const end = match.index + number.length
    const after = /^[^\p{L}\d.,;!?\n]{0,3}([\p{L}_]+)/u.exec(text.slice(end, end + 40))?.[1]
    const words = found.get(number) ?? new Set<string>()
    const second = behind === 2 && after !== undefined ? SECOND.exec(text.slice(end, end + 60))?.[1] : undefined
    for (const word of [before, after, second]) if (word !== undefined) words.add(word.toLowerCase().slice(0, 4))
    found.set(number, words)
  }
  return found
}

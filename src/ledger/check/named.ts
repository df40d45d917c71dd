import { withDigits } from '../spelled-numbers.ts'
import { identifiersIn, occursIn, sayNumber } from './identifiers.ts'

/** Where names may come from: the sources, and to a smaller part the whole conversation. */
interface NamedIn {
  readonly text: string
  /** True if a name stands anywhere in the conversation. */
  knows(name: string): boolean
  /** What is drawn from several entries may name more of the conversation than they do. */
  readonly isConcluded?: boolean
}

/** A name or number of a text that its sources do not have. */
export function inventedName(text: string, source: NamedIn): string | undefined {
  const names = identifiersIn(text)
  const missing = names.filter((name) => !isNamed(name, text, source))
  const isMostlyTheirs = source.isConcluded === true || missing.length <= (names.length - missing.length) * MOST_BORROWED
  return missing.find(
    (name) =>
      !isLabel(name, text, source) && !(isMostlyTheirs && (isSymbol(name) || isMention(name, text)) && source.knows(name)),
  )
}

/** For each name that the sources have, so many may come from elsewhere in the conversation. */
const MOST_BORROWED = 1

function isNamed(name: string, text: string, source: NamedIn): boolean {
  if (sayNumber(name).some((said) => occursIn(source.text, said))) return true
  if (/^\d+$/.test(name))
    return occursIn(withDigits(source.text), name) || occursIn(source.text, `#L${name}`) || isRounded(name, source.text)
  if (/^\d{1,2}:\d{2}$/.test(name)) return source.text.includes(`${name}:`)
  if (isCut(name, text)) return source.text.includes(name)
  // The beginning of a long one is enough to know it by.
  if (HEX.test(name) && new RegExp(String.raw`(?<![\w.])${name}[0-9a-f]{4}`, 'i').test(source.text)) return true
  return isPathOf(name, source) || isPutTogether(name, source)
}

/** What was measured may be told without its decimals: 425 for 424.83. */
function isRounded(name: string, text: string): boolean {
  const near = new RegExp(String.raw`(?<![\d.])(?:${Number(name) - 1}|${name})[.,]\d{1,9}(?![\d.])`, 'g')
  return [...text.matchAll(near)].some(([found]) => Math.round(Number(found.replace(',', '.'))) === Number(name))
}

/** Names may be cut off, if the text shows it: `TestAgent_*`, `thinking…`. */
function isCut(name: string, text: string): boolean {
  return name.length >= LEAST_CUT && (text.includes(`${name}*`) || text.includes(`${name}…`))
}

const LEAST_CUT = 5
const HEX = /^(?:0x)?(?=[0-9a-f]{0,40}\d)[0-9a-f]{7,64}$/i
const FILE = /[\w-]\.[a-z]{1,5}$/i

/** Neither a file nor a number: those must be the sources' own, because one is easily taken for another. */
function isSymbol(name: string): boolean {
  if (/^[0-9a-f]{7,40}$/.test(name)) return true
  return !FILE.test(name) && !/^[\d.,:]/.test(name) && !/^https?:/.test(name)
}

/** A file by its bare name that is mentioned beside what the text is about. */
function isMention(name: string, text: string): boolean {
  return FILE.test(name) && !name.includes('/') && !/^[\d.]/.test(name) && text.indexOf(name) > MENTIONED_FROM
}

const MENTIONED_FROM = 20

/** What is known by a number, with the word before it: `Opt #6`. */
function isLabel(name: string, text: string, { knows }: NamedIn): boolean {
  if (!/^\d{1,4}$/.test(name)) return false
  const labels = [...text.matchAll(/\b[\p{L}]{2,20} #(\d{1,4})\b/gu)].filter(([, number]) => number === name)
  const all = [...text.matchAll(/(?<![\w.])\d+(?![\w.]\w)/g)].filter(([number]) => number === name)
  return labels.length > 0 && labels.length === all.length && labels.every(([label]) => knows(label))
}

/**
 * A file that the sources name by less of its path than the text does, if the whole path is known from elsewhere.
 *
 *     source "edit src/a.ts", elsewhere "/work/shop/src/a.ts"     text "/work/shop/src/a.ts"
 */
function isPathOf(name: string, { text, knows }: NamedIn): boolean {
  if (!name.includes('/') || !FILE.test(name)) return false
  const base = name.slice(name.lastIndexOf('/') + 1)
  return pathsTo(base, text).some((path) => name.endsWith(path.replace(/^\.\//, ''))) && (knows(name) || isJoined(name, knows))
}

/** A path from where the agent works, behind the folder that it works in. Both are known, each by itself. */
function isJoined(name: string, knows: NamedIn['knows']): boolean {
  if (!/^[/~]/.test(name)) return false
  const parts = name.split('/')
  return parts.some(
    (_, at) => at > 1 && at < parts.length - 1 && knows(parts.slice(0, at).join('/')) && knows(parts.slice(at).join('/')),
  )
}

const OF_PATH = /[\w@~.+/-]/

/** How a text writes the path to a file, each time. */
function pathsTo(base: string, text: string): readonly string[] {
  const found: string[] = []
  for (let at = text.indexOf(base); at !== -1; at = text.indexOf(base, at + 1)) {
    let from = at
    while (from > 0 && OF_PATH.test(text.charAt(from - 1))) from -= 1
    if (!/[\w-]/.test(text.charAt(at + base.length))) found.push(text.slice(from, at + base.length))
  }
  return found
}

/** Several words or names written in one: `click/type`, `defaultTheme.code`, `1280x720`, a piece of code. Each must be in the sources. */
function isPutTogether(name: string, { text }: NamedIn): boolean {
  if (/^https?:/.test(name) || (name.includes('/') && FILE.test(name))) return false
  const parts = name.replace(/^(\d+)x(\d+)$/, '$1 $2').match(/[\p{L}\p{N}_$@-]+/gu) ?? []
  return parts.length > 1 && parts.every((part) => occursIn(text, part) || occursIn(text, part.toLowerCase()))
}

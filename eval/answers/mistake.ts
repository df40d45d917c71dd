import { identifiersIn } from '../../src/ledger/check/identifiers.ts'

/** Numbers that are part of something: of a line, a version, a time, a date, an amount. */
const MEASURES: readonly RegExp[] = [
  /(?<=\blines? )\d{1,5}\b|(?<=\.[a-z]{1,4}[:(])\d{1,5}\b/,
  /(?<![\d.:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/,
  /(?<![\d.-])\d{4}-\d{2}-\d{2}(?![\d-])/,
  /(?<=\$)\d[\d,]{0,9}(?:\.\d{1,2})?/,
  /(?<![\w.])v?\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?![\w.]\w|\w)/,
]

/** The first of each kind, with another last digit. */
export function anotherMeasure(text: string): readonly string[] {
  return MEASURES.flatMap((measure) => {
    const changed = text.replace(measure, (found) => `${found.slice(0, -1)}${(Number(found.slice(-1)) + 3) % 10}`)
    return changed === text ? [] : [changed]
  })
}

const PLAIN = /(?<![\w.:/#@^~-])\d{1,7}(?![\w/]|[.,:-]\d)/g

/** The first number by itself, as another one that its sources have by itself: as many digits, but not the same. */
export function fromTheSources(text: string, source: string): readonly string[] {
  const own = new Set(text.match(PLAIN) ?? [])
  const first = [...own][0]
  const others = [...new Set(source.match(PLAIN) ?? [])].filter((number) => number.length === first?.length && !own.has(number))
  const [other] = others.toSorted()
  return first === undefined || other === undefined ? [] : [text.replace(new RegExp(PLAIN.source), other)]
}

const FILE = /[\w-]\.[a-z]{1,5}$/i

/** The first name, as another one of its sources that looks alike: of two tests that failed, the one that did not. */
export function anotherName(text: string, source: string): readonly string[] {
  const known = identifiersIn(source).filter((name) => isName(name) && !text.includes(name))
  for (const name of identifiersIn(text).filter(isName)) {
    const other = known.find((one) => looksLike(one, name))
    if (other !== undefined) return [text.replace(name, other)]
  }
  return []
}

function isName(name: string): boolean {
  return /^[\w.-]{4,60}$/.test(name) && /[a-z]/i.test(name) && !/^\d/.test(name) && !/^[0-9a-f]{7,40}$/.test(name)
}

/** Two files of one ending, or two names that begin alike, neither of them a part of the other. */
function looksLike(one: string, other: string): boolean {
  if (one.includes(other) || other.includes(one)) return false
  if (FILE.test(one) || FILE.test(other)) return ending(one) === ending(other)
  return one.slice(0, 4).toLowerCase() === other.slice(0, 4).toLowerCase()
}

function ending(file: string): string {
  return FILE.test(file) ? file.slice(file.lastIndexOf('.')) : ''
}

const NAME = String.raw`\x60[^\x60\n]{2,60}\x60|[\w./-]{2,60}[._/][\w./-]{1,60}|[a-z]{2,30}[A-Z]\w{1,30}|[A-Z][a-z0-9]{2,30}[A-Z]\w{1,30}`
/** What is so of two things in this order, and not in the other. */
const ORDERED =
  'instead of|rather than|(?:is |was |were |are )?replaced (?:by|with)|calls|uses|imports|returns|falls back to|depends on|writes to|reads from|is called by|is part of|is an alias for|follows|(?:is |was |were )?(?:moved|renamed|changed|passed) (?:in)?to|→|goes into|has|needs|names|expects'
const PAIR = new RegExp(
  String.raw`(${NAME})((?: (?!(?:and|or|,)\b)[\w'-]{1,20}){0,3} (?:${ORDERED})(?: [\w'-]{1,20}){0,3} )(${NAME})`,
)

/** Who did what to whom, the other way round. */
export function swapped(text: string): readonly string[] {
  const changed = text.replace(PAIR, (whole, one: string, between: string, other: string) =>
    one === other ? whole : `${other}${between}${one}`,
  )
  return changed === text ? [] : [changed]
}

import { sentencesOf } from '../sentences.ts'
import { contentWords } from './content-words.ts'
import { denialsIn, isHedged, isNegated } from './polarity.ts'

/** A piece of a text that says one thing, and which way it says it. */
export interface Clause {
  readonly text: string
  readonly words: ReadonlySet<string>
  readonly isDenied: boolean
  /** Of its words, those that it denies: what stands right behind a denial, or before it if nothing does. */
  readonly denied: ReadonlySet<string>
  readonly isGuess: boolean
}

const STATEMENT_END = /;\s{1,20}|\s{1,4}[–—]\s{1,4}/
const CLAUSE_END =
  /[,:;|“”"]\s+|\s[(“"]|\s(?=(?:but|because|although|though|while|which|whereas|so that|instead of|aber|weil|obwohl|während|mais|parce que|pero|porque)\s)/i

/** The statements of a text: its sentences, cut where a semicolon or a dash puts a second one behind the first. */
export function statementsIn(text: string): readonly string[] {
  return sentencesOf(text)
    .flatMap((sentence) => sentence.split(STATEMENT_END))
    .map((statement) => statement.trim())
    .filter((statement) => /[\p{L}\p{N}]/u.test(statement))
}

/** A clause that is about fewer things than this says too little by itself: it is told together with the one before it. */
const LEAST_WORDS = 3

/** What is denied of several things at once: "no typecheck, browser test, commit or push was seen". */
const DENIED_LIST =
  /\b(?:no|none of|neither|never|not|without|nobody|nor) [^.;:()"“”]{2,160}?,(?: [^,.;:()"“”]{2,60},){0,8} [^,.;:()"“”]{0,60}\b(?:or|nor|and) /gi

/** The clauses of a statement. */
export function clausesIn(statement: string): readonly Clause[] {
  const pieces: string[] = []
  const whole = statement.replaceAll(DENIED_LIST, (list) => list.replaceAll(', ', ' / '))
  for (const piece of whole.split(CLAUSE_END).flatMap(denialsApart)) {
    const last = pieces.at(-1)
    const isShort = isFragment(piece) || (last !== undefined && isFragment(last))
    if (last !== undefined && isShort) pieces.splice(-1, 1, `${last}, ${piece}`)
    else pieces.push(piece)
  }
  return pieces.map(clauseOf)
}

/** A piece that says little by itself, unless it says something by a verb of its own: "no test was run". */
function isFragment(piece: string): boolean {
  return topicWords(piece).size < LEAST_WORDS && !OWN_VERB.test(piece)
}

const VERB = String.raw`(?:was|were|is|are|has|have|had|did|does|do|can|could|will|would)\b`
const OWN_VERB = new RegExp(
  String.raw`^(?:and |but )?(?:no|nothing|none|nobody|neither|an?|some|something|somebody)\b[^,;]{1,60} ${VERB}|\b${VERB} (?:not|never)\b`,
  'i',
)
const SECOND = /\s(?:and|but)\s(?=(?:no|nothing|none|nobody|something|somebody)\s)/i
/** Behind what was denied first, what is not denied may follow. */
const SECOND_THING = /\s(?:and|but)\s(?=(?:no|an?)\s)/i

/**
 * Two denials of one predicate, each with it.
 *
 *     "No edit and no commit was seen"   →   "No edit was seen" · "no commit was seen"
 */
function denialsApart(piece: string): readonly string[] {
  const parts = piece.split(/^(?:no|an?)\s/i.test(piece) ? SECOND_THING : SECOND)
  const predicate = new RegExp(String.raw`\s${VERB}.*$`, 'is').exec(parts.at(-1) ?? '')?.[0]
  if (parts.length === 1 || predicate === undefined) return [piece]
  return parts.map((part) => (new RegExp(String.raw`\s${VERB}`, 'i').test(part) ? part : `${part}${predicate}`))
}

/** A text as one clause. */
export function clauseOf(text: string): Clause {
  const words = topicWords(text)
  const bare = text.replaceAll(EVENTS, '')
  const isDenied = isNegated(bare)
  return { text, words, isDenied, denied: isDenied ? deniedWords(bare, words) : NONE, isGuess: isHedged(text) }
}

const NONE: ReadonlySet<string> = new Set()
/** So many words behind a denial are what it denies. */
const DENIED_WORDS = 2

/**
 * What a text denies, of all that it says.
 *
 *     "av-1 is in progress and I won't close it"   →   close
 *     "the dry run found none"   →   run found
 */
function deniedWords(text: string, all: ReadonlySet<string>): ReadonlySet<string> {
  const denials = denialsIn(text).filter(({ from, to }) => !EXCEPTION.test(text.slice(from, to)))
  if (denials.length === 0) return all
  return new Set(
    denials.flatMap(({ from, to }) => {
      const behind = [...topicWords(text.slice(to, to + REACH))]
      return behind.length > 0 ? behind.slice(0, DENIED_WORDS) : [...topicWords(text.slice(0, from))].slice(-DENIED_WORDS)
    }),
  )
}

const REACH = 80
/** What holds but for one case is said of all others. */
const EXCEPTION = /^(?:unless|except)$/i

/** Words of rules that may tell of an event or a thing: "was refused by", "the stop hook", `--no-verify`, `string | None`. */
const EVENTS = /\b(?:refus|stop|avoid|forbid|prohibit)[a-z]{0,6}\b|(?<!\w)--?no-[\w-]{1,40}|\bno[- ]ops?\b|(?:\||->) ?none\b/gi

/** Words that say which way something is said, and not of what. */
const MANNER = new Set(
  'neve with cann noth neit stil alre yet not nor has had was are its all any can did now the and for but one out'.split(' '),
)

/** What a clause is about, short words like "run" and "fix" included. */
export function topicWords(text: string): ReadonlySet<string> {
  const words = new Set(contentWords(text))
  for (const [word] of text.toLowerCase().matchAll(/(?<![\p{L}\p{N}])[a-z]{3}(?![\p{L}\p{N}])/gu)) words.add(word)
  for (const word of MANNER) words.delete(word)
  return words
}

/** A text in sentences and their parts, all of it with the signs between them: joined, they are the text again. */
export function sentenceParts(text: string): readonly (readonly string[])[] {
  const sentences: string[][] = [[]]
  let [from, depth, isLabelled] = [0, 0, false]
  let quote = ''
  const cut = (to: number, isEnd: boolean): void => {
    sentences.at(-1)?.push(text.slice(from, to))
    if (isEnd) sentences.push([])
    from = to
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (QUOTES.has(sign)) quote = QUOTES.get(sign) ?? ''
    else if (/[([{]/.test(sign)) depth += 1
    else if (/[)\]}]/.test(sign)) depth = Math.max(0, depth - 1)
    if (quote !== '' || depth > 0 || !/\s/.test(text.charAt(at + 1))) continue
    const isStop = /[.!?]/.test(sign) && OPENS.test(text.slice(at + 1, at + 60))
    if (sign === ',') cut(at + 1, false)
    else if (sign === ';' || isStop) cut(at + 1, true)
    else if (sign === ':' && !isLabelled) {
      isLabelled = true
      cut(at + 1, false)
    }
  }
  cut(text.length, true)
  return sentences.map((parts) => parts.filter((part) => part !== '')).filter(({ length }) => length > 0)
}

/** Begins a sentence: a capital, a quotation, or the name of a file or of something in code. */
const OPENS = /^\s+(?:["“`(/\p{Lu}]|[a-z][a-z0-9-]{0,40}[._/A-Z(][\w-])/u
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['`', '`'],
])

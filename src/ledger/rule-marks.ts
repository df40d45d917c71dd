import { endsIn, isQuestion } from './last-sign.ts'
import type { Read } from './lexicon.ts'
import { codeOf, flagsOf, SHOWN, type Shown } from './sign-codes.ts'

/** How widely and how long something holds. */
const SCOPE = flagsOf(['standing', 'always', 'all', 'only'])
/** What rules are made of, besides scope. */
const NORM = flagsOf(['standing', 'always', 'barred', 'must', 'dont', 'limit', 'ask'])
const TELLING = flagsOf(['i', 'it', 'past', 'trouble', 'shows', 'cited', 'guess', 'react', 'now', 'once', 'query'])
/** Of the moment, of the past, or of others. */
const FLEETING = flagsOf(['once', 'cited', 'guess', 'past', 'react', 'query'])
const VERBS = flagsOf([
  ...(['must', 'barred', 'may', 'need', 'dont', 'should', 'hold', 'talk', 'be', 'past', 'shows', 'deed'] as const),
  ...(['wish', 'guess'] as const),
])
const TELLERS = flagsOf(['i', 'it', 'we', 'you', 'the', 'shows', 'trouble', 'be', 'wish', 'now'])
/** Without any of these, a sentence may be a heading or a line of output as well. */
const EVIDENCE = flagsOf([
  ...(['standing', 'always', 'all', 'only', 'limit', 'barred', 'must', 'should', 'may', 'need', 'dont', 'forbid'] as const),
  ...(['hold', 'talk', 'ask', 'condition', 'wish', 'we', 'you', 'manner'] as const),
])
const NOUNS = flagsOf(['other', 'matter', 'manner'])
const [OPENER, PAUSE, ALWAYS, DONT, STANDING] = [
  codeOf('opener'),
  codeOf('pause'),
  codeOf('always'),
  codeOf('dont'),
  codeOf('standing'),
]
const [ONCE, PAST, TROUBLE, SHOWS] = [codeOf('once'), codeOf('past'), codeOf('trouble'), codeOf('shows')]
const [YOU, CONDITION, ASK, MATTER, DEED] = [codeOf('you'), codeOf('condition'), codeOf('ask'), codeOf('matter'), codeOf('deed')]
const [QUERY, MAY, OTHER] = [codeOf('query'), codeOf('may'), codeOf('other')]

/** How many things an order is about. */
const RANGES = ['one', 'many', 'ever', 'other'] as const
const RANGE = Uint8Array.from(SHOWN, (sign) => RANGES.indexOf(rangeOf(sign)))

function rangeOf(sign: Shown): (typeof RANGES)[number] {
  if (['the', 'it', 'i', 'a', 'name'].includes(sign)) return 'one'
  if (['always', 'standing'].includes(sign)) return 'ever'
  return ['all', 'ones', 'matter', 'manner', 'only'].includes(sign) ? 'many' : 'other'
}

const SHORT = 3
const BRIEF = 6
const LONG = 22
/** Most who speak that long think aloud. */
const ENDLESS = 34
/** A Chinese word has about two letters. */
const LETTERS_OF_A_WORD = 1.7
const HAN = /[\u4e00-\u9fff]/

/** Marks that one sign makes, each with where the sign stands in its name. Their numbers are those of the signs, one form after the other. */
const FORMS = ['*', '*2', '^*', '^*&scope', '^*&scopeless', '^*&norm', '^^*', ',*', '*$', ...RANGES.map((range) => `^*>${range}`)]
const [HAS, TWICE, OPENS, OPENS_SCOPE, OPENS_SCOPELESS] = [form(0), form(1), form(2), form(3), form(4)]
const [OPENS_NORM, SECOND, BEGINS, ENDS, FIRST_RANGE] = [form(5), form(6), form(7), form(8), form(9)]

function form(at: number): number {
  return at * SHOWN.length
}

/** Behind them, those of two signs that follow each other, and then the rest. */
const PAIRS = FORMS.length * SHOWN.length
const SINGLES = PAIRS + SHOWN.length ** 2
const S = {
  scope: SINGLES + 0,
  norm: SINGLES + 1,
  '^plural': SINGLES + 2,
  verbless: SINGLES + 3,
  plain: SINGLES + 4,
  'once&norm': SINGLES + 5,
  'past&scope': SINGLES + 6,
  'shows&scope': SINGLES + 7,
  'you&condition': SINGLES + 8,
  'ask&condition': SINGLES + 9,
  'matter&deedless': SINGLES + 10,
  bare: SINGLES + 11,
  polite: SINGLES + 12,
  order: SINGLES + 13,
  short: SINGLES + 14,
  brief: SINGLES + 15,
  long: SINGLES + 16,
  endless: SINGLES + 17,
  ':': SINGLES + 18,
  '?': SINGLES + 19,
  '!': SINGLES + 20,
}
const SINGLE = Object.keys(S)

/** The names of all marks but those of words, in the order of their numbers. */
export function markNames(): readonly string[] {
  const ofOne = FORMS.flatMap((form) => SHOWN.map((sign) => form.replace('*', sign)))
  return [...ofOne, ...SHOWN.flatMap((first) => SHOWN.map((second) => `${first}+${second}`)), ...SINGLE]
}

/** Which signs the sentence at hand has, and which marks it was given: used again for each, because there are many. */
const counts = new Uint16Array(SHOWN.length)
const given = new Uint32Array(SINGLES + SINGLE.length)
let sentences = 0

/**
 * What speaks for or against a sentence being a rule, besides its words themselves: which signs it has, which one opens it and what follows that,
 * which begin a clause or end the sentence, and some of them together. Each once, by its number.
 *
 *     "Tests never hit the network, mock it"  →  always · scope · norm · ^matter · ^matter&scope · ,other …
 */
export function marksOf(sentence: string, read: readonly Read[]): readonly number[] {
  const marks: number[] = []
  sentences += 1
  counts.fill(0)
  for (let at = 0; at < read.length; at += 1) {
    const code = read[at]?.code ?? OTHER
    const count = (counts[code] ?? 0) + 1
    counts[code] = count
    if (count === 1) marks.push(HAS + code)
    else if (count === 2) marks.push(TWICE + code)
  }
  const [hasScope, hasNorm] = [hasAny(read, SCOPE), hasAny(read, NORM)]
  markOpening(marks, read, hasScope, hasNorm)
  markPairs(marks, read)
  markWhole(marks, sentence, read)
  marks.push(ENDS + (read.at(-1)?.code ?? OTHER))
  if (!hasAny(read, VERBS)) marks.push(S.verbless)
  if (!hasAny(read, TELLING)) marks.push(S.plain)
  if (has(ONCE) && hasNorm) marks.push(S['once&norm'])
  if (has(PAST) && hasScope) marks.push(S['past&scope'])
  if ((has(TROUBLE) || has(SHOWS)) && hasScope) marks.push(S['shows&scope'])
  if (has(YOU) && has(CONDITION)) marks.push(S['you&condition'])
  if (has(ASK) && has(CONDITION)) marks.push(S['ask&condition'])
  if (has(MATTER) && !has(DEED)) marks.push(S['matter&deedless'])
  if (!hasAny(read, EVIDENCE)) marks.push(S.bare)
  if (isPolite(read)) marks.push(S.polite)
  if (!hasAny(read, FLEETING) && isOrder(read)) marks.push(S.order)
  return marks
}

function has(code: number): boolean {
  return (counts[code] ?? 0) > 0
}

function hasAny(read: readonly Read[], signs: Uint8Array): boolean {
  for (let at = 0; at < read.length; at += 1) if (signs[read[at]?.code ?? OTHER] === 1) return true
  return false
}

/** Where a sentence opens, past "please" and the like. */
export function openingOf(read: readonly Read[]): number {
  for (let at = 0; at < read.length; at += 1) if (!isBeside(read[at]?.code ?? OTHER)) return at
  return 0
}

function isBeside(code: number): boolean {
  return code === OPENER || code === PAUSE
}

function markOpening(marks: number[], read: readonly Read[], hasScope: boolean, hasNorm: boolean): void {
  const at = openingOf(read)
  const opening = read[at]?.code ?? OTHER
  marks.push(OPENS + opening, (hasScope ? OPENS_SCOPE : OPENS_SCOPELESS) + opening)
  if (hasScope) marks.push(S.scope)
  if (hasNorm) marks.push(S.norm, OPENS_NORM + opening)
  const second = read[at + 1]?.code
  if (second !== undefined) marks.push(SECOND + second, FIRST_RANGE + (RANGE[second] ?? 0) * SHOWN.length + opening)
  if (NOUNS[opening] === 1 && /[^s]s$/.test(read[at]?.text ?? '')) marks.push(S['^plural'])
}

/** "Could you please always add the units?" "Can you answer in German from now on?" But not: "what normally makes them?" */
export function isPolite(read: readonly Read[]): boolean {
  const opening = read[openingOf(read)]?.code
  if (opening !== QUERY && opening !== MAY) return false
  const [asked, ...words] = read.filter(({ code }) => !isBeside(code))
  if (asked === undefined) return false
  if (ASKED_OF_US.test(asked.text)) return words.slice(0, 1).some(isEver)
  if (!ASKED_OF.test(asked.text)) return false
  const [first] = words
  if (first !== undefined && (first.code === DONT || isEver(first))) return true
  return words.at(-1)?.code === STANDING || words.slice(0, 3).some(({ code }) => code === ALWAYS)
}

function isEver({ code }: Read): boolean {
  return code === ALWAYS || code === STANDING
}

/** Who is asked for something: the agent, or all of us. */
const ASKED_OF =
  /^(?:can|could|would|will) you$|^(?:kannst|könntest|würdest|magst) du|(?:peux|pourrais|veux)-tu$|pouvez-vous$|^tu (?:peux|pourrais)$|^(?:me )?(?:puedes|podrías|puede|podéis)$|^(?:能|可)/
const ASKED_OF_US = /^(?:can|could) we$|^können wir$|^(?:on peut|peut-on|podemos)$/

/** Of so many words at the beginning, openers aside. */
const OPENING_WORDS = 3

/** "Never push to main", "lance toujours les tests": what always or never holds, of nobody in particular. */
function isOrder(read: readonly Read[]): boolean {
  if (!has(ALWAYS) && !has(DONT)) return false
  let isForced = false
  for (let at = 0, left = OPENING_WORDS; at < read.length && left > 0; at += 1) {
    const code = read[at]?.code ?? OTHER
    if (isBeside(code)) continue
    if (TELLERS[code] === 1) return false
    isForced ||= code === ALWAYS || code === DONT
    left -= 1
  }
  return isForced
}

/** What begins a clause, and which signs follow each other. */
function markPairs(marks: number[], read: readonly Read[]): void {
  let begins = false
  for (let at = 0; at < read.length; at += 1) {
    const code = read[at]?.code ?? OTHER
    if (isBeside(code)) {
      begins = at > 0
      continue
    }
    if (begins) once(marks, BEGINS + code)
    begins = false
    const next = read[at + 1]?.code
    if (next !== undefined) once(marks, PAIRS + code * SHOWN.length + next)
  }
}

function once(marks: number[], mark: number): void {
  if (given[mark] === sentences) return
  given[mark] = sentences
  marks.push(mark)
}

function markWhole(marks: number[], sentence: string, read: readonly Read[]): void {
  let size = 0
  for (let at = 0; at < read.length; at += 1) size += read[at]?.size ?? 0
  const words = size / (HAN.test(sentence) ? LETTERS_OF_A_WORD : 1)
  if (words <= SHORT) marks.push(S.short)
  else if (words <= BRIEF) marks.push(S.brief)
  else if (words >= LONG) marks.push(S.long)
  if (words >= ENDLESS) marks.push(S.endless)
  if (endsIn(sentence, ':：')) marks.push(S[':'])
  if (isQuestion(sentence)) marks.push(S['?'])
  if (endsIn(sentence, '!！')) marks.push(S['!'])
}

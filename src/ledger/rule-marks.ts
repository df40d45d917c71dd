import type { Read } from './lexicon.ts'

type Signed = Read['sign']

/** How widely and how long something holds. */
const SCOPE: readonly Signed[] = ['standing', 'always', 'all', 'only']
/** What rules are made of, besides scope. */
const NORM: readonly Signed[] = ['standing', 'always', 'barred', 'must', 'dont', 'limit', 'ask']
const TELLING: readonly Signed[] = ['i', 'it', 'past', 'trouble', 'shows', 'cited', 'guess', 'react', 'now', 'once', 'query']
/** Of the moment, of the past, or of others. */
const FLEETING: readonly Signed[] = ['once', 'cited', 'guess', 'past', 'react', 'query']
const VERBS: readonly Signed[] = [
  ...([
    'must',
    'barred',
    'may',
    'need',
    'dont',
    'should',
    'hold',
    'talk',
    'be',
    'past',
    'shows',
    'deed',
    'wish',
    'guess',
  ] as const),
]
const TELLERS: readonly Signed[] = ['i', 'it', 'we', 'you', 'the', 'shows', 'trouble', 'be', 'wish', 'now']
/** Without any of these, a sentence may be a heading or a line of output as well. */
const EVIDENCE: readonly Signed[] = [
  ...([
    'standing',
    'always',
    'all',
    'only',
    'limit',
    'barred',
    'must',
    'should',
    'may',
    'need',
    'dont',
    'forbid',
    'hold',
  ] as const),
  ...(['talk', 'ask', 'condition', 'wish', 'we', 'you', 'manner'] as const),
]
const ONE: readonly Signed[] = ['the', 'it', 'i', 'a', 'name']
const MANY: readonly Signed[] = ['all', 'ones', 'matter', 'manner', 'only']
const EVER: readonly Signed[] = ['always', 'standing']
const SHORT = 3
const BRIEF = 6
const LONG = 22
/** Most who speak that long think aloud. */
const ENDLESS = 34
/** A Chinese word has about two letters. */
const LETTERS_OF_A_WORD = 1.7
const HAN = /[\u4e00-\u9fff]/

/** How a question ends. */
export const QUESTION: RegExp = /[?？؟]["'”’)]?\s*$/

/**
 * What speaks for or against a sentence being a rule: which signs it has, which one opens it and what follows that, which begin a clause or end the
 * sentence, some of them together, and the words themselves.
 *
 *     "Tests never hit the network, mock it"  →  always · scope · norm · ^matter · ^matter&scope · ,other …
 */
export function marksOf(sentence: string, read: readonly Read[]): ReadonlySet<string> {
  const marks = new Set<string>()
  const counts = new Map<Signed, number>()
  for (const { sign, mark } of read) {
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
    // Words lean one way or the other, too, whatever they show.
    if (mark !== undefined) marks.add(mark)
  }
  for (const [sign, count] of counts) {
    marks.add(sign)
    if (count > 1) marks.add(`${sign}2`)
  }
  const has = (signs: readonly Signed[]): boolean => signs.some((sign) => counts.has(sign))
  markOpening(marks, read, { hasScope: has(SCOPE), hasNorm: has(NORM) })
  markPairs(marks, read)
  markWhole(marks, sentence, read)
  marks.add(`${read.at(-1)?.sign ?? 'other'}$`)
  if (!has(VERBS)) marks.add('verbless')
  if (!has(TELLING)) marks.add('plain')
  if (counts.has('once') && has(NORM)) marks.add('once&norm')
  if (counts.has('past') && has(SCOPE)) marks.add('past&scope')
  if ((counts.has('trouble') || counts.has('shows')) && has(SCOPE)) marks.add('shows&scope')
  if (counts.has('you') && counts.has('condition')) marks.add('you&condition')
  if (counts.has('ask') && counts.has('condition')) marks.add('ask&condition')
  if (counts.has('matter') && !counts.has('deed')) marks.add('matter&deedless')
  if (!has(EVIDENCE)) marks.add('bare')
  if (isPolite(read)) marks.add('polite')
  if (!has(FLEETING) && isOrder(read)) marks.add('order')
  return marks
}

interface Holding {
  readonly hasScope: boolean
  readonly hasNorm: boolean
}

/** What a sentence opens with, past "please" and the like. */
function markOpening(marks: Set<string>, read: readonly Read[], { hasScope, hasNorm }: Holding): void {
  const at = Math.max(
    0,
    read.findIndex(({ sign }) => sign !== 'opener' && sign !== 'pause'),
  )
  const opening = read[at]?.sign ?? 'other'
  marks.add(`^${opening}`)
  const word = read[at]?.mark
  if (word !== undefined) marks.add(`^${word}`)
  marks.add(hasScope ? `^${opening}&scope` : `^${opening}&scopeless`)
  if (hasScope) marks.add('scope')
  if (hasNorm) marks.add('norm').add(`^${opening}&norm`)
  const second = read[at + 1]?.sign
  if (second !== undefined) {
    marks.add(`^^${second}`)
    marks.add(`^${opening}>${rangeOf(second)}`)
  }
  const isNoun = opening === 'other' || opening === 'matter' || opening === 'manner'
  if (isNoun && /[^s]s$/.test(read[at]?.text ?? '')) marks.add('^plural')
}

/** "Could you please always add the units?" "Can you answer in German from now on?" But not: "what normally makes them?" */
export function isPolite(read: readonly Read[]): boolean {
  const [asked, ...words] = read.filter(({ sign }) => sign !== 'opener' && sign !== 'pause')
  if (asked?.sign !== 'query' && asked?.sign !== 'may') return false
  const isEver = ({ sign }: Read): boolean => EVER.includes(sign)
  if (ASKED_OF_US.test(asked.text)) return words.slice(0, 1).some(isEver)
  if (!ASKED_OF.test(asked.text)) return false
  const [first] = words
  if (first !== undefined && (first.sign === 'dont' || isEver(first))) return true
  return words.at(-1)?.sign === 'standing' || words.slice(0, 3).some(({ sign }) => sign === 'always')
}

/** Who is asked for something: the agent, or all of us. */
const ASKED_OF =
  /^(?:can|could|would|will) you$|^(?:kannst|könntest|würdest|magst) du|(?:peux|pourrais|veux)-tu$|pouvez-vous$|^tu (?:peux|pourrais)$|^(?:me )?(?:puedes|podrías|puede|podéis)$|^(?:能|可)/
const ASKED_OF_US = /^(?:can|could) we$|^können wir$|^(?:on peut|peut-on|podemos)$/

/** "Never push to main", "lance toujours les tests": what always or never holds, of nobody in particular. */
function isOrder(read: readonly Read[]): boolean {
  const first = read.filter(({ sign }) => sign !== 'opener' && sign !== 'pause').slice(0, 3)
  return first.some(({ sign }) => sign === 'always' || sign === 'dont') && first.every(({ sign }) => !TELLERS.includes(sign))
}

/** How many things an order is about. */
function rangeOf(sign: Signed): 'one' | 'many' | 'ever' | 'other' {
  if (ONE.includes(sign)) return 'one'
  if (EVER.includes(sign)) return 'ever'
  return MANY.includes(sign) ? 'many' : 'other'
}

/** What begins a clause, and which signs follow each other. */
function markPairs(marks: Set<string>, read: readonly Read[]): void {
  let begins = false
  for (const [at, { sign }] of read.entries()) {
    if (sign === 'pause' || sign === 'opener') {
      begins = at > 0
      continue
    }
    if (begins) marks.add(`,${sign}`)
    begins = false
    const next = read[at + 1]?.sign
    if (next !== undefined) marks.add(`${sign}+${next}`)
  }
}

function markWhole(marks: Set<string>, sentence: string, read: readonly Read[]): void {
  const words = read.reduce((sum, { size }) => sum + size, 0) / (HAN.test(sentence) ? LETTERS_OF_A_WORD : 1)
  if (words <= SHORT) marks.add('short')
  else if (words <= BRIEF) marks.add('brief')
  else if (words >= LONG) marks.add('long')
  if (words >= ENDLESS) marks.add('endless')
  if (/[:：]\s*$/.test(sentence)) marks.add(':')
  if (QUESTION.test(sentence)) marks.add('?')
  if (/[!！]\s*$/.test(sentence)) marks.add('!')
}

import type { Act } from './acts.ts'
import { type Clause, topicWords } from './clauses.ts'
import type { Deed, DeedWay } from './deeds.ts'
import { deniesAny, type Evidence } from './evidence.ts'
import { occursIn } from './identifiers.ts'
import type { Source } from './sources.ts'

/** How a clause stands in what is told. */
export interface Setting {
  /** What the whole of it is about, for clauses that say little by themselves. */
  readonly about: ReadonlySet<string>
  /** Set if it speaks of the time after something else. */
  readonly isLater: boolean
  /** Set if it says what the agent said. */
  readonly isReported: boolean
}

/** More than this share of what a deed is about must be in one clause for the deed to be its. */
const SAID = 0.5
/** So much of it must be in one act, or in all that the sources did. */
const ONE_ACT = 0.7
const TOGETHER = 0.51
const MENDED = 0.4
/** With fewer words, an act of the same words may be about something else. */
const LEAST = 2

/** True if the sources show that something was done: they say so, or they are the deed themselves. */
export function isShown(deed: Deed, clause: Clause, source: Source, setting: Setting): boolean {
  const whole = withObject(deed, setting)
  // How something was mended is told in words of its own.
  if (whole.way === 'mend' && whole.words.size > 0 && source.evidence().best(whole.words, () => true) >= MENDED) return true
  // What was said stands in its own words.
  if ((whole.way === 'say' && clause.text.includes('…')) || isSaidDone(whole, clause, source, setting)) return true
  if (isVague(whole)) return false
  const after = setting.isLater && whole.way !== 'change' ? source.acts.lastChange() : -1
  const acts = source.acts.cited().filter(({ seq }) => seq > after)
  // Several changes or runs may be told in one sentence; of words, each sentence stands for itself.
  return JOINED.includes(whole.way) ? isDoneIn(whole, acts, TOGETHER) : acts.some((act) => isDoneIn(whole, [act], ONE_ACT))
}

/** True if nothing shows that something was done: no source says so, and no entry from the first of them on has done it. */
export function isNowhere(deed: Deed, clause: Clause, source: Source, setting: Setting): boolean {
  const whole = withObject(deed, setting)
  if (isSaidDone(whole, clause, source, setting)) return false
  if (isVague(whole)) return true
  const acts = source.acts.since(setting.isLater ? source.acts.lastChange() : source.acts.first())
  return !acts.some((act) => isDoneIn(whole, [act], ONE_ACT))
}

const JOINED: readonly DeedWay[] = ['change', 'run', 'git', 'any']

/** True if too little is said for an act to be told from others. */
function isVague({ way, words, names }: Deed): boolean {
  return way !== 'git' && words.size < LEAST && names.length === 0
}

/** "It was not run" is about what the telling is about. */
function withObject(deed: Deed, { about }: Setting): Deed {
  return deed.words.size > 0 || deed.way === 'git' ? deed : { ...deed, words: about }
}

/** What was wanted, announced or supposed is not done. */
const INTENDED =
  /\b(?:would|will|shall|should|must|can|could|may|might|let['’]?s|let me|going to|about to|needs? to|want(?:s|ed)? to|plan(?:s|ned)? to|to be|before I|please|next|if)\b|['’]ll\b/i
/** What people do, they say in few words: "/undo". */
const BY_PERSON = /\b(?:by|at) the (?:person|user|customer)\b/i

function isSaidDone(deed: Deed, clause: Clause, source: Source, { isLater }: Setting): boolean {
  if (deed.way === 'git') return false
  const evidence = source.evidence()
  // What is proposed or asked is that by being said.
  const isSpoken = ({ isProse, isPersons }: SpokenClause): boolean => isProse && !isPersons
  if (SPOKEN.test(deed.verb) && deed.words.size >= LEAST && evidence.best(deed.words, isSpoken) >= SPOKEN_SHARE) return true
  if (BY_PERSON.test(clause.text))
    return evidence.best(topicWords(deed.verb), ({ isPersons, text }) => isPersons && deed.forms.test(text)) > 0
  const after = isLater ? source.acts.lastChange() : -1
  const share = (isDenied: boolean): number =>
    evidence.best(deed.words, (said) => {
      if (said.isCall || said.isPersons || said.isGuess || said.seq <= after) return false
      if (deniesAny(said, deed.words) !== isDenied || !hasNames(said.text, deed.names)) return false
      return deed.past.test(said.text) && !INTENDED.test(said.text)
    })
  if (deed.names.length > 0 && deed.names.every((name) => isNamedDone(name, deed, evidence, after))) return true
  const done = share(false)
  return done > SAID && done > share(true)
}

type SpokenClause = Parameters<Parameters<Evidence['best']>[1]>[0]
/** Deeds that consist of words. */
const SPOKEN = /^(?:propos|recommend|suggest|offer|announc)/
const SPOKEN_SHARE = 0.6

/** True if a clause says of one name that this was done to it: of three commits, each was removed in a line of its own. */
function isNamedDone(name: string, deed: Deed, evidence: Evidence, after: number): boolean {
  return (
    evidence.best(topicWords(name), (said) => {
      if (said.isCall || said.isPersons || said.isGuess || said.isDenied || said.seq <= after) return false
      return said.text.length < SHORT && hasNames(said.text, [name]) && deed.past.test(said.text) && !INTENDED.test(said.text)
    }) > 0
  )
}

/** In a longer clause, something else may have been done. */
const SHORT = 120

/** True if acts, taken together, are the deed. */
function isDoneIn(deed: Deed, acts: readonly Act[], least: number): boolean {
  if (deed.way === 'git') return acts.some(({ ways, text }) => ways.includes('git') && deed.git.test(text))
  // What was made was not changed thereby.
  const isMade = CHANGED.test(deed.verb)
  const own = acts.filter(
    ({ ways }) => ways.includes(deed.way === 'any' ? 'run' : deed.way) && !(isMade && ways.includes('make')),
  )
  if (own.length === 0) return false
  const named = deed.names.filter((name) => own.some((one) => hasNames(one.text, [name])))
  if (named.length * 2 < deed.names.length) return false
  let found = 0
  for (const word of deed.words) if (own.some((one) => one.words().has(word))) found += 1
  return found >= deed.words.size * least
}

const CHANGED = /^(?:updat|chang|modif|edit|touch|adjust)/i

/** True if a text has one of the names, if there are any, perhaps without its folders. */
function hasNames(text: string, names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => occursIn(text, name) || occursIn(text, lastPart(name)))
}

function lastPart(path: string): string {
  const bare = path.replace(/\/$/, '')
  return bare.slice(bare.lastIndexOf('/') + 1) || path
}

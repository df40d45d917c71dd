import type { Act } from './acts.ts'
import type { Clause } from './clauses.ts'
import type { Deed } from './deeds.ts'
import { deniesAny } from './evidence.ts'
import { occursIn } from './identifiers.ts'
import type { Source } from './sources.ts'

/** How a clause stands in what is told. */
export interface Setting {
  /** What the whole of it is about, for clauses that say little by themselves. */
  readonly about: ReadonlySet<string>
  /** Set if it speaks of the time after something else. */
  readonly isLater: boolean
}

/** More than this share of what a deed is about must be in one clause for the deed to be its. */
const SAID = 0.5
/** So much of it must be in what was done: in all that the sources did, or in one act for it not to be left undone. */
const DONE = 0.5
const ONE_ACT = 0.75
const MENDED = 0.4
/** With fewer words, an act of the same words may be about something else. */
const LEAST = 2

/** True if the sources show that something was done: they say so, or they are the deed themselves. */
export function isShown(deed: Deed, clause: Clause, source: Source, setting: Setting): boolean {
  const whole = withObject(deed, setting)
  // How something was mended is told in words of its own.
  if (whole.way === 'mend' && whole.words.size > 0 && source.evidence().best(whole.words, () => true) >= MENDED) return true
  return isSaidDone(whole, clause, source, setting) || isDoneIn(whole, source.acts.cited(), DONE)
}

/** True if nothing shows that something was done: no source says so, and no entry from the first of them on has done it. */
export function isNowhere(deed: Deed, clause: Clause, source: Source, setting: Setting): boolean {
  const whole = withObject(deed, setting)
  if (isSaidDone(whole, clause, source, setting)) return false
  if (whole.way !== 'git' && whole.words.size < LEAST && whole.names.length === 0) return true
  const acts = source.acts.since(setting.isLater ? source.acts.lastChange() : source.acts.first())
  return !acts.some((act) => isDoneIn(whole, [act], ONE_ACT))
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

export function isSaidDone(deed: Deed, clause: Clause, source: Source, { isLater }: Setting): boolean {
  if (deed.way === 'git') return false
  const isTheirs = BY_PERSON.test(clause.text)
  const after = isLater ? source.acts.lastChange() : -1
  const share = (isDenied: boolean): number =>
    source.evidence().best(deed.words, (said) => {
      if (said.isCall || said.seq <= after || said.isPersons !== isTheirs || deniesAny(said, deed.words) !== isDenied) return false
      const isDone = isTheirs ? deed.forms.test(said.text) : deed.past.test(said.text) && !INTENDED.test(said.text)
      return isDone && !said.isGuess && hasNames(said.text, deed.names)
    })
  const [done, denied] = [share(false), share(true)]
  return (done > SAID && done > denied) || (isTheirs && done > 0)
}

/** True if acts, taken together, are the deed. */
export function isDoneIn(deed: Deed, acts: readonly Act[], least: number): boolean {
  if (deed.way === 'git') return acts.some(({ ways, text }) => ways.includes('git') && deed.git.test(text))
  const own = acts.filter(({ ways }) => ways.includes(deed.way === 'any' ? 'run' : deed.way))
  if (own.length === 0) return false
  const named = deed.names.filter((name) => own.some((one) => hasNames(one.text, [name])))
  if (named.length * 2 < deed.names.length) return false
  let found = 0
  for (const word of deed.words) if (own.some((one) => one.words().has(word))) found += 1
  return found >= deed.words.size * least
}

/** True if a text has one of the names, if there are any, perhaps without its folders. */
function hasNames(text: string, names: readonly string[]): boolean {
  return names.length === 0 || names.some((name) => occursIn(text, name) || occursIn(text, lastPart(name)))
}

function lastPart(path: string): string {
  const bare = path.replace(/\/$/, '')
  return bare.slice(bare.lastIndexOf('/') + 1) || path
}

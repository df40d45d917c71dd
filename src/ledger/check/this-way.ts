import { type Clause, topicWords } from './clauses.ts'
import { deedIn } from './deeds.ts'
import type { Evidence } from './evidence.ts'
import { isNegated } from './polarity.ts'
import { isNowhere, isShown, type Setting } from './shown.ts'
import type { Source } from './sources.ts'
import { isThingThere } from './things.ts'

/** How much of a clause its sources must say for it to be theirs. */
const RETOLD = 0.5
const OBJECT = 0.99

/**
 * True if sources say a clause in the way that the text says it: as something that is so, or as something that is not. Of a clause and its
 * opposite, one is always refused.
 */
export function isSaidThisWay(clause: Clause, source: Source, setting: Setting): boolean {
  const deed = setting.isReported && isAgentsWord(clause, source.evidence()) ? undefined : deedIn(clause)
  if (deed !== undefined) {
    return clause.isDenied
      ? isNowhere(deed, clause, source, setting)
      : isShown(deed, clause, source, setting) || TO_COME.test(clause.text) || UNKNOWN.test(clause.text)
  }
  const evidence = source.evidence()
  if (FOUND.test(clause.text)) return wasEmpty(clause, evidence) === clause.isDenied
  const isThere = isThingThere(clause, evidence)
  if (isThere === false) return clause.isDenied
  const { affirmed, denied } = evidence.lean(clause.words)
  const isDenied = denied >= RETOLD && denied > affirmed
  return clause.isDenied ? isDenied || isDeniedObject(clause, evidence) : !isDenied || FAILED.test(clause.text)
}

/** That the agent said something: whether it is so is another question. */
const REPORTED =
  /^(?:(?:then|later|afterwards|but|at first),? )?(?:the |its )?(?:agent|assistant|summary|report|answer)(?:['’]s [a-z]{4,12})? (?:also |then |later |first |wrongly |had )?(?:said|says|wrote|writes|claimed|announced|reported|explained|declared|noted|thought)(?: that)? /i

export function isReported(statement: string): boolean {
  return REPORTED.test(statement)
}

/** True if the agent says so in the sources, in the same way. */
function isAgentsWord({ text, isDenied }: Clause, evidence: Evidence): boolean {
  const words = topicWords(text.replace(REPORTED, ''))
  return (
    words.size > 1 && evidence.best(words, (said) => said.isProse && !said.isPersons && said.isDenied === isDenied) >= REPEATED
  )
}

const REPEATED = 0.6

/** True if a statement says that something was not done. */
export function saysUndone(statement: string): boolean {
  return isNegated(statement) && deedIn({ text: statement }) !== undefined
}

/** That a search or a command gave something or nothing. */
const FOUND = /\b(?:found|returned|printed|showed|gave) (?:nothing|something|some|no (?:results?|match(?:es)?|output|hits?))\b/i
/** How the log says that it gave nothing. */
const EMPTY =
  /\b(?:no|not|nothing|n['’]t)\b.{0,30}\b(?:return|f[io]u?nd|results?|match(?:es)?|output|hits?)|\b(?:return|found|print)(?:s|ed)? (?:nothing|no )|\bno output no errors\b/i

/** True if the sources say of what a clause names that nothing was found or printed. */
function wasEmpty({ words }: Clause, evidence: Evidence): boolean {
  return evidence.best(words, ({ isDenied, text }) => isDenied && EMPTY.test(text)) > 0
}

/** What comes after something is done says nothing of whether it was. */
const TO_COME = /^(?:next: |then )?(?:after|once|when|until|before|as soon as)\b/i

/** What is not known is not said. */
const UNKNOWN = /^(?:whether|why|how|what|which|who) .{1,200} (?:unknown|unclear|open|undecided)\b/i

/** That something failed is no more denied by a "not" than it is said by it; how it went is looked at by itself. */
const FAILED = /\bfailed\b/i

/** What follows a denial. */
const OBJECTS = /\b(?:not|no|never|without|nor|cannot|outside|except)\b|n['’]t\b/i

/** True if what is denied is denied in one clause of the sources, too. */
function isDeniedObject({ text }: Clause, evidence: Evidence): boolean {
  const at = OBJECTS.exec(text)
  if (at === null) return false
  const object = new Set([...topicWords(text.slice(at.index + at[0].length))].slice(0, 3))
  if (/^(?:no|without)$/i.test(at[0]) && [...object].some((word) => !evidence.has(word))) return true
  const isThere = ({ isDenied, text: said }: Clause): boolean => {
    const denial = isDenied ? OBJECTS.exec(said) : null
    if (denial === null) return false
    const behind = topicWords(said.slice(denial.index, denial.index + NEAR))
    return [...object].every((word) => behind.has(word))
  }
  return object.size >= 2 && evidence.best(object, isThere) >= OBJECT
}

const NEAR = 100

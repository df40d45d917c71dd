import type { Clause } from './clauses.ts'
import { topicWords } from './clauses.ts'
import type { Evidence } from './evidence.ts'

const WORK =
  'run|done|tested|checked|examined|opened|committed|pushed|fixed|verified|confirmed|answered|commented|corrected|looked at|worked out|measured|reviewed|covered|undone|redone|reset|reproduced|known|found|searched|searched for|looked for|built|compiled|linted|formatted|type-checked|deployed|merged|released|installed|asked|raised|edited|executed|tried|sent|staged|documented|migrated|benchmarked|profiled|cleaned up'
const MORE =
  'begun|started|changed|modified|touched|written|read|said|seen|shown|resolved|implemented|applied|performed|created|added|removed'
/** What stands in the log by this name if it was done there; nobody knows what was done elsewhere. */
const ACT = 'commit|push|merge'
const SEEN = String.raw`(?:was|were|is|has been|had been) seen\b`
const BETWEEN = '(?: (?:not|never|now|already|since|all|been|yet)){0,3}'
/** That something was done must be shown. */
const DONE = new RegExp(
  String.raw`\b(?:has|have|had|was|were|is|are)${BETWEEN} (${WORK})\b|\b(?:has|have|had)${BETWEEN} been${BETWEEN} (${MORE})\b|^(?:already )?(${WORK}|${MORE})(?: yet)?[.]?$|^(${WORK}) by\b|\b(${ACT})\b[^.]{0,30}? ${SEEN}`,
  'i',
)
/** That something was not done need not be said anywhere. */
const UNDONE = new RegExp(
  String.raw`\b(?:not|never|nothing|none|neither|no \w+)\b[^.]{0,30}?\b(${WORK})\b|\b(?:nothing|no|none)\b[^.]{0,40}?\b(?:has|have|had) been (${MORE})\b|\b(?:has|have|had) (?:not|never)(?: yet)? been (${MORE})\b|^(?:not|nothing) (?:\w+ ){0,2}(${MORE})\b|\bnot (${MORE}) (?:yet|so far)\b|\bno (${ACT})\b[^.]{0,30}? ${SEEN}`,
  'i',
)
/** An error that is said to be resolved in some way: the way must be shown. */
const RESOLVED = /\b(?:resolved|fixed|solved)\b/i

/** How much of a clause its sources must say for it to be theirs. */
const SHOWN = 0.4
const RETOLD = 0.5
const CONTRADICTED = 0.6
const OBJECT = 0.99

/**
 * True if sources say a clause in the way that the text says it: as something that is so, or as something that is not. Of a clause and its
 * opposite, one is always refused.
 */
export function isSaidThisWay(clause: Clause, evidence: Evidence, about: ReadonlySet<string>): boolean {
  const deed = (clause.isDenied ? UNDONE : DONE)
    .exec(clause.text)
    ?.slice(1)
    .find((word) => word !== undefined)
  if (deed !== undefined) return isShown(deed, clause, evidence, about) !== clause.isDenied
  const { affirmed, denied } = evidence.lean(clause.words)
  if (!clause.isDenied) {
    // A "not" in code or in a long output says nothing of what stands beside it.
    const contradicted = evidence.best(clause.words, (said) => said.isDenied && (said.isProse || said.text.length < SHORT))
    return contradicted < CONTRADICTED || contradicted <= affirmed
  }
  return (denied >= RETOLD && denied > affirmed) || isDeniedObject(clause, evidence)
}

function isShown(deed: string, clause: Clause, evidence: Evidence, about: ReadonlySet<string>): boolean {
  const [stem = ''] = topicWords(deed)
  const words = clause.words.size < LEAST ? new Set([...clause.words, ...about]) : clause.words
  if (RESOLVED.test(deed)) {
    const way = new Set([...clause.words].filter((word) => !['reso', 'fix', 'fixe', 'solv'].includes(word)))
    return way.size > 0 && evidence.best(way, () => true) >= SHOWN
  }
  const share = (isDenied: boolean): number =>
    evidence.best(words, (said) => said.isDenied === isDenied && !said.isPersons && said.words.has(stem))
  return share(false) >= SHOWN && share(false) > share(true)
}

const LEAST = 3
const SHORT = 160

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

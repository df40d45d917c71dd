import type { Clause } from './clauses.ts'
import { topicWords } from './clauses.ts'
import type { Evidence, SourceClause } from './evidence.ts'
import { isNegated } from './polarity.ts'

const WORK =
  'run|rerun|done|redone|tested|checked|examined|opened|committed|pushed|fixed|verified|confirmed|answered|commented|corrected|looked at|worked out|measured|reviewed|covered|undone|reset|reproduced|known|found|searched|searched for|looked for|built|compiled|linted|formatted|type-checked|deployed|merged|released|installed|asked|raised|edited|executed|tried|sent|staged|documented|migrated|benchmarked|profiled|cleaned up|discussed|mentioned|settled|decided|explained|announced|restored|repeated|submitted|taken back|begun|searched|applied|solved|spawned|delivered|rendered|remarked on|remarked|noticed|looked into|told|rerun|rebuilt|confirmed|printed|inspected|opened|loaded|visited|followed up|dealt with|handled|reported|closed|claimed|given up|compared|taken out|published|uploaded|downloaded|cancelled|booked|refunded|approved|assigned'
const MORE =
  'started|changed|modified|touched|written|read|said|given|shown|resolved|implemented|applied|performed|created|added|removed|moved|used|updated|finished'
/** What was done as well if it is so now. */
const LASTING = 'changed|modified|finished|resolved|implemented|updated|created|removed'
/** What stands in the log by this name if it was done there; nobody knows what was done elsewhere. */
const ACT = 'commit|push|merge'
const WAS = String.raw`\b(?:was|were|is|are|has been|have been|had been)(?: (?:not|never|now|also|later|ever|yet|only)){0,2}`
const BETWEEN = '(?: (?:not|never|now|already|since|all|been|yet)){0,3}'
/** That something was done must be shown. */
const DONE = new RegExp(
  String.raw`\b(?:has|have|had|was|were|is|are)${BETWEEN} (${WORK})\b|\b(?:has|have|had)${BETWEEN} been${BETWEEN} (${MORE})\b|(?:^|\b(?:and|but) )(?:already )?(${WORK}|${MORE})(?= (?:yet|so far)\b|[,.:]|$)|\balready (${WORK}|${MORE})(?=[,.)]|$)|\b(${WORK}|${MORE}) (?:yet|so far)\b|^(${WORK}) by\b|\b(${ACT})\b[^.]{0,30}? ${WAS} seen\b|${WAS} (seen)\b|\bsomething (?:else )?(?:was|is|were) (${MORE})\b|\b(?:was|were) (${MORE})\b|\b(?:is|are) (${LASTING})\b`,
  'i',
)
/** That something was not done need not be said anywhere. */
const UNDONE = new RegExp(
  String.raw`\bno (${ACT})\b[^.]{0,30}? ${WAS} seen\b|\b(?:no|not|never|nothing|none|neither)\b[^.]{0,100}?\b(seen)\b|\b(?:not|never|nothing|none|neither|nobody|no one|no \w+)\b[^.]{0,30}?\b(${WORK})\b|\b(?:nothing|no|none)\b[^.]{0,40}?\b(?:has|have|had) been (${MORE})\b|\b(?:has|have|had) (?:not|never)(?: yet)? been (${MORE})\b|^(?:not|nothing) (?:\w+ ){0,2}(${MORE})\b|\bnot (${MORE}) (?:yet|so far)\b|\bnot yet (${MORE})\b|\bnothing (?:else )?(?:was|is|were) (${MORE})\b|\b(?:was|were) (?:not|never)(?: yet)? (${MORE})\b|\b(?:is|are) (?:not|never)(?: yet)? (${LASTING})\b`,
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
  if (deed !== undefined)
    return isShown(deed, clause, evidence, about) !== clause.isDenied || (!clause.isDenied && TO_COME.test(clause.text))
  if (FOUND.test(clause.text)) return wasEmpty(clause, evidence) === clause.isDenied
  const thing = (clause.isDenied ? NOTHING : SOMETHING).exec(clause.text)?.[1]
  if (thing !== undefined) {
    const isThere = isThingThere(thing, clause, evidence)
    if (!clause.isDenied && !isThere) return false
    if (clause.isDenied && !isThere) return true
  }
  const { affirmed, denied } = evidence.lean(clause.words)
  if (!clause.isDenied) {
    // A "not" in code or in a long output says nothing of what stands beside it.
    const contradicted = evidence.best(clause.words, (said) => said.isDenied && (said.isProse || said.text.length < SHORT))
    return contradicted < CONTRADICTED || contradicted <= affirmed || FAILED.test(clause.text)
  }
  return (denied >= RETOLD && denied > affirmed) || isDeniedObject(clause, evidence)
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

/** That something failed is no more denied by a "not" than it is said by it; how it went is looked at by itself. */
const FAILED = /\bfail(?:s|ed)\b/i

const THING = String.raw`((?:[\p{L}\p{N}_.-]+ ){0,2}[\p{L}\p{N}_.-]+)`
const HAVING =
  'has|have|had|got|gets?|gives?|gave|shows?|showed|is|are|was|were|there is|there was|names?|covers?|with|and|but|to'
const NOTHING = new RegExp(String.raw`\b(?:no|without) ${THING}`, 'iu')
const SOMETHING = new RegExp(String.raw`\b(?:${HAVING}) a ${THING}`, 'iu')

/** True if one clause of the sources has a thing, together with something else of what is said. */
function isThingThere(thing: string, clause: Clause, evidence: Evidence): boolean {
  const object = topicWords(thing)
  if (object.size === 0) return true
  const rest = [...clause.words].filter((word) => !object.has(word))
  return (
    evidence.best(object, (said) => !said.isDenied && (rest.length === 0 || rest.some((word) => said.words.has(word)))) >= OBJECT
  )
}

/** True if a statement says that something was not done. */
export function saysUndone(statement: string): boolean {
  return isNegated(statement) && UNDONE.test(statement)
}

function isShown(deed: string, clause: Clause, evidence: Evidence, about: ReadonlySet<string>): boolean {
  const [stem = ''] = topicWords(deed)
  const words = clause.words.size < LEAST ? new Set([...clause.words, ...about]) : clause.words
  if (RESOLVED.test(deed)) {
    const way = new Set([...clause.words].filter((word) => !['reso', 'fix', 'fixe', 'solv'].includes(word)))
    return way.size > 0 && evidence.best(way, () => true) >= SHOWN
  }
  if (isCarriedOut(deed, words, evidence)) return true
  // A word like "commit" says little by itself; the command says that it was done.
  const isDeed = ACTS.has(deed)
    ? ({ text, isCall }: SourceClause): boolean => isCall && actIn(deed).test(text)
    : RUN.test(deed)
      ? ({ text, isCall }: SourceClause): boolean => !isCall && WAS_RUN.test(text)
      : undefined
  const isTheirs = BY_PERSON.test(clause.text)
  const share = (isDenied: boolean): number =>
    evidence.best(
      ACTS.has(deed) ? new Set([stem]) : words,
      (said) =>
        said.isDenied === isDenied &&
        said.isPersons === isTheirs &&
        !WOULD_BE.test(said.text) &&
        (isDeed?.(said) ?? said.words.has(stem)),
    )
  return (
    (share(false) >= SHOWN && share(false) > share(true)) || (isTheirs && share(false) > 0) || isCalled(deed, words, evidence)
  )
}

/** What would be done is not done. */
const WOULD_BE = /\bwould have\b|\bif (?:it (?:is|was|were) )?[a-z]{3,12}ed\b/i

/** What people do, they say in few words: "/undo". */
const BY_PERSON = /\b(?:by|at) the (?:person|user)\b/i

/** Deeds that calls show without saying so: what git did, and what was done to a file that the clause names. */
const BY_GIT = /^(commit|push|merg|stag)(?:ted|ed|d)$/i
const ON_FILES =
  /^(?:edited|changed|modified|touched|written|created|added|updated|applied|removed|moved|replaced|implemented|fixed)$/i

/** True if a call of the agent's is the deed itself. */
function isCarriedOut(deed: string, words: ReadonlySet<string>, evidence: Evidence): boolean {
  const act = BY_GIT.exec(deed)?.[1]?.toLowerCase()
  if (act !== undefined) {
    const done = new RegExp(String.raw`\bgit\b[^|;&\n]{0,80} ${act === 'merg' ? 'merge' : act === 'stag' ? 'add' : act}\b`, 'i')
    return evidence.best(words, ({ isCall, text }) => isCall && done.test(text)) > 0
  }
  const [stem = ''] = topicWords(deed)
  const about = new Set([...words].filter((word) => word !== stem))
  return ON_FILES.test(deed) && about.size > 0 && evidence.changed(about) >= CALLED
}

const RUN = /^(?:run|rerun|executed|tried)$/i
/** That something is called `npm run x` does not say that it was run. */
const WAS_RUN =
  /\b(?:ran|reran|(?:was|were|been|is|are|now|just|already) (?:re)?run|running|executed|tried|pass(?:es|ed)?|fail(?:s|ed)?|succeed(?:s|ed)?)\b/i

/** True if a call shows that something was run. */
function isCalled(deed: string, words: ReadonlySet<string>, evidence: Evidence): boolean {
  return RUN.test(deed) && evidence.best(words, ({ isCall }) => isCall) >= CALLED
}

/** Of what is said to have been run, so much must be in one call. */
const CALLED = 0.6
const ACTS: ReadonlySet<string> = new Set(ACT.split('|'))

function actIn(act: string): RegExp {
  return new RegExp(String.raw`\bgit\b[^|;&\n]{0,80} ${act}\b`, 'i')
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

import type { ItemKind } from '../../schema/ledger.ts'
import { type Clause, topicWords } from './clauses.ts'
import type { Evidence } from './evidence.ts'
import { identifiersIn, occursIn } from './identifiers.ts'
import type { Source } from './sources.ts'

const FAILED =
  /\b(?:fail(?:s|ed|ing|ures?)?|errors?|broken|crash(?:es|ed)?|aborted|✗|×|FAIL|undefined|no such|no match(?:es)?|cannot|not found|invalid)\b|[✗×]/i
const PASSED =
  /\b(?:pass(?:es|ed|ing)?|success(?:ful)?(?:ly)?|green|clean|ok|succeed(?:s|ed)?|works?|0 (?:issues|errors|fail\w*)|✓)\b|[✓✔]/i
const CLAIMS = {
  failed: /\bfail(?:s|ed)?\b/i,
  passed: /\bpass(?:es|ed|ing)?\b(?=$|[.,;)]| (?:again|with|in|now|when|after|before|on|at|all)\b)/i,
} as const
const PENDING =
  /\b(?:still to be|yet to be|to be done|still to do|to do|pending|unresolved|remains? to|still open|still missing)\b/i
const UNFINISHED = /\b(?:still|yet|todo|to do|pending|remain(?:s|ing)?|need(?:s|ed)? to|left to)\b/i
/** Before what is only of some kind, "already" says nothing: "takes already parsed text". */
const DONE = /^(?:done|finished|completed)\b|(?:^|[,(] ?|\b(?:is|are|was|were|has|have|had|been) )already\b/i
/** What is open or to be done cannot begin like this. */
const DONE_LABEL = /^(?:already )?(?:done|finished|completed)\b/i
const FINISHED =
  /\b(?:done|already|complete[ds]?|finish\w*|success\w*|pass\w*|ok|fixed|resolved|has been|have been|now|was|were|updated|created|green|clean)\b|[✓✔✅]/i

/** What would be if has not gone either way. */
const CONDITIONAL = /\b(?:if|unless|when|until)\b/i

/** Words that say how something went. */
const MANNER = new Set([
  'fail',
  'pass',
  'erro',
  'succ',
  'work',
  'pend',
  'done',
  'to',
  'stil',
  'alre',
  'next',
  'open',
  'rema',
  'miss',
])
const SHARED = 0.25

/** True if a clause says that something failed, passed, is done or is to be done, and its sources say so of nothing like it. */
export function turnedOutcome({ text, words }: Clause, source: Source, kind: ItemKind): boolean {
  const evidence = source.evidence()
  const about = new Set([...words].filter((word) => !MANNER.has(word)))
  const share = (way: RegExp): number => evidence.best(about, (said) => way.test(said.text) && !CONDITIONAL.test(said.text))
  if ((kind === 'open' || kind === 'step') && DONE_LABEL.test(text)) return true
  if (text.includes(FAILURE_QUOTED)) return CLAIMS.passed.test(text)
  if (about.size === 0) return false
  if (isOfAnother(text, evidence)) return true
  if (CLAIMS.failed.test(text) && !CLAIMS.passed.test(text))
    return (!source.hasFailed && share(FAILED) === 0) || share(FAILED) < share(PASSED) - MARGIN
  if (CLAIMS.passed.test(text) && !CLAIMS.failed.test(text)) return share(PASSED) === 0 || share(PASSED) < share(FAILED) - MARGIN
  if (PENDING.test(text)) return kind !== 'open' && kind !== 'step' && share(UNFINISHED) < SHARED
  return DONE.test(text) && share(FINISHED) < SHARED
}

/** True if a clause says of a name how it went, and its sources say so of other names and the other thing of this one. */
function isOfAnother(text: string, evidence: Evidence): boolean {
  const [hasFailed, hasPassed] = [CLAIMS.failed.test(text), CLAIMS.passed.test(text)]
  const names = identifiersIn(text).filter((name) => /[\p{L}_]/u.test(name))
  if (hasFailed === hasPassed || names.length === 0) return false
  const isTold = (way: RegExp, other: RegExp): boolean =>
    names.some(
      (name) =>
        evidence.best(topicWords(name), (said) => way.test(said.text) && !other.test(said.text) && occursIn(said.text, name)) > 0,
    )
  return hasFailed ? isTold(PASSED, FAILED) && !isTold(FAILED, PASSED) : isTold(FAILED, PASSED) && !isTold(PASSED, FAILED)
}

/** Stands for words of the sources that tell of a failure. */
export const FAILURE_QUOTED = '…✗'

const MARGIN = 0.1

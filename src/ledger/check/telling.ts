import type { ItemKind } from '../../schema/ledger.ts'
import type { FindingReason } from '../../schema/summary.ts'
import { saysTrouble } from '../cues.ts'
import { isQuestion } from '../last-sign.ts'
import { type Clause, clausesIn, statementsIn, topicWords } from './clauses.ts'
import { contentWords, shareIn } from './content-words.ts'
import { turnedContrast } from './contrasts.ts'
import { deedIn, isLater } from './deeds.ts'
import { misplacedFile } from './elsewhere.ts'
import { withoutErrorWords } from './error-words.ts'
import { hasWords } from './has-words.ts'
import { identifiersIn, swappedNumbers } from './identifiers.ts'
import { speaksForUser } from './markers.ts'
import { inventedName } from './named.ts'
import { strayNumber } from './numbers.ts'
import { oppositesOf, plainWords } from './opposites.ts'
import { FAILURE_QUOTED, turnedOutcome } from './outcomes.ts'
import { isHedged } from './polarity.ts'
import { isShown, type Setting } from './shown.ts'
import type { Source } from './sources.ts'
import { isReported, isSaidThisWay, saysUndone } from './this-way.ts'
import { isChangedAsTold } from './told-changes.ts'
import { isCommittedAsTold } from './told-commits.ts'
import { isRunAsTold } from './told-runs.ts'
import { asSeen, deceptiveIn } from './unseen.ts'

/** What is wrong with what is told, and in which words. */
export interface Fault {
  readonly reason: FindingReason
  readonly detail: string
  /** The sources say that it is otherwise. */
  readonly isContrary?: true
}

/** What a telling is held against. */
export interface TellingScene {
  readonly source: Source
  /** What is open or to be done may be stated firmly even if the source is not sure of it. */
  readonly kind: ItemKind
  /** True if a name stands anywhere in the conversation. */
  knows(name: string): boolean
  /** True if a person says this in the sources; what was asked may be a question. */
  heard(what: string, isAsked: boolean): boolean
  /** True if a person, or the agent, wrote these very words in the sources. */
  wrote(words: string, author: 'person' | 'agent'): boolean
}

/** Of the words of a telling, so many must be its sources' words: what shares less was made up, or drawn from somewhere else. */
const SUPPORT = 0.4

/** What is drawn from several entries has more words of its own. */
const CONCLUSION_SUPPORT = 0.25

/** What is true of the rest does not bear out a statement that has nothing of its sources. */
const STATEMENT_SUPPORT = 0.2
const LEAST_WORDS = 3
/** What was not done, asked or said is nowhere to be found; if it is told in more words than this, some of them must be. */
const MOST_UNDONE = 8

/** What the agent may conclude from what it heard, did and saw. */
export const CONCLUDED: readonly ItemKind[] = ['open', 'step', 'state', 'decision', 'rejected']

/** That a person asked for something, or wrote it, and what. Approvals are not among it. */
const HEARD =
  /\b(?:the )?(?:person|user) (?:had |has |then |also )?(asked|wrote|said)((?: (?:for|that|to|not|about|why|how|whether))?\b[^,;.]{3,120})/gi

/** True if a text says of a person what the cited words of that person do not bear out. */
export function misquotes(text: string, { heard }: TellingScene): boolean {
  let isUnheard = false
  const rest = asSeen(text).replaceAll(HEARD, (claim: string, verb: string, what: string) => {
    const isTheirs = heard(what, verb.toLowerCase() === 'asked')
    isUnheard ||= !isTheirs
    return isTheirs ? '' : claim
  })
  const isAscribed = (told: RegExp): boolean => told.test(rest) && !heard(rest.replace(told, ''), false)
  return isUnheard || isAscribed(OF_PERSON) || isAscribed(LIFTED) || speaksForUser(rest)
}

/** That something is so because a person says or wants it. */
const OF_PERSON =
  /\b(?:according to|on behalf of|as instructed by|at the (?:wish|request) of) (?:the )?(?:person|user|customer)\b/i
/** That a rule has ended: people's rules end by their own words. */
const LIFTED =
  /\b(?:nothing|nobody|no rule) (?:now )?(?:forbids|prohibits|prevents)\b|\b(?:rules?|bans?|limits?|constraints?|restrictions?|prohibitions?|instructions?)\b[^.;]{0,80}\b(?:no longer|not) (?:holds?|appl(?:y|ies)|valid|in force|needed)\b|\b(?:rules?|bans?|constraints?|restrictions?|prohibitions?)\b[^.;]{0,80}\b(?:was|is|were|are|been) (?:lifted|waived|suspended|void|overruled)\b/i

/** What is wrong with paraphrased sentences, held against what they retell: the first thing that is. */
export function faultInTelling(text: string, scene: TellingScene): Fault | undefined {
  const { source } = scene
  if (misquotes(text, scene)) return { reason: 'speaks-for-user', detail: '' }
  const hidden = deceptiveIn(text).find((sign) => !source.text.includes(sign))
  if (hidden !== undefined) return { reason: 'not-in-source', detail: 'signs that cannot be seen' }
  const misquoted = falseQuote(text, scene)
  if (misquoted !== undefined) return { reason: 'not-in-source', detail: `“${misquoted}” in these words` }
  const { text: told, misplaced } = withoutErrorWords(withoutQuotes(withoutAscribed(text, scene), source.text), source.text)
  if (misplaced !== undefined) return { reason: 'not-in-source', detail: `“${misplaced}” of this` }
  const about = topicWords(statementsIn(text)[0]?.slice(0, 80) ?? '')
  for (const statement of statementsIn(told)) {
    const fault = faultOfStatement(statement, scene, about)
    if (fault !== undefined) return fault
  }
  const least = isDrawn(scene) ? CONCLUSION_SUPPORT : SUPPORT
  if (statementsIn(told).every(isBriefDenial)) return undefined
  return shareIn(contentWords(text), source.words()) < least ? { reason: 'unsupported', detail: '' } : undefined
}

/** True if a statement says in few words what was not done: no source need have them. */
function isBriefDenial(statement: string): boolean {
  return saysUndone(statement) && contentWords(statement).size <= MOST_UNDONE
}

/** True if it is drawn from several entries. */
function isDrawn({ kind, source }: TellingScene): boolean {
  return CONCLUDED.includes(kind) && source.entries > 1
}

/** Whether the calls of the log and their results show what a statement says; `undefined` if it is about something else. */
function isShownAsTold(statement: string, { source, knows }: TellingScene): boolean | undefined {
  return (
    isRunAsTold(statement, source, knows) ?? isChangedAsTold(statement, source, knows) ?? isCommittedAsTold(statement, source)
  )
}

/** What is wrong with one statement without quotations, or with believing it rather than its opposite. */
export function faultOfStatement(statement: string, scene: TellingScene, about: ReadonlySet<string>): Fault | undefined {
  const isSo = isShownAsTold(statement, scene)
  if (isSo !== undefined) return isSo ? undefined : { reason: 'negation-lost', detail: statement, isContrary: true }
  return faultInStatement(statement, scene, about) ?? untold(statement, scene, about)
}

/** What of a statement could as well be the other way round, for all that its sources say. */
function untold(statement: string, scene: TellingScene, about: ReadonlySet<string>): Fault | undefined {
  const opposite = oppositesOf(statement, scene.source.plain()).find(
    ({ text }) => faultInStatement(text, scene, about) === undefined,
  )
  return opposite && { reason: opposite.reason, detail: `as well “${opposite.text}”` }
}

/** What is wrong with one statement. */
export function faultInStatement(statement: string, scene: TellingScene, about: ReadonlySet<string>): Fault | undefined {
  const { source, knows } = scene
  const invented = inventedName(statement, { text: source.text, knows, isConcluded: isDrawn(scene) })
  if (invented !== undefined) return { reason: 'not-in-source', detail: invented }
  const swapped = swappedNumbers(statement.replaceAll(LABELLED, '').replaceAll(DATE_OR_HASH, ''), source.numbers).find(
    (number) => number.length > LOOKED_UP,
  )
  if (swapped !== undefined) return { reason: 'numbers-swapped', detail: swapped }
  const stray = strayNumber(withoutLabels(statement, knows), source)
  if (stray !== undefined)
    return { reason: stray.isSwapped ? 'numbers-swapped' : 'not-in-source', detail: `${stray.number} beside these words` }
  const turned = turnedContrast(statement, source)
  if (turned !== undefined) return { reason: 'unsupported', detail: `“${turned}” here` }
  const misplaced = misplacedFile(statement, source)
  if (misplaced !== undefined) return { reason: 'not-in-source', detail: `this about ${misplaced}` }
  const words = contentWords(statement)
  if (words.size >= LEAST_WORDS && !isBriefDenial(statement) && shareIn(words, source.words()) < STATEMENT_SUPPORT)
    return { reason: 'unsupported', detail: statement }
  if (isDrawn(scene) && !isBriefDenial(statement) && isOfNamesAlone(statement, source))
    return { reason: 'unsupported', detail: statement }
  for (const clause of clausesIn(statement)) {
    const fault = faultInClause(clause, scene, { about, isLater: isLater(statement), isReported: isReported(statement) })
    if (fault !== undefined) return { ...fault, detail: clause.text }
  }
  return undefined
}

/** True if a statement has no more of its sources than names: what is to be done with them would be its own. */
function isOfNamesAlone(statement: string, source: Source): boolean {
  const bare = contentWords(identifiersIn(statement).reduce((text, name) => text.replaceAll(name, ' '), statement))
  return bare.size >= LEAST_OWN && shareIn(bare, source.words()) === 0
}

const LEAST_OWN = 2

/**
 * A text without what it says that somebody said, if that stands in a cited entry of that very one: the log has it word for word, so that
 * nothing of it is the model's.
 */
function withoutAscribed(text: string, { wrote }: TellingScene): string {
  return text.replaceAll(ASCRIBED, (claim: string, whose: string, words: string) =>
    wrote(words, /^a/i.test(whose) ? 'agent' : 'person') ? '' : claim,
  )
}

const ASCRIBED =
  /(?<=^|[.;"”] )(?:then )?the (agent|assistant|person|user) (?:then |also |later |had )?(?:said|wrote|answered|replied|reported|announced)(?: then| later| of it)?:? ["“]([^"“”\n]{3,400})["”][.;]?/gi
/** A text without what it quotes, whole words for whole words: the sources say that themselves. */
function withoutQuotes(text: string, source: string): string {
  return text.replaceAll(QUOTED, (quote: string, ...said: readonly (string | number | undefined)[]) => {
    const words = said.slice(0, 3).find((one) => typeof one === 'string') ?? quote
    const at = said.findLast((one) => typeof one === 'number') ?? 0
    const isTrouble = saysTrouble(String(words)) || WITH_WORDS.test(text.slice(Math.max(0, Number(at) - REACH), Number(at)))
    return hasWords(source, String(words)) ? (isTrouble ? FAILURE_QUOTED : '…') : quote
  })
}

/** Several words in quotation marks that nobody has in the conversation; what is left out in the middle is shown by dots. */
function falseQuote(text: string, { source, knows }: TellingScene): string | undefined {
  const quotes = [...text.matchAll(QUOTATION)].flatMap(([, quote = '']) => (/\p{L}\s+\p{L}/u.test(quote) ? [quote] : []))
  return quotes.find((quote) => {
    const parts = quote.split(/…|\.{3}/).map((part) => plainWords(part))
    return !parts.every((part) => part === '' || source.plain().includes(` ${part} `)) && !knows(quote)
  })
}

/** What failed with some words did fail. */
const WITH_WORDS = /\bfail(?:s|ed|ing)?\b[^.;"“`]{0,60}(?:with|:|by)[^.;"“`]{0,40}$/i
const REACH = 110
const QUOTATION = /(?<=^|[\s(])"([^"\n]{8,600})"(?=[\s.,;:)]|$)/g
const QUOTED = /"([^"\n]{4,600})"|“([^”\n]{4,600})”|`([^`\n]{12,600})`/g

function faultInClause(clause: Clause, { source, kind }: TellingScene, setting: Setting): Fault | undefined {
  const detail = clause.text
  if (clause.words.size === 0) return undefined
  const evidence = source.evidence()
  if (!isSaidThisWay(clause, source, setting)) return { reason: 'negation-lost', detail }
  const turned = turnedOutcome(clause, source, kind)
  if (turned || isDoneYet(clause, source, setting)) return { reason: 'unsupported', detail, isContrary: true }
  const { guessed, sure } = evidence.lean(clause.words)
  const isGuess = guessed >= GUESSED && guessed > sure && !isHedged(detail) && !isQuestion(detail)
  // What was not done is no guess, and what a tool shows is none either.
  if (isGuess && !saysUndone(detail) && evidence.best(clause.words, ({ isProse }) => !isProse) < guessed)
    return { reason: 'hypothesis-as-fact', detail }
  return undefined
}

/** True if something is called still to be done, and its sources show that it was done. */
function isDoneYet(clause: Clause, source: Source, setting: Setting): boolean {
  const text = clause.text.replace(/\b(?:still|yet) to be\b/i, '')
  const deed = text === clause.text ? undefined : deedIn({ text })
  return deed !== undefined && isShown(deed, clause, source, setting)
}

const GUESSED = 0.6
/** A statement without the numbers that the conversation knows something by: "PR 15", "task 6". */
function withoutLabels(statement: string, knows: TellingScene['knows']): string {
  return statement.replaceAll(KNOWN_BY, (label: string, word: string, number: string) =>
    [label, `${word} #${number}`, `#${number}`, `${WRITTEN[word.toLowerCase().slice(0, 2)] ?? word}/${number}`].some(knows)
      ? word
      : label,
  )
}

const KNOWN_BY = /\b(PRs?|pull requests?|issues?|tickets?|tasks?|phases?|MRs?) #?(\d{1,6})\b/gi
/** How addresses have these words. */
const WRITTEN: Readonly<Record<string, string>> = { pr: 'pull', pu: 'pull', is: 'issues', mr: 'merge_requests' }

/** Numbers of lines, issues and requests are names: they stand beside nothing but that word. */
const LABELLED = /\b(?:lines?|PRs?|pull requests?|issues?|tickets?|MRs?|merge requests?) #?\d{1,9}\b|(?<!\w)#\d{1,9}\b/gi
/** Dates and hashes are names, too. */
const DATE_OR_HASH = /\b\d{4}-\d{2}-\d{2}\b|\b(?=\d*[a-f])[0-9a-f]{7,40}\b/g
/** Shorter numbers are looked up one by one. */
const LOOKED_UP = 3

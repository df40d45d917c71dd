import { type Clause, topicWords } from './clauses.ts'
import { identifiersIn } from './identifiers.ts'
import { formsOf, PARTICIPLE, pastOf } from './verbs.ts'

/**
 * How it shows in a log that something was done: by a command, a change, a look at something, words, a step of git, or any of these. What was
 * mended and what is known shows in words alone.
 */
export type DeedWay = 'run' | 'change' | 'look' | 'say' | 'git' | 'any' | 'mend' | 'know'

/** What a clause says was done, or was not. */
export interface Deed {
  readonly verb: string
  /** The verb in any of its forms. */
  readonly forms: RegExp
  /** The verb as it looks when it is done. */
  readonly past: RegExp
  readonly way: DeedWay
  /** The step of git that it is, if it is one. */
  readonly git: RegExp
  /** What it was done to: the words of the clause without the verb, people and times. */
  readonly words: ReadonlySet<string>
  readonly names: readonly string[]
}

const BETWEEN =
  '(?: (?:not|never|now|also|already|since|all|ever|yet|only|just|later|then|still|again|even|both|last|first|been)){0,3}'
/** What is so now because it was done. */
const LASTING =
  'begun|known|changed|modified|finished|resolved|implemented|updated|created|removed|committed|pushed|merged|fixed|solved|released|published|deployed|done|tested|verified|reproduced|installed|answered|booked|cancelled|closed|undone|written|edited|settled|decided|run|rerun|read'

const DEEDS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:was|were|been|has|have|had)${BETWEEN} (${PARTICIPLE})\b`, 'gi'),
  new RegExp(String.raw`\b(?:is|are)${BETWEEN} (${LASTING})\b`, 'gi'),
  /\bdid(?:n['’]t| not| never| also)? ([a-z]{3,20})\b/gi,
  new RegExp(
    String.raw`\b(?:not|never|nothing|something|already)(?: yet)? (${PARTICIPLE})(?= (?:yet|so far|by|again|since)\b|[,.:;)]|$)`,
    'gi',
  ),
  new RegExp(String.raw`^(?:and |but )?(${PARTICIPLE})(?= (?:yet|so far|by|again|since)\b|\.?$)`, 'gi'),
  new RegExp(String.raw`\bnever (${PARTICIPLE})\b`, 'gi'),
  new RegExp(
    String.raw`^(?:no|nobody|no one|nothing|none|neither|somebody|something|some|both|an?) (?:[\w-]{1,30} ){0,4}?(${PARTICIPLE})\b`,
    'gi',
  ),
]

const WAYS: readonly (readonly [DeedWay, RegExp])[] = [
  ['mend', /^(?:fix|solv|resolv)/],
  ['know', /^(?:known|understood|shown|explained)/],
  ['any', /^(?:done|begun|finish|complet|carried)/],
  ['git', /^(?:commit|push|merg|stag|rebas)/],
  [
    'run',
    /^(?:re)?(?:run|execut|tr(?:y|ied)|test|buil|lint|compil|typecheck|type-check|repeat|start|launch|deploy|install|submit|publish|releas|perform|benchmark|profil)/,
  ],
  [
    'change',
    /^(?:re)?(?:chang|modif|edit|touch|updat|add|remov|creat|writ|delet|mov|renam|replac|implement|appl|revert|undo|restor|reset|extend|adjust|correct|convert|refactor|book|cancel|clos|clean|overwrit|mark|bump|copi|saved|assign|refund|migrat|document)/,
  ],
  ['look', /^(?:re)?(?:read|open|inspect|look|check|search|view|examin|review|verif|fetch|compar|load|visit|reproduc|render)/],
  [
    'say',
    /^(?:said|told|ask|answer|offer|mention|propos|announc|given|giving|nam|report|quot|discuss|comment|confirm|repl|recommend|suggest|inform|address|clarif|respond|remark|decid|settl|chosen|sent|notic|claim|requested|deliver|raised)/,
  ],
]

/** That something was seen is said of what was done: the noun says what. */
const SEEN_WAYS: readonly (readonly [DeedWay, RegExp])[] = [
  ['git', /\b(?:commits?|push(?:es)?|merges?)\b/i],
  ['change', /\b(?:edits?|changes?|correction|fix)\b/i],
  ['run', /\b(?:runs?|tests?|checks?|builds?|lint|UAT|attempt)\b/i],
]

/** What a clause says was done or was not, if it says so. */
export function deedIn({ text }: Pick<Clause, 'text'>): Deed | undefined {
  const verb = DEEDS.flatMap((deed) => [...text.matchAll(deed)].map(([, found = '']) => found)).find(
    (found) => wayOf(found.toLowerCase(), text) !== undefined,
  )
  const way = verb === undefined ? undefined : wayOf(verb.toLowerCase(), text)
  if (verb === undefined || way === undefined || (way === 'say' && DENIED_WORDS.test(text))) return undefined
  const forms = formsOf(verb)
  const about = withoutTimes(text)
  const words = topicWords(about.replaceAll(new RegExp(forms.source, 'gi'), ' ').replaceAll(PEOPLE, ' '))
  return {
    verb,
    forms,
    past: pastOf(verb),
    way,
    git: stepOfGit(verb, text),
    words,
    names: identifiersIn(about).filter((name) => /[\p{L}_]/u.test(name) && name.length > 2),
  }
}

function wayOf(verb: string, text: string): DeedWay | undefined {
  if (verb === 'taken') return /\btaken (?:out|back|away)\b/i.test(text) ? 'change' : undefined
  if (verb !== 'seen') return WAYS.find(([, verbs]) => verbs.test(verb))?.[0]
  return (SEEN_WAYS.find(([, noun]) => noun.test(text)) ?? ['look'])[0] as DeedWay
}

const GIT_STEPS: Readonly<Record<string, string>> = { merg: 'merge', stag: 'add', rebas: 'rebase' }

function stepOfGit(verb: string, text: string): RegExp {
  const named = /^(?:commit|push|merg|stag|rebas)/i.exec(verb)?.[0] ?? /\b(?:commit|push|merg)/i.exec(text)?.[0] ?? 'commit'
  const step = GIT_STEPS[named.toLowerCase()] ?? named.toLowerCase()
  return new RegExp(String.raw`\bgit\b[^|;&\n]{0,80} ${step}\b`, 'i')
}

/** What was said denies something, not that it was said. */
const DENIED_WORDS = /\b(?:told|asked|said|wrote|agreed|decided|instructed|warned)\b[^,;.]{0,60} (?:not|no|never|nothing)\b/i

/** Who did it is not what it was done to. */
const PEOPLE =
  /\b(?:by |to )?(?:the )?(?:person|people|user|customer|agent|assistant|coordinator|harness|anybody|somebody|someone|something|nothing|entries|log|seen)\b/gi
/** When or why it was done. */
const TIME = /\s(?:after|since|before|until|when|while|once|although|though|because|so that|then|yet|again|so far|either)\b.*$/is

function withoutTimes(text: string): string {
  const short = text.replace(TIME, '')
  return topicWords(short).size > 0 ? short : text
}

/** Whether a statement speaks of the time after something else. */
export function isLater(statement: string): boolean {
  return LATER.test(statement)
}

const LATER = /\b(?:again|since|after|afterwards|any ?more|rerun|redone|rebuilt|repeated)\b/i

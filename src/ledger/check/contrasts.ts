import { clausesIn, topicWords } from './clauses.ts'
import { fitOf, placeOf } from './numbers.ts'
import { isCopied } from './opposites.ts'
import type { Source } from './sources.ts'

/** Words for one side of something that has two sides: as a statement says it, and in all the forms that sources may have. */
interface Side {
  readonly said: RegExp
  readonly forms: RegExp
  /** It says so much that it must be told. */
  readonly isBound: boolean
}

type Contrast = readonly [one: Side, other: Side]

const side = (said: string, more = '', isBound = false): Side => ({
  said: new RegExp(String.raw`\b(?:${said})\b`, 'i'),
  isBound,
  forms: new RegExp(String.raw`\b(?:${(more === '' ? said : `${said}|${more}`).replaceAll('~', ENDING)})\b`, 'i'),
})

const ENDING = '(?:e|es|ed|d|s|ing|ting|ted)?'

/** Of each, one side is true at the most. */
const CONTRASTS: readonly Contrast[] = [
  [side('before|before that', 'prior|until|earlier|previously'), side('after|afterwards', 'following|once|since|later|then')],
  [side('the first', '1st|first|initial(?:ly)?'), side('the last', 'last|latest|final(?:ly)?')],
  [side('more'), side('fewer|less')],
  [side('at most|up to', 'max(?:imum)?|limit~|no more', true), side('at least', 'min(?:imum)?|or more|>=', true)],
  [side('larger|bigger|greater'), side('smaller')],
  [side('longer|slower'), side('shorter|faster')],
  [side('higher'), side('lower')],
  [side('above', 'over|on top|preceding'), side('below', 'under|beneath|underneath')],
  [side('ahead'), side('behind')],
  [side('newest', 'latest|most recent'), side('oldest', 'earliest|first')],
  [side('cheapest', 'lowest|cheaper|least'), side('most expensive', 'dearest|highest')],
  [
    side('all|every|each|both', 'whole|entire(?:ly)?|everything|everywhere|none|no|any'),
    side('some|some of|one of|several|most', 'only|partly|part|few|many|one', true),
  ],
  [
    side('added|created|written|introduced', 'add~|creat~|writ~|wrote|new|insert~|append~|feat'),
    side('removed|deleted|taken out', 'remov~|delet~|drop~|dropped|strip~|gone|tak(?:e|es|ing) out|rm'),
  ],
  [
    side('accepted|approved', 'accept~|approv~|agree~|yes|ok|okay'),
    side('refused|rejected|turned down', 'refus~|reject~|declin~|want to proceed|not want|rather not'),
  ],
  [side('enabled', 'enabl~|turn~ on'), side('disabled', 'disabl~|turn~ off')],
  [side('opened', 'open~'), side('closed', 'clos~')],
  [side('started', 'start~|launch~|begin~|began'), side('stopped', 'stop~|stopped|kill~')],
  [side('staged', 'git add|stag~'), side('unstaged', 'unstag~|reset')],
]

/** So many characters before and behind a word say what it is said of. */
const REACH = 90

/** The first word of a statement for one side of something of which its sources tell the other side as well, or rather. */
export function turnedContrast(statement: string, source: Source): string | undefined {
  for (const clause of clausesIn(statement)) {
    for (const contrast of CONTRASTS) {
      const [own, other] = contrast[0].said.test(clause.text) ? contrast : [contrast[1], contrast[0]]
      const match = own.said.exec(clause.text)
      if (match === null || other.said.test(clause.text) || isCopied(clause.text, match, source.plain())) continue
      if (!isToldSo(clause.text, match, own, other, source)) return match[0]
    }
  }
  return undefined
}

function isToldSo(text: string, match: RegExpExecArray, own: Side, other: Side, source: Source): boolean {
  const from = Math.max(0, match.index - REACH)
  const end = match.index + match[0].length
  const place = topicWords(`${text.slice(from, match.index)} ${text.slice(end, end + REACH)}`)
  if (place.size === 0) return true
  const best = (forms: RegExp): number =>
    Math.max(
      source.evidence().best(place, (said) => forms.test(said.text)),
      source.changes().best(place, (said) => forms.test(said.text)),
    )
  const [theirs, opposite] = [best(own.forms), best(other.forms)]
  if (theirs !== opposite) return theirs > opposite
  if (theirs === 0 && own.isBound) return false
  // What stands right beside the word decides between two clauses that say as much.
  const near = (forms: RegExp): number => fitOf(source.text, new RegExp(forms.source, 'gi'), placeOf(text, match.index, end))
  return near(own.forms) >= near(other.forms)
}

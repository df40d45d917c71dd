import { anotherMeasure, anotherName, fromTheSources, swapped } from './mistake.ts'

/** Ways in which an item can be turned into something that is not true, by a program. */
export const TWIN_CLASSES = ['number', 'negation put in', 'negation taken out', 'path', 'done/pending', 'guess as fact'] as const
/** Harder ones: most of them use words and numbers that the sources have, too. */
export const HARDER_CLASSES = [
  'line, version, time',
  'number of the sources',
  'name of the sources',
  'names swapped',
  'cause and effect',
  'before/after',
  'more/less',
  'all/some',
  'opposite deed',
] as const
export type TwinClass = (typeof TWIN_CLASSES | typeof HARDER_CLASSES)[number]

/** What the log has that a twin may be made of. */
export interface TwinMaterial {
  /** The paths of the log. */
  readonly paths: readonly string[]
  /** What the sources of the item say. */
  readonly source: string
}

/** The twins of a text of one class: each with one thing changed, none if there is nothing of that class to change. */
export function falsify(name: TwinClass, text: string, { paths, source }: TwinMaterial): readonly string[] {
  switch (name) {
    case 'number':
      return otherNumber(text)
    case 'line, version, time':
      return anotherMeasure(text)
    case 'number of the sources':
      return fromTheSources(text, source)
    case 'name of the sources':
      return anotherName(text, source)
    case 'names swapped':
      return swapped(text)
    case 'cause and effect':
      return firstOf(text, CAUSES)
    case 'before/after':
      return firstOf(text, TIMES)
    case 'more/less':
      return firstOf(text, AMOUNTS)
    case 'all/some':
      return firstOf(text, SHARES)
    case 'opposite deed':
      return firstOf(text, DEEDS)
    case 'negation put in':
      return firstOf(text, PUT_IN)
    case 'negation taken out':
      return firstOf(text, TAKEN_OUT)
    case 'path':
      return otherPath(text, paths)
    case 'done/pending':
      return firstOf(text, TURNED)
    case 'guess as fact':
      return firstOf(text, UNHEDGED)
  }
}

type Change = readonly [RegExp, string]

/** The first change that finds something, and only there. */
function firstOf(text: string, changes: readonly Change[]): readonly string[] {
  for (const [from, to] of changes) {
    const changed = text.replace(from, to)
    if (changed !== text) return [changed]
  }
  return []
}

const SPELLED: readonly string[] = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const NUMBER = new RegExp(String.raw`(?<![\w.:/#@^~-])(?:\d{1,7}|${SPELLED.join('|')})(?![\w/]|[.,:-]\d)`, 'gi')

/** A number by itself, not part of a name or a version: the first and the last of a text, each with another value. */
function otherNumber(text: string): readonly string[] {
  const found = [...text.matchAll(NUMBER)]
  const chosen = found.filter((_, at) => at === 0 || at === found.length - 1)
  return chosen.map((match) => {
    const [number] = match
    const spelled = SPELLED.indexOf(number.toLowerCase())
    const other =
      spelled === -1 ? String(Number(number) + (Number(number) % 2 === 0 ? 3 : 2)) : (SPELLED[(spelled + 2) % 9] ?? '')
    return `${text.slice(0, match.index)}${other}${text.slice(match.index + number.length)}`
  })
}

/** A clause that has no denial, in front of and behind a place. */
const FREE = {
  before: String.raw`(?<!\b(?:no|not|never|without|none|cannot|nothing|neither|nor)\b[^.;]{0,80})`,
  behind: String.raw`(?![^.;]{0,80}\b(?:no|not|never|without|none|cannot|nothing|neither|nor)\b)`,
}
const PUT_IN: readonly Change[] = [
  [
    new RegExp(
      String.raw`${FREE.before}\b(is|are|was|were|has|have|had|can|could|will|would|does|did|should|must)\b${FREE.behind}(?= [a-z])`,
    ),
    '$1 not',
  ],
  [
    new RegExp(
      String.raw`${FREE.before}(?<=[a-z)\x60"] )(returns?|uses?|passes|pass|takes?|reads?|calls?|added|removed|created|fails?|prints?|works?|needs?)\b${FREE.behind}`,
    ),
    'never $1',
  ],
]

const TAKEN_OUT: readonly Change[] = [
  [/\b(is|are|was|were|has|have|had|can|could|will|would|does|did|do|should|must) (?:not|never) /, '$1 '],
  [/\b(is|are|was|were|has|have|had|could|would|does|did|do|should)n['’]t /, '$1 '],
  [/\bcannot\b/, 'can'],
  [/\bwithout\b/, 'with'],
  [/\b[Nn](?:ever|ot) (?=[a-z])/, ''],
  [/\bno (?=[a-z])/, 'a '],
]

const TURNED: readonly Change[] = [
  [/\bnot (\w+ )?yet\b/i, 'already $1'],
  [/\b(?:Still to do|To do|Open|Next|Not begun|Not done|Pending|Remaining)\b:?/, 'Done:'],
  [/\bhas (?:not|never) been\b/, 'has been'],
  [/\bhave (?:not|never) been\b/, 'have been'],
  [/\b(?:still to be|yet to be)\b/, 'already'],
  [/\bpasse[sd]\b|\bpass\b/, 'fails'],
  [/\bfail(?:s|ed|ing)?\b/, 'passes'],
  [/\bresolved\b/, 'not resolved yet'],
  [/\b(added|created|removed|replaced|fixed|renamed|changed|implemented|written|committed)\b/, 'still to be $1'],
]

/** What brought about what. */
const CAUSES: readonly Change[] = [
  [/(?<=^|[.;] )([^.;,]{8,160}),? (because|since) ([^.;,]{8,160})(?=$|[.;,])/, '$3 $2 $1'],
  [/(?<=^|[.;] )([^.;,]{8,160}), (?:so|which is why) ([^.;,]{8,160})(?=$|[.;,])/, '$2, so $1'],
]

const TIMES: readonly Change[] = [
  [/\bafter\b(?!wards)/, 'before'],
  [/\bbefore\b/, 'after'],
  [/\bAfter\b/, 'Before'],
  [/\bBefore\b/, 'After'],
  [/\bafterwards\b/, 'before that'],
  [/\bfirst (?=[a-z])/, 'last '],
  [/\blast (?=[a-z])/, 'first '],
  [/\b(?:older|earlier)\b/, 'later'],
  [/\blater\b/, 'earlier'],
]

const AMOUNTS: readonly Change[] = [
  [/\bmore\b/, 'fewer'],
  [/\b(?:fewer|less)\b/, 'more'],
  [/\bat most\b|\bup to\b/, 'at least'],
  [/\bat least\b/, 'at most'],
  [/\b(?:larger|bigger|greater)\b/, 'smaller'],
  [/\bsmaller\b/, 'larger'],
  [/\b(?:longer|slower)\b/, 'shorter'],
  [/\bhigher\b/, 'lower'],
  [/\blower\b/, 'higher'],
  [/\boldest\b/, 'newest'],
  [/\bnewest\b/, 'oldest'],
  [/\bcheapest\b/, 'most expensive'],
  [/\bahead of\b/, 'behind'],
  [/\bbehind\b/, 'ahead of'],
  [/\babove\b/, 'below'],
  [/\bbelow\b/, 'above'],
]

const SHARES: readonly Change[] = [
  [/\b[Oo]nly (?=[a-z`\d])/, 'not only '],
  [/\b(?:all|every|each)(?: of)? (?!times)(?=[a-z`\d])/, 'only some of '],
  [/\bAll (?=[a-z`\d])/, 'Only some of '],
  [/\b(?:some|several|most) (?=[a-z])/, 'all '],
  [/\bboth (?=[a-z])/, 'only one of '],
  [/\bBoth (?=[a-z])/, 'Only one of '],
]

const DEEDS: readonly Change[] = [
  [/\badded\b/, 'removed'],
  [/\b(?:removed|deleted|taken out)\b/, 'added'],
  [/\b(?:created|written)\b/, 'deleted'],
  [/\baccepted\b/, 'refused'],
  [/\b(?:refused|rejected|turned down)\b/, 'accepted'],
  [/\benabled\b/, 'disabled'],
  [/\bdisabled\b/, 'enabled'],
  [/\bopened\b/, 'closed'],
  [/\bclosed\b/, 'opened'],
  [/\bstarted\b/, 'stopped'],
  [/\b(?:undone|reverted)\b/, 'kept'],
  [/\bkept\b|\bkeeps\b/, 'removed'],
  [/\bcommitted\b/, 'reverted'],
  [/\bstaged\b/, 'unstaged'],
]

const UNHEDGED: readonly Change[] = [
  [/\b(?:probably|perhaps|possibly|maybe|likely|apparently|presumably) /i, ''],
  [/\b(?:might|may|could) be\b/, 'is'],
  [/\b(?:might|may) /, 'does '],
  [/\b(?:seems?|appears?) to be\b/, 'is'],
  [/\bI (?:think|believe|guess|suspect)(?: that)? /, ''],
  [/\bit is (?:unclear|not clear|not known) whether\b/i, 'it is known that'],
  [/\b(?:is|are) (?:unclear|not known|not clear)\b/, 'is known'],
]

/** Another path of the log in place of the first: the next of the same ending. */
function otherPath(text: string, paths: readonly string[]): readonly string[] {
  const own = paths.filter((path) => text.includes(path)).toSorted((one, other) => other.length - one.length)[0]
  if (own === undefined) return []
  const ending = own.slice(own.lastIndexOf('.'))
  const others = paths.filter((path) => path.endsWith(ending) && !text.includes(path.slice(path.lastIndexOf('/') + 1)))
  const other = others.find((path) => path > own) ?? others[0]
  return other === undefined ? [] : [text.replace(own, other)]
}

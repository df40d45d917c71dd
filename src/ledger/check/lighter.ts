import type { ItemDraft, ItemKind } from '../../schema/ledger.ts'
import type { FindingReason } from '../../schema/summary.ts'
import { announces, saysTrouble } from '../cues.ts'
import { cueOf, says } from '../languages/cue.ts'
import { sentencesOf } from '../sentences.ts'
import { checkItem, type ItemCheck, type ItemScene } from './check-item.ts'
import { sentenceParts } from './clauses.ts'
import { contentWords, shareIn } from './content-words.ts'
import { hasMarker } from './markers.ts'
import { isHedged, isNegated } from './polarity.ts'
import { CONCLUDED } from './telling.ts'
import { deceptiveIn } from './unseen.ts'

type SoundItem = Extract<ItemCheck, { kind: 'sound' }>

/** Faults of what is said, not of who says it or how: of the rest, nothing is kept. */
const MENDABLE: readonly FindingReason[] = [
  'not-in-source',
  'numbers-swapped',
  'unsupported',
  'negation-lost',
  'hypothesis-as-fact',
  'kind-not-allowed',
  'marker',
  'speaks-for-user',
  'overtaken',
]
/** Handles in brackets: the item names its sources anyway. */
const HANDLES = /\s?\(e\d{1,9}(?:, ?e\d{1,9}){0,20}\)/g
const CONDITION = cueOf('condition')
/** A shorter rest says nothing by itself. */
const LEAST_WORDS = 3
/** Of the words of a refused item, so many must be in the sentence that takes its place. */
const SAME = 0.25
/** Or so many of its own words must be in the refused item, and not fewer than this. */
const MOSTLY = 0.34
const LEAST_SHARED = 3
const LONGEST = 400
const MOST_PARTS = 24

/** An item that says less: the part of a refused one that its sources bear out, or the sentence that it retells. */
export function lighterItem(draft: ItemDraft, reason: FindingReason, scene: ItemScene): SoundItem | undefined {
  if (
    deceptiveIn(draft.text).length > 0 ||
    !MENDABLE.includes(reason) ||
    draft.authority === 'user' ||
    draft.authority === 'system'
  )
    return undefined
  const bare = { ...draft, text: draft.text.replaceAll(HANDLES, '') }
  if (reason === 'marker' && hasMarker(bare.text)) return undefined
  const told = bare.text === draft.text ? undefined : soundItem(bare, scene)
  const part = told ?? besides(soundPart(bare, scene), bare)
  if (part !== undefined || reason === 'marker' || reason === 'speaks-for-user' || reason === 'overtaken') return part
  return asData(bare, scene) ?? besides(sourceSentence(draft, reason, scene), bare)
}

/** What was said besides goes with it: the checker says what of that may stand as a model's word. */
function besides(part: SoundItem | undefined, { text, sources }: ItemDraft): SoundItem | undefined {
  return part && { ...part, item: { ...part.item, unconfirmed: { text, sources } } }
}

/**
 * What is drawn from tools alone is told as what they say: it plans nothing and decides nothing. What a tool wants is neither a doubt nor
 * something that is missing.
 */
function asData(draft: ItemDraft, scene: ItemScene): SoundItem | undefined {
  const isLack = isHedged(draft.text) || isNegated(draft.text)
  const isTold = draft.kind === 'rejected' || (draft.kind === 'open' && draft.authority === 'tool')
  if (!CONCLUDED.includes(draft.kind) || !(isLack || isTold)) return undefined
  const data: ItemDraft = { ...draft, kind: 'fact', authority: 'tool' }
  return soundItem(data, scene) ?? soundPart(data, scene)
}

function soundItem(draft: ItemDraft, scene: ItemScene): SoundItem | undefined {
  const check = checkItem(draft, scene)
  return check.kind === 'sound' ? check : undefined
}

/** The statements of it that are sound together, the end of one perhaps cut off. */
function soundPart(draft: ItemDraft, scene: ItemScene): SoundItem | undefined {
  let kept: SoundItem | undefined
  let text = ''
  let hasLost = false
  for (const statement of sentenceParts(draft.text).slice(0, MOST_PARTS)) {
    const told = soundBeginning(statement, text, draft, scene)
    const check = told === undefined ? undefined : soundItem({ ...draft, text: ended(told) }, scene)
    // Without its subject, the rest would be about something else.
    const isLost = told === undefined || check === undefined || (text === '' && hasLost && !hasSubject(told, draft.kind))
    if (isLost) hasLost = true
    else [kept, text] = [check, told]
  }
  return kept !== undefined && contentWords(kept.item.text).size >= LEAST_WORDS ? kept : undefined
}

/** As many parts of a statement as are sound behind what is kept before it; none out of its middle is left out. */
function soundBeginning(statement: readonly string[], before: string, draft: ItemDraft, scene: ItemScene): string | undefined {
  const whole = `${before}${statement.join('')}`
  if (soundItem({ ...draft, text: ended(whole) }, scene) !== undefined) return whole
  let told = before
  for (const [at, part] of statement.entries()) {
    const form = formsOf(part).find((one) => soundItem({ ...draft, text: ended(`${told}${one}`) }, scene) !== undefined)
    if (form === undefined && !(at === 0 && part.endsWith(':'))) {
      const own = told.slice(before.length)
      // What limits the rest must not be lost alone.
      const isLabel = at === 1 && own.trimEnd().endsWith(':')
      // Half of a list reads as if it were all of it.
      if (at > 1 && LIST_OF.test(statement[0] ?? '')) return undefined
      const isWhole = !isLabel && contentWords(own).size >= LEAST_WORDS && !statement.slice(at).some(qualifies)
      return isWhole ? `${ended(told)};` : undefined
    }
    told = `${told}${form ?? part}`
  }
  return told
}

/** A label in the plural, before what it is the label of: "Payment methods: …". */
const LIST_OF = /[a-z]{2}s:$/i

/** A part as it is, without what is said by the way, without how many things there are, and without why it is so. */
function formsOf(part: string): readonly string[] {
  const bare = part.replaceAll(ASIDE, '')
  const forms = [part, bare, part.replaceAll(COUNT, ''), bare.replaceAll(COUNT, '')]
  return REASON.test(part)
    ? [...forms, ...forms.map((form) => form.replace(REASON, form.trimEnd().endsWith(';') ? ';' : ''))]
    : forms
}

/** Why something is so, or what is so all the same, at the end of what is said. */
const REASON = /\s(?:because|since|although|though|whereas)\s.{8,300}$/is

const COUNT =
  /\ball \d{1,2} (?=[\p{L}_.`"])|\b(?:all )?(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?!times|steps|of|and|or|more|in|are|is)(?=[\p{L}_.`"])/giu
/** What is said by the way, in brackets. */
const ASIDE = /\s\([^()]{1,200}\)(?! =>)/g
/** Begins with a name. */
const SUBJECT = /^\s{0,4}[`"]?(?:[\w@~.+/-]{0,200}[\w-][./_][\w-]|[A-Za-z][a-z0-9]{1,40}[A-Z]\w|[A-Z]{2,}\d)/
/** Begins a sentence about something that it names itself. */
const OWN_SUBJECT = /^\s{0,4}(?:the|an?|no|nothing|neither|whether|why|all|both|each|every|other|only) \p{L}/iu

/** Speaks of what a sentence before it has named. */
const OF_BEFORE =
  /\b(?:this|that|these|those|it|its|such|there|he|she|they|them|either|both|neither|others|too|again|the (?:question|same|former|latter|other|first|second|third|rest|two))\b/i

/** Kinds whose items are about one thing that they name first. */
const ABOUT_ONE: readonly ItemKind[] = ['file', 'artifact', 'command']

/** What is open or where things stand is told in sentences of their own; what is said of a file goes on about it. */
function hasSubject(text: string, kind: ItemKind): boolean {
  return SUBJECT.test(text) || (!ABOUT_ONE.includes(kind) && OWN_SUBJECT.test(text) && !OF_BEFORE.test(text))
}

/** Begins what takes back or limits something. */
const LIMIT = /^\s{0,4}(?:but|except|unless|only|although|though|not|until|or|however|yet|are|is|was|were|and)\b/i

function qualifies(part: string): boolean {
  return LIMIT.test(part) || isHedged(part) || says(CONDITION, part)
}

function ended(text: string): string {
  return text
    .trim()
    .replace(/[,;:(]$/, '')
    .trim()
}

/** Kinds that a tool's own words may be. */
const DATA: readonly ItemKind[] = ['fact', 'error', 'command', 'outcome', 'file', 'artifact']

/** The sentence that the item retells: the agent's, or a tool's if the item is data; said in its sources, or right beside them. */
function sourceSentence(draft: ItemDraft, reason: FindingReason, scene: ItemScene): SoundItem | undefined {
  const own = retold(draft, draft.sources, scene)
  // With a name or a number that is nowhere, it may be about something else altogether.
  return own ?? (OF_OTHERS.includes(reason) ? undefined : retold(draft, beside(draft.sources, scene), scene))
}

const OF_OTHERS: readonly FindingReason[] = ['not-in-source', 'numbers-swapped']

function retold(draft: ItemDraft, seqs: readonly number[], scene: ItemScene): SoundItem | undefined {
  const words = contentWords(draft.text)
  const said = seqs.flatMap((seq) => {
    const entry = scene.entries[seq]
    const isAgents = entry?.kind === 'text' && entry.author === 'agent'
    const isData = entry?.kind === 'tool-result' && DATA.includes(draft.kind)
    return isAgents || isData ? sentencesOf(entry.text).map((text) => ({ text, words: contentWords(text), seq: entry.seq })) : []
  })
  const alike = said
    .filter(({ text, words: own }) => text.length <= LONGEST && own.size >= LEAST_WORDS && !isCode(text) && !isAhead(text))
    .map((sentence) => ({ ...sentence, share: shareIn(words, sentence.words), own: shareIn(sentence.words, words) }))
    .filter(({ share, own, words: { size } }) => share >= SAME || (own >= MOSTLY && own * size >= LEAST_SHARED))
    .toSorted((one, other) => other.share + other.own - one.share - one.own)
  for (const { text, seq } of alike.slice(0, MOST_TRIED)) {
    const sound = soundItem({ ...draft, ...asSaid(draft, text), text, sources: [seq] }, scene)
    if (sound !== undefined) return sound
  }
  return undefined
}

/** Of a sentence of the log, that it is said there is all that is known: whether it is open, decided or given up is for the model to say. */
function asSaid({ kind }: ItemDraft, text: string): Pick<ItemDraft, 'kind'> {
  return { kind: kind === 'error' ? (saysTrouble(text) ? 'error' : 'fact') : DATA.includes(kind) ? kind : 'fact' }
}

/** What only comes next says nothing of what a model had to say. */
function isAhead(text: string): boolean {
  return text.endsWith(':') || announces(text)
}

/** A line of code, a number of a line before it, or a piece of a record: it tells nothing by itself. */
const CODE =
  /^\s{0,12}(?:\d{1,6}[→:|\t]|[-+] ?\S|[{}()[\]<>/*#|])|[{;]\s{0,4}$|=>|:=|\b(?:const|let|var|return|import|func|def) \S/

function isCode(text: string): boolean {
  return CODE.test(text)
}

const MOST_TRIED = 4
/** How many entries before and behind a source the agent may speak of it. */
const NEAR = 3

function beside(sources: readonly number[], { start, end }: ItemScene): readonly number[] {
  const near = sources.flatMap((seq) => Array.from({ length: 2 * NEAR + 1 }, (_, at) => seq - NEAR + at))
  return [...new Set(near)].filter((seq) => seq >= start && seq < end && !sources.includes(seq))
}

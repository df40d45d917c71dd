import type { Entry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { Authority, ItemDraft, ItemKind } from '../../schema/ledger.ts'
import type { FindingReason } from '../../schema/summary.ts'
import { isQuestion } from '../cues.ts'
import type { ReadLog } from '../read-log.ts'
import { contentWords, shareIn } from './content-words.ts'
import { identifiersIn, occursIn, sayNumber, swappedNumbers } from './identifiers.ts'
import { hasMarker, speaksForUser } from './markers.ts'
import { affirmsDenied, isHedged, isNegated, losesSense, retold } from './polarity.ts'
import { authorityOf, type Source, type SourceReader } from './sources.ts'
import { deceptiveIn } from './unseen.ts'

/** An item that may be kept, perhaps with less authority than was claimed; or why not. */
type ItemCheck =
  | { readonly kind: 'sound'; readonly item: ItemDraft; readonly lowered: boolean }
  | { readonly kind: 'unsound'; readonly reason: FindingReason }

export interface ItemScene {
  readonly log: ReadLog
  readonly entries: readonly Entry[]
  /** Entries `start` up to `end` may be sources. */
  readonly start: Seq
  readonly end: Seq
  readonly read: SourceReader
}

const LONGEST = 4_000
const MOST_SOURCES = 64
/** Of an item's words, so many must be its sources' words: what shares less was made up, or drawn from somewhere else. */
const SUPPORT = 0.4

/** Whose word an item of a kind may be. What tools write is data: it sets no rules, makes no decisions and plans no steps. */
const ALLOWED: Readonly<Record<ItemKind, readonly Authority[]>> = {
  task: ['user'],
  request: ['user'],
  preference: ['user'],
  constraint: ['user', 'system'],
  rejected: ['user', 'assistant'],
  decision: ['user', 'assistant'],
  open: ['user', 'assistant'],
  step: ['user', 'assistant'],
  state: ['user', 'assistant'],
  fact: ['user', 'assistant', 'tool', 'system'],
  artifact: ['user', 'assistant', 'tool'],
  file: ['user', 'assistant', 'tool'],
  command: ['user', 'assistant', 'tool'],
  error: ['user', 'assistant', 'tool'],
  outcome: ['assistant', 'tool'],
}

/** Says whether an item follows from its sources, as far as that can be told without understanding it. */
export function checkItem(draft: ItemDraft, scene: ItemScene): ItemCheck {
  const shape = faultInShape(draft, scene)
  if (shape !== undefined) return unsound(shape)
  const sources = draft.sources.flatMap((seq) => scene.entries[seq] ?? [])
  const most = authorityOf(sources)
  const source = scene.read(draft.sources)
  const authority = grantedAuthority(draft, most, sources)
  if (authority === undefined)
    return unsound(draft.authority === 'user' || draft.authority === 'system' ? 'not-verbatim' : 'authority')
  if (!ALLOWED[draft.kind].includes(authority)) return unsound('kind-not-allowed')
  const fault =
    authority === 'user' || authority === 'system'
      ? faultInQuote(draft, source)
      : faultInTelling(draft.text, source, isFirm(draft.kind))
  if (fault !== undefined) return unsound(fault)
  // What people forbid must not come back as what they want.
  if (most === 'user' && authority === 'assistant' && affirmsDenied(draft.text, source.text)) return unsound('negation-lost')
  return { kind: 'sound', item: { ...draft, authority }, lowered: authority !== draft.authority }
}

function unsound(reason: FindingReason): ItemCheck {
  return { kind: 'unsound', reason }
}

function faultInShape({ text, sources }: ItemDraft, { start, end }: ItemScene): FindingReason | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'no-text'
  if (text.length > LONGEST || sources.length > MOST_SOURCES) return 'too-long'
  if (sources.length === 0 || sources.some((seq) => !Number.isSafeInteger(seq) || seq < start || seq >= end))
    return 'source-outside'
  return hasMarker(text) ? 'marker' : undefined
}

/**
 * The authority an item gets: never more than its sources have. A claim to be a person's word must be that person's words, in one entry;
 * otherwise, if the kind does not depend on it, it counts as the assistant's words.
 */
function grantedAuthority(draft: ItemDraft, most: Authority, sources: readonly Entry[]): Authority | undefined {
  const { authority, text, kind } = draft
  if (authority === 'tool' || most === 'tool') return authority === 'user' || authority === 'system' ? undefined : 'tool'
  if (authority === 'assistant') return most === 'user' && isVerbatim(text, sources) ? 'user' : 'assistant'
  if (most === authority && isVerbatim(text, sources)) return authority
  const isAboutPeople = ['task', 'request', 'preference', 'constraint', 'rejected'].includes(kind)
  return authority === 'user' && most === 'user' && !isAboutPeople ? 'assistant' : undefined
}

function isVerbatim(text: string, sources: readonly Entry[]): boolean {
  return sources.some((entry) => entry.kind === 'text' && hasWords(entry.text, text))
}

/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const OF_WORD = /[\p{L}\p{M}\p{N}_]/u

/** True if a text has these words, whole: half a word may mean something else. */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    if (!isInWord(text.charAt(at - 1), text.charAt(at)) && !isInWord(text.charAt(end - 1), text.charAt(end))) return true
  }
  return false
}

function isInWord(before: string, after: string): boolean {
  return OF_WORD.test(before) && OF_WORD.test(after) && !UNSPACED.test(before) && !UNSPACED.test(after)
}

function faultInQuote({ text }: ItemDraft, source: Source): FindingReason | undefined {
  return losesSense(text, source.text) ? 'negation-lost' : undefined
}

/** What is open or to be done may be stated firmly even if the source is not sure of it. */
function isFirm(kind: ItemKind): boolean {
  return kind !== 'open' && kind !== 'step'
}

/** What is wrong with a paraphrased sentence, held against what it retells. */
export function faultInTelling(text: string, source: Source, firm: boolean): FindingReason | undefined {
  if (speaksForUser(text)) return 'speaks-for-user'
  if (deceptiveIn(text).some((sign) => !source.text.includes(sign))) return 'not-in-source'
  const invented = identifiersIn(text).find((name) => !sayNumber(name).some((said) => occursIn(source.text, said)))
  if (invented !== undefined) return 'not-in-source'
  if (swappedNumbers(text, source.numbers).length > 0) return 'numbers-swapped'
  if (shareIn(contentWords(text), source.words()) < SUPPORT) return 'unsupported'
  const said = retold(text, source)
  if (said === undefined) return undefined
  if (isNegated(said) !== isNegated(text)) return 'negation-lost'
  const isOpen = isHedged(said) || isQuestion(said)
  return firm && isOpen && !isHedged(text) && !isQuestion(text) ? 'hypothesis-as-fact' : undefined
}

import type { Entry, ToolResultEntry } from '../../schema/entry.ts'
import type { Seq } from '../../schema/ids.ts'
import type { Authority, ItemDraft, ItemKind } from '../../schema/ledger.ts'
import { personWords } from '../../schema/notices.ts'
import type { FindingReason } from '../../schema/summary.ts'
import { isForbidden } from '../in-vain.ts'
import { isQuestion } from '../last-sign.ts'
import { overtakenStatement } from '../later-steps.ts'
import type { ReadLog } from '../read-log.ts'
import { isOfPerson } from '../requests.ts'
import { isQuestionTool, SAID_INSTEAD } from '../tool-knowledge.ts'
import { statementsIn } from './clauses.ts'
import { contentWords, shareIn } from './content-words.ts'
import { hasWords } from './has-words.ts'
import { occursIn } from './identifiers.ts'
import { hasMarker, imitatesRole } from './markers.ts'
import { affirmsDenied, isHedged, isNegated, losesSense } from './polarity.ts'
import { authorityOf, type Source, type SourceReader } from './sources.ts'
import { CONCLUDED, type Fault, faultInTelling, type TellingScene } from './telling.ts'

/** An item that may be kept, perhaps with less authority than was claimed; or why not. */
export type ItemCheck =
  | { readonly kind: 'sound'; readonly item: ItemDraft; readonly lowered: boolean }
  | { readonly kind: 'unsound'; readonly reason: FindingReason; readonly detail: string }

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
  const authority = isConclusion(draft, sources, scene) ? 'assistant' : grantedAuthority(draft, most, sources)
  if (authority === undefined)
    return unsound(draft.authority === 'user' || draft.authority === 'system' ? 'not-verbatim' : 'authority')
  if (authority === 'assistant' && imitatesRole(draft.text)) return unsound('marker')
  if (!ALLOWED[draft.kind].includes(authority) && !isAnswered(draft, authority, sources)) return unsound('kind-not-allowed')
  const fault =
    authority === 'user' || authority === 'system'
      ? faultInQuote(draft, source)
      : faultInTelling(draft.text, tellingScene(draft, scene))
  if (fault !== undefined) return unsound(fault.reason, fault.detail)
  const overtaken = overtakenStatement({ ...draft, authority }, scene.log)
  if (overtaken !== undefined) return unsound('overtaken', overtaken)
  if (most === 'tool' && authority === 'assistant') {
    const taken = takenFromTools(draft, scene)
    if (taken !== undefined) return unsound('kind-not-allowed', taken)
  }
  // What people forbid must not come back as what they want.
  if (most === 'user' && authority === 'assistant' && affirmsDenied(draft.text, source.text)) return unsound('negation-lost')
  return { kind: 'sound', item: { ...draft, authority }, lowered: authority !== draft.authority }
}

function unsound(reason: FindingReason, detail = ''): ItemCheck {
  return { kind: 'unsound', reason, detail }
}

/** What a draft is held against. */
export function tellingScene(draft: ItemDraft, scene: ItemScene): TellingScene {
  return { source: scene.read(draft.sources), kind: draft.kind, ...knowledge(draft, scene) }
}

function knowledge(draft: ItemDraft, { read, start, end, entries }: ItemScene): Pick<TellingScene, 'knows' | 'heard' | 'wrote'> {
  return {
    knows: (name) => entries.slice(start, end).some(({ seq }) => occursIn(read([seq]).text, name)),
    wrote: (words, author) =>
      draft.sources.some((seq) => {
        const entry = entries[seq]
        return entry?.kind === 'text' && entry.author === author && hasWords(entry.text, words)
      }),
    heard: (what, isAsked) => {
      const words = contentWords(what)
      const isTheirs = (seq: number): boolean => entries[seq]?.kind === 'text' && authorityOf([entries[seq]]) === 'user'
      const said = draft.sources.filter(isTheirs).flatMap((seq) => read([seq]).sentences())
      return said.some(
        ({ text, words: own }) =>
          words.size > 0 &&
          shareIn(words, own) >= HEARD &&
          isNegated(text) === isNegated(what) &&
          (isAsked || !(isQuestion(text) || isHedged(text))),
      )
    },
  }
}

/** Of what a person is said to have asked, so much must be in that person's words. */
const HEARD = 0.6

export function faultInShape({ text, sources }: ItemDraft, { start, entries }: ItemScene): FindingReason | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return 'no-text'
  if (text.length > LONGEST || sources.length > MOST_SOURCES) return 'too-long'
  if (sources.length === 0 || sources.some((seq) => !Number.isSafeInteger(seq) || seq < start || seq >= entries.length))
    return 'source-outside'
  return hasMarker(text) ? 'marker' : undefined
}

/**
 * The authority an item gets: never more than its sources have. A claim to be a person's word must be that person's words, in one entry;
 * otherwise, if the kind does not depend on it, it counts as the assistant's words.
 */
function grantedAuthority(draft: ItemDraft, most: Authority, sources: readonly Entry[]): Authority | undefined {
  const { authority, text, kind } = draft
  // A person's words stay theirs, whatever else is named beside the entry that has them.
  if (authority === 'user' && isVerbatim(text, sources.filter(isOfPerson))) return 'user'
  if (authority === 'tool' || most === 'tool') return authority === 'user' || authority === 'system' ? undefined : 'tool'
  if (authority === 'assistant') return most === 'user' && isVerbatim(text, sources) ? 'user' : 'assistant'
  if (most === authority && isVerbatim(text, sources)) return authority
  const isAboutPeople = ['task', 'request', 'preference', 'constraint', 'rejected'].includes(kind)
  return authority === 'user' && most === 'user' && !isAboutPeople ? 'assistant' : undefined
}

/** What a person answered to a tool that asks people, or said when they refused a call, came as a result: it may be quoted as such. */
function isAnswered({ kind, text }: ItemDraft, authority: Authority, sources: readonly Entry[]): boolean {
  if (kind !== 'request' || authority !== 'tool') return false
  return sources.some(
    (entry) =>
      entry.kind === 'tool-result' &&
      (isQuestionTool(entry.envelope.tool) ? hasWords(entry.text, text) : hasWords(saidInstead(entry), text)),
  )
}

/** Why a person refused a call, in their words. */
function saidInstead(result: ToolResultEntry): string {
  const found = isForbidden(result) ? SAID_INSTEAD.exec(result.text) : null
  return found === null ? '' : result.text.slice(found.index + found[0].length)
}

/** True if an item is drawn from several entries or from a call and its result: no tool says it, so it is the agent's. */
function isConclusion({ kind, authority }: ItemDraft, sources: readonly Entry[], { entries }: ItemScene): boolean {
  if (!CONCLUDED.includes(kind) || authority === 'user' || authority === 'system') return false
  const isOthers = (entry: Entry): boolean => authorityOf([entry]) !== 'tool'
  if (authorityOf(sources) !== 'tool') return false
  return sources.length > 1 || callsOf(sources, entries).some(isOthers)
}

/** The calls that results answer: what was asked for is the agent's. */
function callsOf(sources: readonly Entry[], entries: readonly Entry[]): readonly Entry[] {
  return sources.flatMap((entry) =>
    entry.kind === 'tool-result' && 'seq' in entry.answers ? (entries[entry.answers.seq] ?? []) : [],
  )
}

/** Of what a conclusion says, so much may be the words of tools alone: what tools want is no step of the agent. */
const MOST_OF_TOOLS = 0.5

/** A statement that is what a tool wrote and nothing else. */
function takenFromTools({ text, sources }: ItemDraft, { read, entries }: ItemScene): string | undefined {
  const isTool = (seq: number): boolean => authorityOf([entries[seq] ?? []].flat()) === 'tool'
  const tools = read(sources.filter(isTool)).words()
  const calls = callsOf(
    sources.flatMap((seq) => entries[seq] ?? []),
    entries,
  )
  const others = read([...sources.filter((seq) => !isTool(seq)), ...calls.map(({ seq }) => seq)]).words()
  return statementsIn(text).find((statement) => {
    const words = [...contentWords(statement)]
    const alone = words.filter((word) => tools.has(word) && !others.has(word))
    return alone.length > words.length * MOST_OF_TOOLS
  })
}

function isVerbatim(text: string, sources: readonly Entry[]): boolean {
  return sources.some((entry) => entry.kind === 'text' && (hasWords(entry.text, text) || hasWords(personWords(entry.text), text)))
}

function faultInQuote({ text }: ItemDraft, source: Source): Fault | undefined {
  return losesSense(text, source.text) ? { reason: 'negation-lost', detail: '' } : undefined
}

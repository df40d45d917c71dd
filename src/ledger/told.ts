import { handleOf, type Seq, seqOf } from '../schema/ids.ts'
import type { ItemKind, LedgerItem } from '../schema/ledger.ts'
import { rangeContains } from '../schema/range.ts'
import { contentWords } from './check/content-words.ts'
import { hasWords } from './check/has-words.ts'
import { defused } from './defuse.ts'
import { stateOf } from './file-words.ts'
import { takenBackCommits } from './harness-commits.ts'
import { itemLine, saidBesides, type Wording } from './item-line.ts'
import { readNames } from './names.ts'
import { laidOut } from './page-layout.ts'
import type { Line, Placed, Section } from './page-line.ts'
import { asOfIn } from './phrases.ts'
import { isProse } from './prose.ts'
import type { SummaryScene } from './queue.ts'
import { namesIn, type Worded } from './same-words.ts'
import type { SummaryPage } from './summary-page.ts'
import { tellingOf as tellingWords } from './worth.ts'

/** An item, or a sentence of which only the range is known that it is about: its sources are the first and the last entry of that. */
export interface ToldItem extends LedgerItem {
  readonly isOfRange?: true
}

/** What a model found out about a log: what a page without a model cannot say. */
export interface Told {
  /** Those that stand. */
  readonly items: readonly ToldItem[]
  /** The model has seen everything before this entry. */
  readonly seenTo: number
  /** How many times it was asked. */
  readonly round: number
  /** Of the page, what it may take before the agent's own words have their turn. */
  readonly share: number
  /** Puts it on a page: handed in with what is put there, so that pages without it need not know how. */
  readonly putOn: (scene: ToldScene, pages: Pages) => SummaryPage
}

/** Pages of a scene. */
export interface Pages {
  /** With what is said without a model, in all of the room or in less. */
  ground(tokens: number): SummaryPage
  /** With nothing on it. */
  empty(): SummaryPage
}

export interface ToldScene extends SummaryScene {
  readonly told: Told
}

/** A line that a page may say. */
export interface Telling extends Worded {
  readonly line: Placed
  /** The numbers of its names. */
  readonly names: readonly number[]
  /** What it is worth besides its names, and what all that is worth for each token. */
  readonly base: number
  readonly weight: number
  readonly isModels: boolean
  /** What is looked for in its own place, whoever said it first. */
  readonly isNext: boolean
}

/*
 * What follows was measured on real answers by the scorer of `npm run eval`; docs/summarizers.md says what came of it.
 */

/** Where a page says what; kinds that are missing are people's words, which are quoted from the log. */
const SECTIONS: Partial<Record<ItemKind, Section>> = {
  ...{ state: 'state', open: 'open', step: 'step', decision: 'decision', rejected: 'decision', error: 'error' },
  ...{ fact: 'fact', outcome: 'fact', artifact: 'file', file: 'file', command: 'command' },
}

/** What an item is worth by its kind, for the same names: what comes next is needed most. */
const KINDS: Partial<Record<ItemKind, number>> = {
  ...{ state: 60, open: 50, step: 50, decision: 20, rejected: 20 },
  ...{ error: 6, artifact: 4, fact: 2, outcome: 2 },
}
/** What is looked for in its own place, whoever said it first. */
export const NEXT: readonly ItemKind[] = ['state', 'open', 'step']
/** The same for what is done. */
const DONE = 0.5
/** What an item is worth besides its names, for a model chose to say it. */
const WORDS = 1
/** How much a model's words are worth beside the agent's, for the same names. */
const VOICE = 1.5
const LINE_TOKENS = 5
const CHARACTERS = 4

/** What a model has to say that belongs on a page. */
export function tellings(scene: ToldScene): readonly Telling[] {
  const undone = takenBackCommits(scene.log.entries, scene)
  // What went wrong with a commit, or was decided by it, holds though it was taken back.
  const isUndone = ({ kind, text, sources }: LedgerItem): boolean =>
    (kind === 'fact' || kind === 'state' || kind === 'outcome') &&
    undone.some(({ hash, seq }) => text.includes(hash) && seq > (sources.at(-1) ?? 0))
  return scene.told.items.filter((item) => mayTell(item, scene) && !isUndone(item)).map((item) => tellingOf(item, scene))
}

/** Whether an item that stands is a model's to tell: people's words are quoted from the log. */
export function isTold({ kind, authority, status }: LedgerItem): boolean {
  return SECTIONS[kind] !== undefined && (authority === 'assistant' || authority === 'tool') && status !== 'superseded'
}

/** Whether it belongs on this page: what was put back from the log is said from the log. */
function mayTell(item: LedgerItem, scene: SummaryScene): boolean {
  const { shown, said, facts } = scene
  const { kind, sources, text } = item
  const [first] = sources
  if (!isTold(item)) return false
  if (first === undefined || !rangeContains(scene, seqOf(first)) || sources.every((seq) => shown.has(seqOf(seq)))) return false
  if (said.has(text) || isCodeOf(item)) return false
  if (kind === 'file') return !facts.files.some((file) => text === `${file.path}: ${stateOf(file)}`)
  return kind !== 'command' || !/ → failure(?:, exit \d{1,9})?$/.test(text)
}

/** How a line of code begins. */
const CODE_LINE =
  /^(?:from \S+ import\b|import\b|export\b|@\w|(?:const|let|var|def|class|func|fn|return|with|self\.)\b.*[:;(){}]$)/

/** What a checker left of a statement may be a line of the code that it was about: that says nothing of it. */
function isCodeOf({ kind, authority, text }: LedgerItem): boolean {
  return authority === 'tool' && (kind === 'fact' || kind === 'outcome') && (CODE_LINE.test(text) || !isProse(text))
}

function tellingOf(given: ToldItem, scene: ToldScene): Telling {
  const { unconfirmed } = given
  const item = {
    ...given,
    text: withoutRoot(given.text, scene.root),
    ...(unconfirmed && { unconfirmed: { ...unconfirmed, text: withoutRoot(unconfirmed.text, scene.root) } }),
  }
  const seq = seqOf(item.sources.at(-1) ?? scene.from)
  const wording = wordingOf(given, scene)
  const section = item.authority === 'tool' && wording === 'quoted' ? 'outcome' : (SECTIONS[item.kind] ?? 'fact')
  const box = item.kind !== 'step' ? '' : item.status === 'done' ? '[x] ' : '[ ] '
  const date = isOlder(item, scene) ? `${asOfIn(scene.language, handleOf(lastSeen(item, scene)))} ` : ''
  const bare = { section, seq, text: toldLine(item, `${box}${date}`, wording), isTold: true, says: item.text } as const
  const made: Line = {
    ...bare,
    // What the agent gave up is its decision; what people turned down stands with their rules.
    kind: item.kind === 'rejected' ? 'decision' : item.kind,
    isDone: item.status === 'done',
    ...(isCelled(item) ? { cells: cellsOf(item) } : {}),
  }
  const place = scene.layout.sectionOf(made)
  const line = { ...made, tokens: scene.tokenizer.count(place === undefined ? made.text : laidOut(made, place)) + 1 }
  const { kind, status } = item
  const text = unconfirmed === undefined ? item.text : `${item.text} ${unconfirmed.text}`
  const worth = VOICE * (KINDS[kind] ?? 1) * (status === 'done' ? DONE : 1) * tellingWords(readNames(text))
  return {
    ...{ line, text, names: namesIn(text, scene.log), words: contentWords(text), isModels: true, isNext: NEXT.includes(kind) },
    ...{ base: WORDS, weight: worth / (LINE_TOKENS + text.length / CHARACTERS) },
  }
}

/** Whether output has the words of an item as they are, and whether it is drawn from output alone. */
function wordingOf({ text, sources }: LedgerItem, { log }: SummaryScene): Wording {
  const words = plain(text)
  const entries = sources.flatMap((seq) => log.entries[seq] ?? [])
  if (entries.some((entry) => 'text' in entry && hasWords(plain(entry.text), words))) return 'quoted'
  return entries.some(({ kind }) => kind === 'text' || kind === 'reasoning') ? 'concluded' : 'noted'
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function toldLine(item: ToldItem, mark: string, wording: Wording): string {
  const line = itemLine(item, mark, wording)
  return item.isOfRange === true ? line.replace(/, (?=e\d{1,9}\)$)/, '–') : line
}

/** What a tool said is quoted, in a table as well: it stays a line. */
function isCelled({ kind, authority }: LedgerItem): boolean {
  return (kind === 'file' || kind === 'artifact') && authority === 'assistant'
}

/** `path: what was done` in cells, with the entries. */
function cellsOf(item: LedgerItem): readonly string[] {
  const { text, sources } = item
  const at = text.indexOf(': ')
  const [file, said] = at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)]
  return [defused(file), `${defused(said)}${saidBesides(item)}`, sources.map(handleOf).join(', ')]
}

/** Paths as the page writes them: below the folder that its list of files names. */
function withoutRoot(text: string, root: string): string {
  return root === '' ? text : text.replaceAll(root, '')
}

/** Whether something has happened since an item said how things stand. */
function isOlder(item: LedgerItem, scene: ToldScene): boolean {
  if (item.kind !== 'state' && item.kind !== 'open' && item.kind !== 'step') return false
  return item.status === 'active' && lastSeen(item, scene) < lastStep(scene)
}

/** The last entry that an item knows of: a state is as of its sources, what is open is open as long as the model leaves it so. */
function lastSeen({ kind, sources }: LedgerItem, { told, end }: ToldScene): Seq {
  const last = sources.at(-1) ?? 0
  return seqOf(Math.max(last, kind === 'state' ? 0 : Math.min(told.seenTo, end) - 1))
}

function lastStep({ log, from, end }: SummaryScene): number {
  return (
    log.entries
      .slice(from, end)
      .findLastIndex(({ kind, author }) => kind === 'tool-call' || (kind === 'text' && author === 'agent')) + from
  )
}

import { isDeepStrictEqual } from 'node:util'
import { createCompactor, type Entry, isFailure, memoryStore, presets, type Resent, type Thread } from '../../../src/index.ts'
import { SUMMARY_HEAD, USER_FRAME } from '../../../src/render/placeholders.ts'
import { itemAt } from '../../../src/schema/at.ts'
import { tenantId, threadId } from '../../../src/schema/ids.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { Store } from '../../../src/schema/ports.ts'
import { characterTokenizer } from '../../../src/tokenizers/characters.ts'
import { messagesIn } from '../../support/invariants.ts'
import { type Dice, diceFrom } from './dice.ts'
import { afterMove, anyMove, type Said, speaker } from './resend-client.ts'
import { CLIENTS, type Client, linesIn, written } from './resend-wire.ts'

/** A client: its history is the whole of what it knows. */
interface Tab {
  readonly name: string
  history: readonly Said[]
  /** Where its host goes on: the thread that it was told to, or the one that it began with. */
  thread: string
}

/** What went wrong in a game. */
export interface Wrong {
  readonly seed: number
  readonly dialect: Client
  readonly fault: string
  readonly moves: readonly string[]
  readonly resent: readonly string[]
  readonly sent: readonly string[]
  readonly verdict: string
}

const STEPS = 12
const ROOT = 'game'
const TENANT = tenantId('default')
const PLENTY = { window: 1_000_000, reserve: 0 }
/** Nothing but folding: what else a plan does to old results is no matter of clients. */
const FOLDING = presets.balanced({ ladder: [{ rung: 'summarize-oldest' }] })

/** What is the same in a whole game. */
interface Table {
  readonly dice: Dice
  readonly store: Store
  readonly dialect: Client
  readonly tabs: readonly Tab[]
  /** A client that trims cannot say that its head was deleted: it only goes on. */
  readonly isTrimming: boolean
  /** One in so many requests comes to a new process. */
  readonly freshIn: number
  readonly isFolding: boolean
  readonly isPinning: boolean
  /** Hosts go on with the thread that they were given. */
  readonly isFollowing: boolean
}

/**
 * Plays one game: editors, regenerators and deleters in one or two tabs, in any dialect, over one store, in one process or a new one now and
 * then; in some games the thread is compacted in between. A client that trims sends only the end of what it has, and the rest is to
 * be shown all the same. Resolves to what went wrong.
 */
export async function playResends(seed: number): Promise<Wrong | undefined> {
  const dice = diceFrom(seed)
  const tabs = ['one', 'two'].slice(0, dice.oneIn(3) ? 2 : 1).map((name): Tab => ({ name, history: [], thread: ROOT }))
  const table: Table = {
    ...{ dice, tabs, store: memoryStore(), dialect: dice.pick(CLIENTS) },
    isTrimming: tabs.length === 1 && dice.oneIn(4),
    freshIn: dice.pick([1, 3, Number.POSITIVE_INFINITY]),
    isFolding: dice.oneIn(2),
    isPinning: dice.oneIn(3),
    isFollowing: dice.oneIn(3),
  }
  const said = speaker(dice, table.isFolding ? 4 : 1)
  const moves: string[] = []
  let threads = opener(table)
  for (let step = 0; step < STEPS; step += 1) {
    const tab = dice.pick(tabs)
    if (dice.oneIn(3)) tab.history = dice.pick(tabs).history
    const move = table.isTrimming ? 'ask' : anyMove(dice)
    tab.history = afterMove(tab.history, said, dice, move)
    const isFresh = dice.below(table.freshIn) === 0
    if (isFresh) threads = opener(table)
    moves.push(`${tab.name}${isFresh ? ', afresh' : ''}: ${move}`)
    const wrong = await resendFrom(table, tab, threads)
    if (wrong !== undefined) return { seed, dialect: table.dialect, moves, ...wrong }
    const answer = said.answer()
    // Some hosts append what the model says; to the others it comes with the next history.
    const { dialect } = table
    if (table.isTrimming || dice.oneIn(2)) await (await threads(tab.thread)).append(written(dialect, answer), { dialect })
    tab.history = [...tab.history, ...answer]
  }
  return undefined
}

/** Threads by name, as one process has them. */
type Opened = (name: string) => Promise<Thread>

function opener({ store }: Table): Opened {
  const compactor = createCompactor({ store, clock: () => 0, tokenizer: characterTokenizer(), policy: FOLDING })
  const open = new Map<string, Promise<Thread>>()
  return (name) => {
    const thread = open.get(name) ?? compactor.thread(name)
    open.set(name, thread)
    return thread
  }
}

/** Sends a history, and holds what the model is sent then against it. */
async function resendFrom(
  table: Table,
  tab: Tab,
  threads: Opened,
): Promise<Omit<Wrong, 'seed' | 'dialect' | 'moves'> | undefined> {
  const { dice, dialect, isTrimming, isFolding, isFollowing } = table
  const history = isTrimming ? tab.history.slice(-2 - dice.below(6)) : tab.history
  const from = isFollowing ? tab.thread : ROOT
  const at = await threads(from)
  const before = table.isPinning ? await pinnedIn(table.store, at, from) : []
  const resent = await at.resend(written(dialect, history), {
    dialect,
    client: tab.name,
    ...(isTrimming ? {} : { head: 'deleted' }),
  })
  tab.thread = resent.id
  const thread = await threads(resent.id)
  const lost = table.isPinning ? await faultInPins(table, tab, { before, resent, thread }) : undefined
  if (isFolding && dice.oneIn(2)) await fold(thread, dialect)
  const sent = messagesIn((await thread.prepare({ ...PLENTY, dialect })).request)
  if (table.isPinning && dice.oneIn(3)) await pinOne(thread, dice)
  const fault = lost ?? (await faultIn(thread, dialect, written(dialect, tab.history), sent))
  if (isFolding && dice.oneIn(6)) await unfold(thread, dialect)
  if (fault === undefined) return undefined
  const { verdict } = resent.reconciliation
  return {
    fault,
    resent: linesIn(dialect, written(dialect, tab.history)),
    sent: linesIn(dialect, sent),
    verdict: JSON.stringify(verdict),
  }
}

/** What is pinned in a thread. */
async function pinnedIn(store: Store, thread: Thread, name: string): Promise<readonly Entry[]> {
  const entries = await thread.entries()
  return (await store.pins({ tenant: TENANT, thread: threadId(name) })).map((seq) => itemAt(entries, seq))
}

/** Pins something that a person or the agent said, which may be folded already. What is said again and again is nobody's to find. */
async function pinOne(thread: Thread, dice: Dice): Promise<void> {
  const texts = (await thread.entries()).filter((entry) => entry.kind === 'text' && /\d/.test(entry.text))
  if (texts.length === 0) return
  await thread.pin({ entry: dice.pick(texts).id })
}

/** Pins stay if the history has what is pinned; if it has not, and another thread is gone on with, they are reported. */
async function faultInPins(
  { store }: Table,
  { history }: Tab,
  { before, resent, thread }: { readonly before: readonly Entry[]; readonly resent: Resent; readonly thread: Thread },
): Promise<string | undefined> {
  const said = new Set(history.map(({ text }) => text))
  const now = new Set((await pinnedIn(store, thread, resent.id)).map(textOf))
  const unpinned = new Set<string>(resent.unpinned)
  for (const entry of before) {
    const text = textOf(entry)
    if (said.has(text) && !now.has(text)) return `not pinned any more: ${text}`
    if (said.has(text) === unpinned.has(entry.id)) return `${said.has(text) ? 'reported' : 'not reported'} as unpinned: ${text}`
  }
  return undefined
}

function textOf(entry: Entry): string {
  return 'text' in entry ? entry.text : ''
}

async function fold(thread: Thread, dialect: Client): Promise<void> {
  try {
    await thread.compact({ window: 600, reserve: 0, dialect })
  } catch (error) {
    // What has no room in so small a window stays as it is.
    if (!isFailure(error, 'compaction-refused') && !isFailure(error, 'fixed-part-too-large')) throw error
  }
}

/** Takes a compaction back, if there is one: what is folded comes to light, in the words of the log until the client speaks again. */
async function unfold(thread: Thread, dialect: Client): Promise<void> {
  try {
    await thread.undo({ ...PLENTY, dialect })
  } catch (error) {
    if (!isFailure(error, 'nothing-to-undo')) throw error
  }
}

/** What is wrong with a request: if nothing is folded it is the history; otherwise its end is, and all else it shows is of the history. */
async function faultIn(
  thread: Thread,
  dialect: Client,
  resent: readonly Json[],
  sent: readonly Json[],
): Promise<string | undefined> {
  const folded =
    (await thread.commits()).at(-1)?.plan.records.filter(({ action }) => action === 'summarize' || action === 'drop') ?? []
  const [expected, lines] = [linesIn(dialect, resent), linesIn(dialect, sent)]
  if (folded.length === 0) {
    // Gemini's calls must follow on a user's content or a text of the same one: contents of one role may be joined. It stands behind the AI
    // SDK, too.
    const isJoined = dialect === 'gemini' || dialect === 'ai-sdk'
    const isSame = isDeepStrictEqual(withoutFrame(sent), resent) || (isJoined && isDeepStrictEqual(lines, expected))
    return isSame ? undefined : 'not what was resent'
  }
  // What is cut for want of room is no matter of the client's.
  if (lines.some((line) => /characters left out: e\d+ …|\[cut: e\d+/.test(line))) return undefined
  let same = 0
  while (same < lines.length && lines.at(-1 - same) === expected.at(-1 - same)) same += 1
  const behind = (await thread.entries()).length - 1 - (folded.at(-1)?.span.to ?? -1)
  // What is folded is what the log has, but for what the client made of it since.
  const revised = folded.flatMap((record) => ('revised' in record ? (record.revised ?? []) : [])).map(({ text }) => text ?? '')
  const kept = statementsIn([...lines, ...(await thread.entries()).map(textOf), ...revised])
  const gone = statementsIn(lines).filter((statement) => !statementsIn(expected).includes(statement))
  if (gone.length > 0) return `still said: ${gone.join()}`
  const unheard = statementsIn(expected).filter((statement) => !kept.includes(statement))
  if (unheard.length > 0) return `said by the client, and kept nowhere: ${unheard.join()}`
  if (same < behind) return `of ${behind} behind the fold, ${same} are the same`
  let next = 0
  for (const line of lines.slice(0, lines.length - same)) {
    if (line.includes(SUMMARY_HEAD) || line.endsWith(USER_FRAME)) continue
    const found = expected.indexOf(line, next)
    if (found === -1) return `shown, but not resent: ${line}`
    next = found + 1
  }
  return undefined
}

/** What people and the agent said, by its number; a result that a client cut is still a result. */
function statementsIn(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.match(/(Question|Answer|Instead) \d+:|edited \d+\./g) ?? [])
}

/** A request must begin with a user's message: if the history does not, ours stands in front. */
function withoutFrame(messages: readonly Json[]): readonly Json[] {
  return JSON.stringify(messages[0] ?? null).includes(USER_FRAME) ? messages.slice(1) : messages
}

import { type Compactor, createCompactor, isFailure, type Json, memoryArtifacts, type Thread } from '../../src/index.ts'
import { isCompactionError } from '../../src/schema/failures.ts'
import type { ArtifactStore, Store } from '../../src/schema/ports.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { killedWithin } from './killed.ts'
import { numbersFrom } from './mcp-fuzz.ts'
import { agent, calls, messagesFor, prose, results, type Step, user } from './steps.ts'
import { openTimeStore, type TimeMove, type TimeStore } from './time-child.ts'

const tokenizer = characterTokenizer()
const WIDE = { window: 1_000_000, system: 'Be brief.' }
const KINDS = ['append', 'append', 'compact', 'compact', 'undo', 'redo', 'restore', 'branch', 'erase', 'crash', 'show'] as const
const DEADLY = [...KINDS, 'crash', 'crash', 'crash'] as const
const STEPS = 16
const PHASES = ['before', 'within', 'after'] as const
/** A move asks its store for about so many things. */
const MOST_CALLS = 14

/** How processes are really killed: a store that several can open, and which of them has it open now. */
export interface Deadly {
  readonly at: TimeStore
  store: Store
  kills: number
}

/** What one game must come to, told apart by the view that is in effect. */
interface Side {
  readonly name: string
  /** Views that can be undone, and that were undone, by the commit that first had them; `none` is the log as it is. */
  standing: string[]
  undone: string[]
  /** Bytes of the request, by view, length and erasures. */
  readonly seen: Map<string, string>
  /** Bytes of every step that is remembered. */
  readonly steps: Map<number, { readonly bytes: string; readonly head: number }>
}

interface Game {
  readonly next: (below: number) => number
  store: Store
  readonly artifacts: ArtifactStore
  readonly faults: string[]
  readonly erased: Set<string>
  readonly sides: Side[]
  side: Side
  compactor: Compactor
  thread: Thread
  said: number
  erasures: number
  readonly deadly: Deadly | undefined
  /** Stops a write of the store half way, once. */
  trip: (() => void) | undefined
}

/**
 * Plays one random history. Gives what was not as it had been, and what came back that was erased. Where it may be deadly, crashes are those of
 * processes.
 */
export async function playTime(seed: number, given: Store | Deadly): Promise<readonly string[]> {
  const deadly = 'at' in given ? given : undefined
  const game = await begun(seed, 'at' in given ? given.store : given, deadly)
  const kinds = deadly === undefined ? KINDS : DEADLY
  for (let step = 0; step < STEPS; step += 1) {
    const kind = kinds[game.next(kinds.length)] ?? 'show'
    try {
      await MOVES[kind](game)
    } catch (error) {
      if (!isCompactionError(error) && !(error instanceof Error && error.message === CRASH)) throw error
      if (isFailure(error, 'thread-erased') || !isCompactionError(error)) await reopen(game)
    }
    await look(game, `${kind} at step ${step}`)
  }
  for (const side of game.sides) {
    game.side = side
    await reopen(game)
    await lookBack(game)
  }
  return game.faults.map((fault) => `seed ${seed}: ${fault}`)
}

const CRASH = 'the process ended'

async function begun(seed: number, store: Store, deadly: Deadly | undefined): Promise<Game> {
  const side: Side = { name: 't', standing: [], undone: [], seen: new Map(), steps: new Map() }
  const game = { next: numbersFrom(seed), faults: [], erased: new Set<string>(), sides: [side], side, said: 0, erasures: 0 }
  const base = { ...game, store, deadly, artifacts: memoryArtifacts(), trip: undefined }
  const opened = { ...base, ...(await opening(base, 't')) } as Game
  await MOVES.append(opened)
  return opened
}

async function opening(
  game: Pick<Game, 'store' | 'artifacts'> & { trip: Game['trip'] },
  name: string,
): Promise<Pick<Game, 'compactor' | 'thread'>> {
  const { store, artifacts } = game
  const tripping: Store = {
    ...store,
    async append(...given) {
      game.trip?.()
      await store.append(...given)
    },
    async commit(...given) {
      const isAfter = given[2].id.charCodeAt(0) % 2 === 0
      if (!isAfter) game.trip?.()
      await store.commit(...given)
      if (isAfter) game.trip?.()
    },
  }
  const compactor = createCompactor({ store: tripping, artifacts, tokenizer, clock: () => 1 })
  return { compactor, thread: await compactor.thread(name) }
}

async function reopen(game: Game): Promise<void> {
  game.trip = undefined
  Object.assign(game, await opening(game, game.side.name))
  await believe(game)
}

/** A write that was cut short was done or not: whichever it was, the history says so. */
async function believe({ thread, side, faults }: Game): Promise<void> {
  side.standing = []
  side.undone = []
  const view = new Map<string, string>()
  for (const { id, undoes, redoes, restores } of await thread.commits()) {
    if (undoes !== undefined) {
      if (view.get(undoes) !== side.standing.at(-1)) faults.push(`${id} undoes ${undoes}, which was not in effect`)
      side.undone.push(...side.standing.splice(-1))
    } else if (redoes !== undefined) {
      const again = side.undone.pop()
      if (again === undefined || view.get(redoes) !== again) faults.push(`${id} redoes ${redoes}, which was not undone last`)
      side.standing.push(again ?? '')
    } else {
      side.undone = []
      side.standing.push(restores === null ? 'none' : (view.get(restores ?? '') ?? id))
    }
    view.set(id, side.standing.at(-1) ?? 'none')
  }
}

const MOVES: Readonly<Record<(typeof KINDS)[number], (game: Game) => Promise<void>>> = {
  async append(game) {
    const steps: Step[] = Array.from({ length: 1 + game.next(3) }, () => turn(game)).flat()
    await game.thread.append(messagesFor('openai-chat', steps))
  },
  async compact({ thread, next }) {
    await thread.compact({ ...WIDE, window: 1_500 + next(3_000) })
  },
  async undo({ thread }) {
    await thread.undo(WIDE)
  },
  async redo({ thread }) {
    await thread.redo(WIDE)
  },
  async restore({ thread, next }) {
    const commits = await thread.commits()
    await thread.restore(next(4) === 0 ? null : (commits[next(commits.length)]?.id ?? null), WIDE)
  },
  async branch(game) {
    const entries = await game.thread.entries()
    const at = entries[1 + game.next(entries.length - 1)]?.id ?? 'e1'
    const name = `b${game.sides.length}`
    await game.thread.branch({ at, id: name, include: game.next(2) === 0 })
    game.side = { name, standing: [], undone: [], seen: new Map(), steps: new Map() }
    game.sides.push(game.side)
    await reopen(game)
  },
  async erase(game) {
    const entries = await game.thread.entries()
    await eraseEntry(game, entries[game.next(entries.length)])
  },
  async crash(game) {
    if (game.deadly !== undefined) return kill(game, game.deadly)
    game.trip = () => {
      throw new Error(CRASH)
    }
    await MOVES[game.next(2) === 0 ? 'append' : 'compact'](game)
    game.trip = undefined
  },
  async show() {},
}

async function eraseEntry(game: Game, entry: object | undefined): Promise<void> {
  const { id, text = '' } = (entry ?? {}) as { readonly id?: string; readonly text?: string }
  await game.compactor.erase({ thread: game.side.name, entry: id ?? 'e0' })
  for (const [mark] of text.matchAll(/MARK\d+X/g)) game.erased.add(mark)
  game.erasures += 1
  // Records that were made when it was there are gone, and their numbers are given again.
  for (const side of game.sides) side.steps.clear()
  await reopen(game)
}

/** Another process makes a move and is killed; what it left is opened anew. An erasure that was cut short is asked for again. */
async function kill(game: Game, deadly: Deadly): Promise<void> {
  const { next, side } = game
  const entries = await game.thread.entries()
  const entry = entries[next(entries.length)]?.id ?? 'e0'
  const moves: readonly TimeMove[] = [
    { kind: 'append', messages: messagesFor('openai-chat', turn(game)) },
    { kind: 'compact', window: 1_500 + next(3_000) },
    { kind: 'undo', window: WIDE.window },
    { kind: 'redo', window: WIDE.window },
    { kind: 'erase', entry },
  ]
  const move = moves[next(moves.length)] ?? { kind: 'erase', entry }
  await deadly.store.close()
  const [call, phase] = [1 + next(MOST_CALLS), PHASES[next(PHASES.length)] ?? 'within']
  if (await killedWithin({ at: deadly.at, thread: side.name, move, call, phase })) deadly.kills += 1
  deadly.store = await openTimeStore(deadly.at)
  game.store = deadly.store
  await reopen(game)
  if (move.kind === 'erase')
    await eraseEntry(
      game,
      entries.find(({ id }) => id === entry),
    )
}

function turn(game: Game): readonly Step[] {
  const mark = (): string => {
    game.said += 1
    return `MARK${game.said}X`
  }
  const id = `call-${game.said}`
  const ask = user(`${mark()} please look into ${prose(20, game.said)}`)
  if (game.next(2) === 0) return [ask, agent(`${mark()} ${prose(80, game.said)}`)]
  const file = { path: `src/part-${game.said % 7}.ts` }
  return [ask, calls([id, 'read_file', file]), results([id, `${mark()} ${prose(250, game.said)}`]), agent(`${mark()} done`)]
}

/** The request is what it was under the same view, nothing erased is in it, and every handle in it can be opened. */
async function look(game: Game, after: string): Promise<void> {
  const { side, faults } = game
  await believe(game)
  const { request, record } = await game.thread.prepare(WIDE)
  const bytes = JSON.stringify(request)
  const key = `${side.standing.at(-1) ?? 'none'} ${record.head} ${game.erasures}`
  const before = side.seen.get(key)
  if (before !== undefined && before !== bytes) faults.push(`${after}: the request is not what it was under ${key}`)
  side.seen.set(key, bytes)
  checkErased(game, bytes, after)
  const last = (await game.thread.requests()).at(-1)
  if (last !== undefined) side.steps.set(last.step, { bytes, head: record.head })
  const handles = new Set([...bytes.matchAll(/\be\d+\b/g)].map(([handle]) => handle))
  for (const handle of handles) {
    const found = await game.thread.expand(handle).catch(() => [])
    if (found.length === 0) faults.push(`${after}: ${handle} does not resolve`)
  }
}

/** Every step is shown as it was; nothing erased comes back by any way. */
async function lookBack(game: Game): Promise<void> {
  const { thread, side, faults, compactor } = game
  for (const { step } of await thread.requests()) {
    const was = side.steps.get(step)
    const { request } = await thread.viewAt(step).catch((error: Error) => ({ request: error.message as Json }))
    const bytes = JSON.stringify(request)
    if (was !== undefined && was.bytes !== bytes)
      faults.push(`step ${step} of ${side.name} is not what it was: ${bytes.slice(0, 120)}`)
    checkErased(game, bytes, `step ${step}`)
  }
  for (const commit of [null, ...(await thread.commits()).map(({ id }) => id)]) {
    checkErased(game, JSON.stringify((await thread.restore(commit, WIDE)).request), `restored ${commit}`)
  }
  checkErased(game, JSON.stringify([await thread.entries(), await thread.commits()]), 'the log')
  checkErased(game, await compactor.archive(side.name), 'the archive')
  for (const mark of game.erased) {
    const hits = await compactor.search(mark)
    if (hits.some(({ snippet }) => snippet.includes(mark))) faults.push(`${mark} is found`)
  }
  if ((await compactor.verify(side.name)).kind !== 'whole') faults.push(`${side.name} does not verify`)
}

function checkErased({ erased, faults }: Game, text: string, where: string): void {
  for (const mark of erased) if (text.includes(mark)) faults.push(`${where}: ${mark} was erased and is there`)
}

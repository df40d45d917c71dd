import { createCompactor, memoryStore, presets, type Thread } from '../../src/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { memoryArtifacts } from '../../src/stores/memory-artifacts.ts'
import { characterTokenizer } from '../../src/tokenizers/characters.ts'
import { numbersFrom } from './mcp-fuzz.ts'
import { agent, calls, finishedTurns, messagesFor, prose, results, type Step, user } from './steps.ts'

const tokenizer = characterTokenizer()
const ORDERS = 7
const WINDOW = 12_000
const COOLDOWN = 2
const MOST = 3
const LINES = 'gate status ok\n'.repeat(75)
/** What is confidential stands where no pointer quotes it. */
const order = (number: number): string =>
  `{"order_id":"ORD-${4_711 + number}","note":"pallet MARK${number}X"}\n${LINES}${number === 2 ? 'SECRET' : 'public'}\n${LINES}`

interface Game {
  readonly next: (below: number) => number
  readonly faults: string[]
  thread: Thread
  turn: number
  /** When each came back last, and how many did in this turn. */
  readonly came: Map<string, number>
  inTurn: number
  /** What a tool has printed in this turn, and nobody has named. */
  printed: string | undefined
}

/**
 * An agent that keeps naming what was put away, for so many turns: gives what broke a promise of recall and rehydration. Now and then the process
 * starts anew.
 */
export async function playRecall(seed: number, turns: number): Promise<readonly string[]> {
  const store = memoryStore()
  const artifacts = memoryArtifacts({
    clock: () => 5,
    classify: ({ content }) => ({ sensitivity: content.includes('SECRET') ? 'confidential' : 'internal', ttlMs: null }),
  })
  let compactions = 0
  const game: Omit<Game, 'thread'> & { thread?: Thread } = {
    ...{ next: numbersFrom(seed), faults: [], turn: 0, came: new Map(), inTurn: 0, printed: undefined },
  }
  const open = async (): Promise<Thread> => {
    const policy = presets.harness({ externalizeAbove: 100, preserveTurns: 2, retrieval: true })
    const compactor = createCompactor({ store, artifacts, policy, tokenizer, clock: () => 5, keepRequests: 12 })
    compactor.on('compaction-done', () => (compactions += 1))
    compactor.on('rehydrated', ({ brought }) => {
      for (const { what, why } of brought) came(game as Game, what, why)
    })
    return compactor.thread('t')
  }
  game.thread = await open()
  await game.thread.append(messagesFor('openai-chat', [...orders(), ...finishedTurns(5, 300)]))
  await game.thread.compact({ window: 8_000 })
  const playing = game as Game
  const ids = await artifactsOf(playing.thread)
  if (ids.length < 4) playing.faults.push('too little was put away')
  for (let turn = 0; turn < turns; turn += 1) {
    Object.assign(playing, { inTurn: 0, printed: undefined, turn: playing.turn + 1 })
    if (playing.next(6) === 0) playing.thread = await open()
    await playTurn(playing, ids)
  }
  if (compactions > turns) playing.faults.push(`${compactions} compactions in ${turns} turns`)
  await lookUp(playing)
  return playing.faults.map((fault) => `seed ${seed}: ${fault}`)
}

function orders(): readonly Step[] {
  return Array.from({ length: ORDERS }, (_, number) => [
    user(`Look up order ${number}.`),
    calls([`c${number}`, 'get_order', { order_id: `ORD-${4_711 + number}` }]),
    results([`c${number}`, order(number)]),
    agent(`Order ${number} is there.`),
  ]).flat()
}

async function artifactsOf(thread: Thread): Promise<readonly string[]> {
  const plans = (await thread.commits()).slice(-1).flatMap(({ plan }) => plan.records)
  return plans.flatMap((record) => (record.action === 'externalize' ? [record.artifact] : []))
}

function came(game: Game, what: string, why: string): void {
  const { faults, turn } = game
  const last = game.came.get(what)
  if (last !== undefined && turn - last <= COOLDOWN) faults.push(`turn ${turn}: ${what} came back after ${turn - last} turns`)
  if (what === game.printed) faults.push(`turn ${turn}: ${what} came back because a tool printed it (${why})`)
  game.came.set(what, turn)
  game.inTurn += 1
  if (game.inTurn > MOST) faults.push(`turn ${turn}: ${game.inTurn} came back`)
}

async function playTurn(game: Game, ids: readonly string[]): Promise<void> {
  const { next, turn } = game
  const some = (): string => ids[next(ids.length)] ?? ''
  const named = Array.from({ length: next(6) }, some)
  const printed = some()
  const asks = user(
    `Turn ${turn}: look at ${named.join(' and ')} and ${next(2) === 0 ? `order ORD-${4_711 + next(9)}` : 'go on'}.`,
  )
  await game.thread.append(messagesFor('openai-chat', [asks]))
  await look(game)
  if (!named.includes(printed)) game.printed = printed
  const id = `t${turn}`
  const works = [calls([id, 'list', { page: turn }]), results([id, `stored as ${printed}, ${prose(40, turn)}`])]
  await game.thread.append(messagesFor('openai-chat', works))
  await look(game)
  await game.thread.append(messagesFor('openai-chat', [agent(`Turn ${turn} is done: hall ${turn}, e${turn % 20}.`)]))
}

/** The request fits, shows nothing confidential, begins as it does without what came back, and can be shown again. */
async function look(game: Game): Promise<void> {
  const { faults, turn, thread } = game
  const { tokens, budget, request, prompt } = await thread.prepare({ window: WINDOW, dialect: 'openai-chat' })
  const bytes = JSON.stringify(request)
  if (tokens > budget.limit) faults.push(`turn ${turn}: ${tokens} of ${budget.limit} tokens`)
  if (bytes.includes('SECRET')) faults.push(`turn ${turn}: what is confidential came back`)
  if (JSON.stringify(prompt.messages.slice(0, prompt.stable)).includes('Quoted from this conversation'))
    faults.push(`turn ${turn}: what came back is in the stable part`)
  const step = (await thread.requests()).at(-1)?.step ?? -1
  const seen = await thread.viewAt(step).catch((error: Error) => ({ request: error.message as Json }))
  if (JSON.stringify(seen.request) !== bytes) faults.push(`turn ${turn}: step ${step} is not shown as it was`)
}

/** What was put away is found and opens, byte for byte, and it is said whether it is shown. */
async function lookUp({ thread, faults, turn }: Game): Promise<void> {
  const hidden = await thread.recall(`Turn ${turn} is done: hall ${turn}`, { hidden: true })
  for (const hit of hidden) if (!hit.hidden) faults.push(`${hit.handle} is found among what is hidden`)
  const entries = await thread.entries()
  const shown = JSON.stringify((await thread.prepare({ window: WINDOW, dialect: 'openai-chat' })).request)
  for (let number = 0; number < ORDERS; number += 1) {
    const [hit] = await thread.recall(`MARK${number}X`, { limit: 1, kinds: ['tool-result'] })
    const entry = hit === undefined ? undefined : entries[hit.seq]
    if (entry?.kind !== 'tool-result' || entry.text !== order(number)) faults.push(`order ${number} is not found`)
    if (hit === undefined) continue
    if (!hit.hidden && !shown.includes(`MARK${number}X`)) faults.push(`${hit.handle} is said to be shown`)
    const [whole, after] = await thread.expand({ from: hit.seq, to: hit.seq + 1 })
    if (whole?.text !== order(number) || after?.seq !== hit.seq + 1) faults.push(`${hit.handle} does not open as it was`)
  }
}

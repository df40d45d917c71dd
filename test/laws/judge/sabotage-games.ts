import { type CompactOptions, type Compactor, createCompactor, type Thread } from '../../../src/index.ts'
import { itemAt } from '../../../src/schema/at.ts'
import { artifactId, tenantId, threadId } from '../../../src/schema/ids.ts'
import type { Json } from '../../../src/schema/json.ts'
import { rangeOf } from '../../../src/schema/range.ts'
import { type Dice, diceFrom } from './dice.ts'
import { afterMove, anyMove, type Said, speaker } from './resend-client.ts'
import { CLIENTS, type Client, written } from './resend-wire.ts'
import { anyPorts, type Kept, keptIn, type Ports, sabotaged } from './sabotaged-ports.ts'
import { HONEST, type Saboteur, saboteur } from './saboteur.ts'
import { firstDifference } from './same-bytes.ts'

const TENANTS = ['one', 'two'] as const
const NAMES = ['a', 'b'] as const
const STEPS = 24

/** What a host does next. Plain data: the twin does the same. */
interface Move {
  readonly verb: Verb
  readonly tenant: (typeof TENANTS)[number]
  readonly thread: (typeof NAMES)[number]
  readonly dialect: Client
  /** What is appended, or a whole history. */
  readonly said: readonly Said[]
  /** Any number: which entry, how large a window. */
  readonly number: number
  /** The thread is opened anew, as in another process. */
  readonly isFresh: boolean
}

const VERBS = {
  append: ({ thread, messages, dialect }) => thread.append(messages, { dialect, tools: tools() }),
  resend: ({ thread, messages, dialect }) => thread.resend(messages, { dialect }),
  prepare: ({ thread, options }) => thread.prepare(options),
  compact: ({ thread, options }) => thread.compact({ ...options, instructions: 'Keep every number.' }),
  undo: ({ thread, options }) => thread.undo(options),
  pin: async ({ thread, entry }) => thread.pin({ entry: await entry() }),
  branch: async ({ thread, entry }) => (await thread.branch({ at: await entry(), include: true })).prepare(),
  settle: ({ thread, number }) => thread.settle({ usage: { input_tokens: 100 + (number % 900), output_tokens: 5 } }),
  overflowed: ({ thread, number }) => thread.overflowed({ limit: 400 + (number % 2_000) }),
  entries: ({ thread }) => thread.entries(),
  commits: ({ thread }) => thread.commits(),
  summaries: ({ thread }) => thread.summaries(),
  messages: ({ thread }) => thread.messages(),
  requests: ({ thread }) => thread.requests(),
  usage: ({ thread }) => thread.usage(),
  check: ({ thread, options }) => thread.check(options),
  explain: ({ thread, options }) => thread.explain(options),
  learned: ({ compactor, tenant }) => compactor.learned({ tenant }),
  threads: ({ compactor, tenant }) => compactor.threads({ tenant }),
  search: ({ compactor, tenant }) => compactor.search('matter', { tenant }),
  verify: ({ compactor, tenant, name }) => compactor.verify(name, { tenant }),
  erase: async ({ compactor, tenant, name, entry }) => compactor.erase({ tenant, thread: name, entry: await entry() }),
} satisfies Readonly<Record<string, (at: At) => unknown>>
type Verb = keyof typeof VERBS

/** What a verb is called with. */
interface At {
  readonly compactor: Compactor
  readonly thread: Thread
  readonly tenant: string
  readonly name: string
  readonly dialect: Client
  readonly messages: readonly object[]
  readonly options: CompactOptions
  readonly number: number
  /** The id of an entry that is there. */
  entry(): Promise<string>
}

/** Half of what a host does is to talk. */
const TALK: readonly Verb[] = ['append', 'append', 'append', 'prepare', 'compact', 'compact', 'undo', 'resend']

function anyVerb(dice: Dice): Verb {
  const verb = dice.oneIn(2) ? dice.pick(TALK) : dice.pick(Object.keys(VERBS) as readonly Verb[])
  return verb === 'erase' && !dice.oneIn(6) ? 'entries' : verb
}

/** What differs between a game with a saboteur and its twin. */
export interface Sabotaged {
  readonly seed: number
  readonly ports: Ports
  readonly at: string
  readonly difference: string
}

/** Plays a game twice, with a saboteur behind every port and every return value, and without. Resolves to what differs. */
export async function playSabotage(seed: number): Promise<Sabotaged | undefined> {
  const dice = diceFrom(seed)
  const ports = anyPorts(dice)
  const moves = movesOf(dice)
  const [expected, found] = [await play(ports, moves, HONEST), await play(ports, moves, saboteur())]
  const at = expected.findIndex((line, index) => line.said !== found[index]?.said)
  if (at === -1) return undefined
  const line = itemAt(expected, at)
  return { seed, ports, at: `${at} ${line.what}`, difference: firstDifference(found[at]?.said, line.said) }
}

function movesOf(dice: Dice): readonly Move[] {
  const said = speaker(dice, 8)
  const dialect = dice.pick(CLIENTS)
  const histories = new Map<string, readonly Said[]>()
  return Array.from({ length: STEPS }, (): Move => {
    // Two thirds of it in one place: what is never compacted has little to change.
    const tenant = dice.oneIn(3) ? 'two' : 'one'
    const thread = dice.oneIn(3) ? 'b' : 'a'
    const verb = anyVerb(dice)
    const before = histories.get(`${tenant} ${thread}`) ?? []
    const more = verb === 'append' ? [said.question(), ...said.answer(), said.question(), ...said.answer(), ...said.answer()] : []
    const resent = verb === 'resend' ? [...afterMove(before, said, dice, anyMove(dice))] : before
    const history = [...resent, ...more]
    if (verb === 'append' || verb === 'resend') histories.set(`${tenant} ${thread}`, history)
    return {
      verb,
      tenant,
      thread,
      dialect,
      said: verb === 'append' ? more : resent,
      number: dice.below(1_000_000),
      isFresh: dice.oneIn(6),
    }
  })
}

/** What was said at a point of a game. */
interface Line {
  readonly what: string
  readonly said: string
}

/** A host with its threads, which stay open from one move to the next. */
interface Host {
  readonly compactor: Compactor
  readonly kept: Kept
  readonly threads: Map<string, Thread>
  readonly by: Saboteur
}

async function play(ports: Ports, moves: readonly Move[], by: Saboteur): Promise<readonly Line[]> {
  const kept = keptIn()
  const options = sabotaged(ports, kept, by)
  const compactor = createCompactor(options)
  const { policy, toolPolicies, models } = options
  by.strike([{ ...policy, ladder: policy?.ladder.filter((step) => 'rung' in step) }, toolPolicies, models?.overrides])
  const host: Host = { compactor, kept, threads: new Map(), by }
  const lines: Line[] = []
  for (const move of moves) {
    const { verb, tenant, thread } = move
    lines.push({ what: `${verb} ${tenant}/${thread}`, said: `${await carryOut(host, move)} ${await isLeased(kept, move)}` })
  }
  by.strike(compactor)
  return [...lines, ...(await accountOf(ports, kept))]
}

/** Whether somebody still holds the right to compact. */
async function isLeased({ store }: Kept, { tenant, thread }: Move): Promise<string> {
  const session = await store.session({ tenant: tenantId(tenant), thread: threadId(thread) }).catch(() => undefined)
  return session?.currentlyCompacting === true ? 'leased' : ''
}

async function openedFor({ compactor, threads }: Host, { tenant, thread: name, isFresh }: Move): Promise<Thread> {
  const known = threads.get(`${tenant} ${name}`)
  const thread = known === undefined || isFresh ? await compactor.thread(name, { tenant }) : known
  threads.set(`${tenant} ${name}`, thread)
  return thread
}

/** Carries a move out; what went in is struck as soon as the call is made, what came out as soon as it was written down. */
async function carryOut(host: Host, move: Move): Promise<string> {
  const { compactor, by, threads } = host
  const { tenant, thread: name, dialect, number } = move
  const messages = structuredClone(written(dialect, move.said)) as readonly object[]
  const options = optionsOf(move)
  try {
    const thread = await openedFor(host, move)
    const entry = async (): Promise<string> => {
      const entries = await thread.entries()
      return entries[number % Math.max(1, entries.length)]?.id ?? 'e0'
    }
    const done = VERBS[move.verb]({ compactor, thread, tenant, name, dialect, messages, options, number, entry })
    by.strike([messages, options])
    const outcome: unknown = await done
    const said = textOf(outcome)
    by.strike([outcome, thread])
    return said
  } catch (error) {
    const said = String(error)
    by.strike(error)
    return said
  } finally {
    by.strikeAgain()
    // Who erases must open its threads again.
    if (move.verb === 'erase') threads.clear()
  }
}

function textOf(outcome: unknown): string {
  return (
    JSON.stringify(outcome, (key, value: unknown) => (key === 'thread' && typeof value === 'object' ? undefined : value)) ?? ''
  )
}

function optionsOf({ dialect, number, verb }: Move): CompactOptions {
  const window = verb === 'prepare' && number % 3 > 0 ? 100_000 : 300 + (number % 1_500)
  return {
    ...(number % 5 === 0 && verb !== 'compact' ? {} : { window }),
    ...{ reserve: 0, dialect, tools: tools() },
    ...(number % 4 === 0 ? { system: [{ type: 'text', text: 'You are a careful agent.' }] } : {}),
    ...(number % 5 === 0 ? { model: number % 2 === 0 ? 'gpt-4o' : 'odd-1' } : {}),
  }
}

function tools(): readonly Json[] {
  const parameters = { type: 'object', properties: { command: { type: 'string' } } }
  return [{ type: 'function', function: { name: 'bash', description: 'Runs a command.', parameters } }]
}

/** What is kept when the game is over, of every thread of every tenant, and what somebody honest makes of it. */
async function accountOf(ports: Ports, kept: Kept): Promise<readonly Line[]> {
  const compactor = createCompactor(sabotaged(ports, kept, HONEST))
  const lines: Line[] = []
  for (const tenant of [...TENANTS, 'default']) {
    for (const name of await kept.store.threads.of(tenantId(tenant))) {
      // What is damaged may be past reading.
      const said = await recordsOf(kept, tenant, name).catch(String)
      lines.push({ what: `what is kept of ${tenant}/${name}`, said })
      lines.push({ what: `the request of ${tenant}/${name}`, said: await requestOf(compactor, tenant, name).catch(String) })
    }
  }
  return lines
}

async function recordsOf({ store, artifacts }: Kept, tenant: string, name: string): Promise<string> {
  const key = { tenant: tenantId(tenant), thread: threadId(name) }
  const head = await store.head(key)
  const commits = await store.commits(key)
  const put = commits.flatMap(({ plan }) => plan.records.flatMap((record) => ('artifact' in record ? [record.artifact] : [])))
  const contents = await Promise.all(put.map((id) => artifacts.get(key, artifactId(id))))
  const pins = (await store.pins(key)).toSorted((a, b) => a - b)
  const rows = await store.rows(key, [rangeOf(0, head.length)])
  return JSON.stringify({ head, commits, contents, pins, rows, requests: await store.requests.of(key) })
}

async function requestOf(compactor: Compactor, tenant: string, name: string): Promise<string> {
  const thread = await compactor.thread(name, { tenant })
  const { request } = await thread.prepare({ window: 1_000_000, reserve: 0 })
  return textOf([request, await compactor.verify(name, { tenant })])
}

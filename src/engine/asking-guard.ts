import { spentOn } from '../compact/second-opinion.ts'
import type { LearnedRecords } from '../schema/capabilities.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Occasion } from '../schema/receipt.ts'
import type { Asked, SummaryJob } from '../schema/summary.ts'
import { expectedPrice } from './expected-price.ts'
import type { ThreadState } from './thread-state.ts'

/** Most US dollars that summaries may cost, as far as prices are known: one that may cost more than is left is not asked for. */
export interface SpendCap {
  /** Of one thread, for as long as it lives. */
  readonly thread?: number
  /** Of a tenant, in one day by UTC. */
  readonly tenantPerDay?: number
}

/** How often the summarizer was asked in the turn that is going on. */
export interface Asking {
  turn: number
  calls: number
}

/** Asked twice within one turn, a summarizer has said what it can say (L11). What it asks a model in pieces is one call. */
const MOST_IN_TURN = 2
const DAY_MS = 24 * 3_600_000

/** Of so many threads of a tenant it is written down how often they asked: the others have not asked for long. */
const MOST_THREADS = 100

/** Why the summarizer is not asked now; `undefined` if it may be. A person who asks for a compaction is not held back by earlier ones. */
export async function barredFromAsking(
  state: ThreadState,
  occasion: Occasion,
  job: Omit<SummaryJob, 'signal'>,
): Promise<Asked | undefined> {
  const { asking, ports } = state
  await recall(state)
  const isPersons = occasion === 'manual' && state.isAgents !== true
  if (!isPersons && asking.calls >= MOST_IN_TURN) return failed('too-often', `it was asked ${asking.calls} times in this turn`)
  const { thread, tenantPerDay } = ports.spendCap
  const [own, all] = await Promise.all([
    thread === undefined ? 0 : spentOnThread(state),
    tenantPerDay === undefined ? 0 : spentByTenant(state),
  ])
  const { summarizer } = ports
  const price = (summarizer === undefined ? null : expectedPrice(summarizer, job)) ?? 0
  const isTooMuch = (spent: number, cap: number) => spent >= cap || spent + price > cap + 1e-9
  const more = price > 0 ? `, and this summary may cost ${price}` : ''
  if (thread !== undefined && isTooMuch(own, thread))
    return failed('spend-cap', `${own} of ${thread} dollars are spent on this thread${more}`)
  if (tenantPerDay !== undefined && isTooMuch(all, tenantPerDay))
    return failed('spend-cap', `${all} of ${tenantPerDay} dollars are spent by this tenant today${more}`)
  return undefined
}

/** A call is about to be made: written down first, so that a process that ends meanwhile does not begin to count anew. */
export async function countCall(state: ThreadState): Promise<void> {
  const { asking, ports, key } = state
  await recall(state)
  asking.calls += 1
  const others = (await askedBefore(state)).filter(({ thread }) => thread !== nameOf(state))
  const all = [...others, { thread: nameOf(state), ...asking }].slice(-MOST_THREADS)
  await keepRecord(ports.store.learned, key.tenant, ASKED, JSON.stringify(all))
}

/** Whether one more call may be made in this turn. */
export async function mayCallAgain(state: ThreadState): Promise<boolean> {
  await recall(state)
  return state.asking.calls < MOST_IN_TURN
}

/** Brings the count to the turn that is going on: from what another process wrote down, if this one has not asked in it. */
async function recall(state: ThreadState): Promise<void> {
  const { asking } = state
  const turn = turnOf(state)
  if (asking.turn === turn) return
  const before = (await askedBefore(state)).find(({ thread }) => thread === nameOf(state))
  asking.calls = before?.turn === turn ? before.calls : 0
  asking.turn = turn
}

interface AskedBefore extends Asking {
  readonly thread: string
}

async function askedBefore({ ports, key }: ThreadState): Promise<readonly AskedBefore[]> {
  const said = await readRecord(ports.store.learned, key.tenant, ASKED)
  return Array.isArray(said) ? said.filter(isAskedBefore) : []
}

function isAskedBefore(value: unknown): value is AskedBefore {
  if (!isJsonObject(value)) return false
  return typeof value['thread'] === 'string' && typeof value['turn'] === 'number' && typeof value['calls'] === 'number'
}

/** Not its name, which may tell something of a person: an erasure of the thread leaves it behind. */
function nameOf({ ports, key }: ThreadState): string {
  return ports.hash(key.thread).slice(0, 16)
}

/** What was asked, what came of it, and what is known to have been paid for it. */
interface Spending {
  readonly job: Omit<SummaryJob, 'signal'>
  readonly asked: Asked | undefined
  readonly calls: number
  readonly money: number | null | undefined
}

/** Writes down what was spent on a summary, whatever became of it: for an answer that names no money what its summarizer expected. */
export async function noteSpending(state: ThreadState, { job, asked, ...known }: Spending): Promise<void> {
  const { ports, key } = state
  const unnamed = unnamedPrice(state, job, asked)
  const calls = unnamed > 0 ? Math.max(1, known.calls) : known.calls
  const money = unnamed > 0 ? (known.money ?? 0) + unnamed : known.money
  if (calls > 0) await state.costs.add({ kind: 'summary', calls, dollars: money ?? 0 })
  if (money === null || money === undefined || money <= 0 || ports.spendCap.tenantPerDay === undefined) return
  const day = dayOf(state)
  const spent = (await spentByTenant(state)) + money
  state.spentToday = { day, dollars: spent }
  await keepRecord(ports.store.learned, key.tenant, SPENT, JSON.stringify({ day, dollars: spent }))
}

function unnamedPrice({ ports: { summarizer } }: ThreadState, job: Spending['job'], asked: Asked | undefined): number {
  if (summarizer === undefined || asked?.kind !== 'answered') return 0
  const { by, cached, money, attempts } = asked.answer
  const isFree = by === 'hook' || cached === true
  return isFree || money !== null || spentOn(attempts) !== null ? 0 : (expectedPrice(summarizer, job) ?? 0)
}

const SPENT = 'spent'
const ASKED = 'asked'

/** By the receipts and what was thrown away here, or by the sums in the thread's row: these have what other processes threw away, too. */
async function spentOnThread({ ports, key, ahead, costs }: ThreadState): Promise<number> {
  const commits = await ports.store.commits(key)
  const unaccounted = ahead.wasted + (ahead.job?.found?.money ?? 0)
  const received = commits.reduce((sum, { receipt }) => sum + (receipt.summary?.money ?? 0), unaccounted)
  const { cost } = await costs.now().catch(() => costs.state)
  return Math.max(received, cost.summaries.dollars)
}

async function spentByTenant(state: ThreadState): Promise<number> {
  const { ports, key, spentToday } = state
  const day = dayOf(state)
  const here = spentToday?.day === day ? spentToday.dollars : 0
  const said = await readRecord(ports.store.learned, key.tenant, SPENT)
  const kept = isJsonObject(said) && said['day'] === day && typeof said['dollars'] === 'number' ? said['dollars'] : 0
  return Math.max(here, kept)
}

type Tenant = ThreadState['key']['tenant']

/** What cannot be read was never written. */
async function readRecord(records: LearnedRecords | undefined, tenant: Tenant, name: string): Promise<unknown> {
  try {
    const found = (await records?.of(tenant))?.find(({ key }) => key === name)
    return found === undefined ? undefined : JSON.parse(found.body)
  } catch {
    return undefined
  }
}

/** What cannot be written down is known here all the same. */
async function keepRecord(records: LearnedRecords | undefined, tenant: Tenant, name: string, body: string): Promise<void> {
  await records?.put(tenant, name, body).catch(() => undefined)
}

function dayOf({ ports }: ThreadState): number {
  return Math.floor(ports.clock() / DAY_MS)
}

function turnOf({ log }: ThreadState): number {
  return log.read.at(-1)?.turn ?? 0
}

function failed(reason: 'too-often' | 'spend-cap', detail: string): Asked {
  return { kind: 'failed', reason, detail, attempts: [], ms: 0 }
}

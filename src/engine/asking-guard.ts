import type { LearnedRecords } from '../schema/capabilities.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Occasion } from '../schema/receipt.ts'
import type { Asked } from '../schema/summary.ts'
import type { ThreadState } from './thread-state.ts'

/** Most US dollars that summaries may cost, as far as prices are known. */
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

/** Why the summarizer is not asked now; `undefined` if it may be. A person who asks for a compaction is not held back by earlier ones. */
export async function barredFromAsking(state: ThreadState, occasion: Occasion): Promise<Asked | undefined> {
  const { asking, ports } = state
  const turn = turnOf(state)
  if (occasion !== 'manual' && asking.turn === turn && asking.calls >= MOST_IN_TURN)
    return failed('too-often', `it was asked ${asking.calls} times in this turn`)
  const { thread, tenantPerDay } = ports.spendCap
  const [own, all] = await Promise.all([
    thread === undefined ? 0 : spentOnThread(state),
    tenantPerDay === undefined ? 0 : spentByTenant(state),
  ])
  if (thread !== undefined && own >= thread) return failed('spend-cap', `${own} of ${thread} dollars are spent on this thread`)
  if (tenantPerDay !== undefined && all >= tenantPerDay)
    return failed('spend-cap', `${all} of ${tenantPerDay} dollars are spent by this tenant today`)
  return undefined
}

/** A call is about to be made. */
export function countCall(state: ThreadState): void {
  const { asking } = state
  const turn = turnOf(state)
  asking.calls = asking.turn === turn ? asking.calls + 1 : 1
  asking.turn = turn
}

/** Whether one more call may be made in this turn. */
export function mayCallAgain(state: ThreadState): boolean {
  return state.asking.turn !== turnOf(state) || state.asking.calls < MOST_IN_TURN
}

/** Writes down what was spent on a summary, whatever became of it. */
export async function noteSpending(state: ThreadState, calls: number, money: number | null | undefined): Promise<void> {
  const { ports, key } = state
  if (calls > 0) await state.costs.add({ kind: 'summary', calls, dollars: money ?? 0 })
  if (money === null || money === undefined || money <= 0 || ports.spendCap.tenantPerDay === undefined) return
  const day = dayOf(state)
  const spent = (await spentByTenant(state)) + money
  state.spentToday = { day, dollars: spent }
  // What cannot be written down is known here all the same.
  await ports.store.learned?.put(key.tenant, SPENT, JSON.stringify({ day, dollars: spent })).catch(() => undefined)
}

const SPENT = 'spent'

async function spentOnThread({ ports, key, ahead }: ThreadState): Promise<number> {
  const commits = await ports.store.commits(key)
  const unaccounted = ahead.wasted + (ahead.job?.found?.money ?? 0)
  return commits.reduce((sum, { receipt }) => sum + (receipt.summary?.money ?? 0), unaccounted)
}

async function spentByTenant(state: ThreadState): Promise<number> {
  const { ports, key, spentToday } = state
  const day = dayOf(state)
  const here = spentToday?.day === day ? spentToday.dollars : 0
  const kept = await read(ports.store.learned, key.tenant, day)
  return Math.max(here, kept)
}

/** What cannot be read was never spent. */
async function read(records: LearnedRecords | undefined, tenant: ThreadState['key']['tenant'], day: number): Promise<number> {
  try {
    const found = (await records?.of(tenant))?.find(({ key }) => key === SPENT)
    const said: unknown = found === undefined ? undefined : JSON.parse(found.body)
    return isJsonObject(said) && said['day'] === day && typeof said['dollars'] === 'number' ? said['dollars'] : 0
  } catch {
    return 0
  }
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

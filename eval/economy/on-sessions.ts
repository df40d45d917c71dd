import { PRESETS } from '../../src/plan/presets/index.ts'
import type { Json } from '../../src/schema/json.ts'
import { WINDOWS } from './on-sizes.ts'
import { costOfCalls, type RealCall, replay, tokensOfSession } from './replay.ts'
import { type NamedSheet, SHEETS } from './sheets.ts'

export const LOSS = 80_000

/** What the presets cost, pooled over sessions, under one sheet in one window. */
export interface PooledCell {
  readonly sheet: string
  readonly window: number
  readonly sessions: number
  /** Millions of units by preset; presets that refuse a session are left out. */
  readonly costs: ReadonlyMap<string, { readonly cost: number; readonly commits: number }>
  readonly cached: CachedShare
}

/**
 * Of the input of the default's calls that change nothing, what is read from the cache; the most that could be, which is what was sent before; and
 * the most that any policy could come to: the same calls, each of them beside a window full of what was sent before.
 */
export interface CachedShare {
  readonly share: number
  readonly most: number
  readonly full: number
}

/** Sends the sessions that exceed a window through the engine under every preset. At the largest window all are taken. */
export async function* poolSessions(
  sessions: readonly (readonly Json[])[],
  windows: readonly number[],
): AsyncGenerator<PooledCell> {
  for (const window of windows) {
    const fitting =
      window === Math.max(...WINDOWS) ? sessions : sessions.filter((session) => tokensOfSession(session) + 15_000 > window)
    if (fitting.length > 0) yield* poolWindow(fitting, window)
  }
}

async function* poolWindow(sessions: readonly (readonly Json[])[], window: number): AsyncGenerator<PooledCell> {
  const plain = new Map<string, readonly (readonly RealCall[])[]>()
  for (const sheet of SHEETS) {
    const costs = new Map<string, { readonly cost: number; readonly commits: number }>()
    for (const [name, make] of PRESETS) {
      // Only ours looks at prices: what the others send is the same under every sheet of a model, whose tokens are counted alike.
      const key = `${name} ${name === 'balanced' ? sheet.name : sheet.model}`
      const calls = plain.get(key) ?? (await replayAll(sessions, make, window, sheet))
      plain.set(key, calls)
      if (calls.length < sessions.length) continue
      const cost = calls.reduce((sum, each) => sum + costOfCalls(each, sheet.sheet, LOSS), 0) / 1e6
      costs.set(name, { cost, commits: calls.flat().filter(({ isFold }) => isFold).length })
    }
    yield {
      sheet: sheet.name,
      window,
      sessions: sessions.length,
      costs,
      cached: cachedIn(plain.get(`balanced ${sheet.name}`) ?? [], window),
    }
  }
}

/** What is new in a call can be in no cache: the smaller requests are beside it, the less of them can be read. */
export function cachedIn(sessions: readonly (readonly RealCall[])[], window: number): CachedShare {
  let [sent, read, before, count] = [0, 0, 0, 0]
  for (const calls of sessions) {
    for (const [index, { prompt, shared, isCommit }] of calls.entries()) {
      if (index === 0 || isCommit) continue
      sent += prompt
      read += shared
      before += Math.min(prompt, calls[index - 1]?.prompt ?? 0)
      count += 1
    }
  }
  return { share: read / sent, most: before / sent, full: 1 - (sent - before) / (count * window) }
}

async function replayAll(
  sessions: readonly (readonly Json[])[],
  make: NonNullable<ReturnType<typeof PRESETS.get>>,
  window: number,
  sheet: NamedSheet,
): Promise<readonly (readonly RealCall[])[]> {
  const all: (readonly RealCall[])[] = []
  for (const session of sessions) {
    const calls = await replay(session, make(), window, sheet)
    // Only sizes are pooled: prompts that were kept would hold the logs of every replay in memory.
    if (calls !== undefined) all.push(calls.map(({ messages: _, ...sizes }) => sizes))
  }
  return all
}

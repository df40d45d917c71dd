import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompactor } from '../src/index.ts'
import type { Json } from '../src/schema/json.ts'
import { openSqliteStore } from '../src/stores/sqlite.ts'
import { threadTime } from './clock.ts'
import type { AgentLife } from './report.ts'
import { makeSession } from './sessions.ts'

/** Messages of a step: about 1,200 tokens, now and then twenty times as many. */
const MESSAGES = [2, 3, 2, 3, 2]
const WINDOW = 200_000
/** In milliseconds. */
const SHORT = 1

/** The life of an agent on SQLite: what it waits for at each step besides its model. */
export async function liveAgent(steps: number): Promise<AgentLife> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const store = await openSqliteStore(join(folder, 'agent.db'))
  const thread = await createCompactor({ store }).thread('agent')
  const messages = makeSession('real', steps * 3) as unknown as readonly Json[]
  const usual: number[] = []
  const compactions: number[] = []
  let [at, covered]: [number, number | undefined] = [0, undefined]
  for (let step = 0; step < steps; step += 1) {
    const count = MESSAGES[step % MESSAGES.length] ?? 0
    await thread.append(messages.slice(at, at + count))
    at += count
    const [wall, own] = [performance.now(), threadTime()]
    const { tokens, receipt } = await thread.prepare({ window: WINDOW })
    await thread.settle({ usage: { inputTokens: tokens, outputTokens: 100 } })
    const [byWall, byThread] = [performance.now() - wall, threadTime() - own]
    // What takes longer is interrupted by others: then the thread's own time is what it took, and that is told in steps of a millisecond.
    const ms = byWall > SHORT ? Math.max(SHORT, byThread) : byWall
    if (receipt?.inputs.head === covered) usual.push(ms)
    else compactions.push(ms)
    covered = receipt?.inputs.head
  }
  await store.close()
  rmSync(folder, { recursive: true })
  return {
    steps,
    median: rank(usual, 0.5),
    slow: rank(usual, 0.99),
    compactions: compactions.length,
    slowest: rank(compactions, 1),
  }
}

function rank(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}

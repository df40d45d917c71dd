/**
 * `npm run stores -- [--quick] [--only append|round-trip|open|search|processes|kills|locks]…`: what the stores take, beside what the drivers take.
 * `npm run stores -- --chaos MINUTES`: what they lose when connections break and servers crash.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../test/support/postgres.ts'
import { measureAppends } from './stores/appends.ts'
import { measureChaos } from './stores/chaos.ts'
import { measureKills } from './stores/kills.ts'
import { measureLocks } from './stores/locks.ts'
import { measureOpening } from './stores/opening.ts'
import { measureProcesses } from './stores/processes.ts'
import { measureRoundTrips } from './stores/round-trips.ts'
import { measureSearch } from './stores/search.ts'

/** A line of the report. */
export interface Line {
  readonly what: string
  readonly found: string
  /** What it should be, and whether it is. */
  readonly target?: string
  readonly met?: boolean
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    chaos: { type: 'string' },
  },
})
const isAsked = (name: string): boolean => (values.only === undefined ? values.chaos === undefined : values.only.includes(name))
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
const server = isAsked('round-trip') || isAsked('search') || isAsked('processes') ? await startPostgres() : undefined
try {
  if (isAsked('append')) print(await measureAppends(folder, values.quick ? 300 : 3_000))
  if (isAsked('round-trip') && server !== undefined) print(await measureRoundTrips(server.url, values.quick ? 100 : 1_000))
  if (isAsked('open')) print(await measureOpening(folder, values.quick ? 10_000 : 100_000))
  if (isAsked('search') && server !== undefined) print(await measureSearch(folder, server.url, values.quick ? 10_000 : 100_000))
  if (isAsked('processes') && server !== undefined) print(await measureProcesses(server.url, values.quick ? 50 : 500))
  if (isAsked('kills')) print(await measureKills(folder, values.quick ? 20 : 300))
  if (isAsked('locks'))
    print(await measureLocks(folder, values.quick ? { steps: 20, stopMs: 1_000 } : { steps: 300, stopMs: 20_000 }))
  if (values.chaos !== undefined) print(await measureChaos(Number(values.chaos)))
} finally {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
}

function print(lines: readonly Line[]): void {
  for (const { what, found, target, met } of lines) {
    const verdict = target === undefined ? '' : `   ${met === true ? 'ok' : 'MISSED'} (${target})`
    console.log(`${what.padEnd(64)} ${found.padStart(12)}${verdict}`)
  }
}

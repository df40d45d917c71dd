/**
 * What recall finds, beside plain BM25, what can be reached after many compactions, and what page faults bring back.
 * `npm run recall -- <folder> [--questions <file>] [--only hits|reach|faults|loops|briefs|speed]…`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureSearch } from '../../scripts/stores/search.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { playRecall } from '../../test/support/recall-games.ts'
import { measureBriefs } from './briefs.ts'
import { type Faults, replayFaults } from './faults.ts'
import { measureHits } from './hits.ts'
import { measureReach } from './reach.ts'
import { sessionsIn } from './sessions.ts'

const TURNS = 1_000
const { values, positionals } = parseArgs({
  options: { questions: { type: 'string' }, only: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined) {
  console.error(
    'usage: npm run recall -- <folder with neutral sessions> [--questions <file>] [--only hits|reach|faults|loops|briefs|speed]',
  )
  process.exit(64)
}
const sessions = sessionsIn(folder)
if (sessions.length === 0) {
  console.error(`there are no sessions in ${folder}`)
  process.exit(66)
}
const isAsked = (name: string): boolean => values.only?.includes(name) ?? true
if (isAsked('hits')) print(await measureHits(sessions, values.questions))
if (isAsked('reach')) print(await measureReach(longest()))
if (isAsked('faults')) await printFaults()
if (isAsked('briefs')) print(await measureBriefs(sessions))
if (isAsked('loops')) await printLoops()
if (isAsked('speed')) await printSpeed()

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}

function longest() {
  const [first] = sessions.toSorted((a, b) => b.messages.length - a.messages.length)
  if (first === undefined) throw new Error('there is no session')
  return first
}

/** In both halves: the rule was chosen on the first of every two sessions. */
async function printFaults(): Promise<void> {
  const measured: Faults[] = []
  for (const session of sessions) measured.push(await replayFaults(session))
  const half = (of: number): readonly Faults[] => measured.filter((_, index) => index % 2 === of)
  const parts: readonly (readonly [string, readonly Faults[]])[] = [
    ['all', measured],
    ['chosen on', half(0)],
    ['held out', half(1)],
  ]
  for (const [name, found] of parts) {
    const sum = (key: keyof Faults): number => found.reduce((total, each) => total + each[key], 0)
    const share = (count: number): string => `${count} (${Math.round((100 * count) / Math.max(1, sum('brought')))} %)`
    const often = ((100 * sum('brought')) / Math.max(1, sum('steps'))).toFixed(2)
    console.log(
      `${name}, ${found.length} sessions: ${sum('steps')} requests, ${sum('tooLarge')} too large; ${sum('brought')} page faults (${often} of 100 requests)`,
    )
    console.log(
      `  used within three messages ${share(sum('used'))}, by another name than those missed ${share(sum('usedFurther'))}`,
    )
  }
}

/** Agents that keep naming what was put away. */
async function printLoops(): Promise<void> {
  for (const seed of [1, 2, 3]) {
    const faults = await playRecall(seed, TURNS)
    console.log(`${TURNS} turns that name what was put away, seed ${seed}: ${faults.length} promises broken`)
    print(faults.slice(0, 5))
  }
}

async function printSpeed(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'palimpsest-speed-'))
  const server = await startPostgres()
  for (const { what, found } of await measureSearch(place, server.url, 100_000)) console.log(`${what}: ${found}`)
  await server.stop()
  rmSync(place, { recursive: true, force: true })
}

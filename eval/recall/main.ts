/**
 * What recall finds, beside plain BM25, what can be reached after many compactions, and what page faults bring back.
 * `npm run recall -- <folder> [--questions <file>] [--only hits|reach|faults|speed]…`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureSearch } from '../../scripts/stores/search.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { replayFaults } from './faults.ts'
import { measureHits } from './hits.ts'
import { measureReach } from './reach.ts'
import { sessionsIn } from './sessions.ts'

const { values, positionals } = parseArgs({
  options: { questions: { type: 'string' }, only: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const [folder] = positionals
if (folder === undefined) {
  console.error('usage: npm run recall -- <folder with neutral sessions> [--questions <file>] [--only hits|reach|faults|speed]')
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
if (isAsked('speed')) await printSpeed()

function print(lines: readonly string[]): void {
  for (const line of lines) console.log(line)
}

function longest() {
  const [first] = sessions.toSorted((a, b) => b.messages.length - a.messages.length)
  if (first === undefined) throw new Error('there is no session')
  return first
}

async function printFaults(): Promise<void> {
  let [brought, used, further, steps, tooLarge] = [0, 0, 0, 0, 0]
  for (const session of sessions) {
    const faults = await replayFaults(session)
    brought += faults.brought
    used += faults.used
    further += faults.usedFurther
    steps += faults.steps
    tooLarge += faults.tooLarge
  }
  const share = (count: number): string => `${count} (${Math.round((100 * count) / Math.max(1, brought))} %)`
  console.log(
    `${steps} requests of ${sessions.length} replayed sessions: ${brought} entries brought back by page faults, ${tooLarge} too large`,
  )
  console.log(`of these ${share(used)} used within three messages, ${share(further)} by another name than the one missed`)
}

async function printSpeed(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), 'palimpsest-speed-'))
  const server = await startPostgres()
  for (const { what, found } of await measureSearch(place, server.url, 100_000)) console.log(`${what}: ${found}`)
  await server.stop()
  rmSync(place, { recursive: true, force: true })
}

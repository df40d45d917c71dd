/**
 * `npm run loads -- [--turns N] [--games N] [--seed S] [--steps N]`: agents that work for a long time against providers whose windows and counts are not
 * what was declared, with summarizers, hooks, aborts and restarts that do what they like (L3, L9, L11); then one agent of 2,000 steps (`--steps`)
 * on SQLite, whose processes are killed about every hundred steps. Prints what went wrong, and ends with status 1 if anything did.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { playKilled } from '../test/laws/judge/killed-agent.ts'
import { playLoad } from '../test/laws/judge/load-games.ts'

const { values } = parseArgs({
  options: {
    turns: { type: 'string', default: '10000' },
    games: { type: 'string', default: '50' },
    seed: { type: 'string', default: '0' },
    steps: { type: 'string', default: '2000' },
  },
})
const [turns, games, first] = [Number(values.turns), Number(values.games), Number(values.seed)]
const sums = { turns: 0, compactions: 0, refusals: 0, learned: 0, wrong: 0 }
for (let seed = first; seed < first + games; seed += 1) {
  const report = await playLoad(seed, Math.ceil(turns / games))
  for (const name of ['turns', 'compactions', 'refusals', 'learned'] as const) sums[name] += report[name]
  sums.wrong += report.wrong.length
  for (const what of report.wrong) console.error(`seed ${seed}: ${what}`)
}
const share = sums.learned === 0 ? 0 : sums.refusals / sums.learned
console.log(
  `${sums.turns} turns, ${sums.compactions} compactions, ${sums.refusals} refusals by ${sums.learned} limits (${share.toFixed(2)} each), ${sums.wrong} wrong`,
)
const steps = Number(values.steps)
const wrong = steps === 0 ? 0 : await playOneKilled(steps)
process.exitCode = sums.wrong + wrong === 0 ? 0 : 1

async function playOneKilled(steps: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-killed-'))
  const { lives, killed, compactions, refusals, learned, wrong } = await playKilled(first, steps, folder)
  for (const what of wrong) console.error(`killed, seed ${first}: ${what}`)
  console.log(
    `${steps} steps in ${lives} processes, ${killed} of them killed: ${compactions} compactions, ${refusals} refusals by ${learned} limits, ${wrong.length} wrong`,
  )
  // What went wrong is kept, to be looked at.
  if (wrong.length === 0) rmSync(folder, { recursive: true })
  return wrong.length
}

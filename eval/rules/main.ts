/** Constraints over twenty rounds in small windows. `npm run rules [-- --games <number> --preset <name>]` */
import { parseArgs } from 'node:util'
import { presets } from '../../src/index.ts'
import { type GameResult, playRules } from './game.ts'

const { values } = parseArgs({
  options: { games: { type: 'string', default: '3' }, preset: { type: 'string', default: 'all' } },
})
const chosen = Object.entries(presets).filter(([name]) => values.preset === 'all' || name === values.preset)
if (chosen.length === 0) {
  console.error(`there is no preset ${values.preset}; there are ${Object.keys(presets).join(', ')}`)
  process.exit(64)
}
const WINDOWS = [4_000, 8_000, 16_000]
const WANTED = 0.97

for (const [name, preset] of chosen) {
  for (const window of WINDOWS) {
    const games: GameResult[] = []
    for (let seed = 1; seed <= Number(values.games); seed += 1) games.push(await playRules(seed, window, preset))
    report(name, window, games)
  }
}

function report(name: string, window: number, games: readonly GameResult[]): void {
  const sum = (of: (game: GameResult) => number): number => games.reduce((all, game) => all + of(game), 0)
  const share = sum(({ visible }) => visible) / sum(({ standing }) => standing)
  const stale = sum(({ saidAsValid }) => saidAsValid)
  console.log(
    `${name}, ${window}: ${(100 * share).toFixed(1)} % of what stands is visible, ${stale} times a summary says what was replaced`,
  )
  for (const text of new Set(games.flatMap(({ missing }) => missing))) console.log(`  not visible at the end: ${text}`)
  for (const text of new Set(games.flatMap(({ stale: old }) => old))) console.log(`  said though replaced: ${text}`)
  if (!(share >= WANTED) || stale > 0) process.exitCode = 1
}

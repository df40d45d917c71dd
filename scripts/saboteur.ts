/**
 * `npm run saboteur -- [--games N] [--seed S]`: games in which somebody changes whatever the engine hands out, through every port and every
 * return value, each held against a twin that is left alone (L1, L13). Prints what differs, game by game, and ends with status 1 if
 * anything does.
 */
import { parseArgs } from 'node:util'
import { playSabotage } from '../test/laws/judge/sabotage-games.ts'

const { values } = parseArgs({ options: { games: { type: 'string', default: '20000' }, seed: { type: 'string', default: '0' } } })
const [games, first] = [Number(values.games), Number(values.seed)]
let changed = 0
for (let seed = first; seed < first + games; seed += 1) {
  const game = await playSabotage(seed)
  if (game === undefined) continue
  changed += 1
  console.error(JSON.stringify(game))
}
console.log(`${games} games, ${changed} changed`)
process.exitCode = changed === 0 ? 0 : 1

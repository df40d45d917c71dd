/**
 * `npm run resends -- [--games N] [--seed S]`: games of clients that edit, regenerate, delete and trim their histories (L16). Prints what
 * went wrong, game by game, and ends with status 1 if anything did.
 */
import { parseArgs } from 'node:util'
import { playResends } from '../test/laws/judge/resend-games.ts'

const { values } = parseArgs({ options: { games: { type: 'string', default: '20000' }, seed: { type: 'string', default: '0' } } })
const [games, first] = [Number(values.games), Number(values.seed)]
let wrong = 0
for (let seed = first; seed < first + games; seed += 1) {
  const game = await playResends(seed)
  if (game === undefined) continue
  wrong += 1
  console.error(JSON.stringify(game, null, 2))
}
console.log(`${games} games, ${wrong} wrong`)
process.exitCode = wrong === 0 ? 0 : 1

import fc from 'fast-check'
import { PRESETS } from '../../../src/plan/presets/index.ts'
import { heardGames, unheardIn, windowOf } from '../judge/heard-games.ts'
import type { Law } from './law.ts'

/** A game is a whole conversation, asked for a request after every step: one trial in so many plays one. */
const ONE_IN = 4

/**
 * L15: the task and every rule that stands are readable in every request, under every preset, if a quarter of what history may take holds
 * them. Transcripts of all sorts say little that is a rule for certain: so a trial only chooses a game in which people lay down rules.
 */
export const personHeard: Law = {
  name: 'L15',
  title: 'the person is heard',
  async check(subject, trial) {
    const seed = trial.window * 31 + trial.transcript.messages.length
    if (seed % ONE_IN !== 0) return []
    const [game] = fc.sample(heardGames, { numRuns: 1, seed })
    const { unknownModel: _, ...policy } = PRESETS.get(game?.preset ?? '')?.() ?? { unknownModel: undefined }
    if (game === undefined || !('name' in policy)) throw new Error('there is no game, or no preset')
    const thread = await subject.open(trial.policy, { policy }).thread('heard')
    const unheard = await unheardIn(thread, game, windowOf(game))
    return unheard.map((what) => ({ law: 'L15' as const, what: `${policy.name} does not say ${what}` }))
  },
}

import { fixedPart } from '../judge/lower-bound.ts'
import { type Observation, type Outcome, observe } from '../judge/observe.ts'
import { countRequest } from '../judge/own-count.ts'
import type { Trial } from '../judge/trials.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/**
 * L3: a request is within its budget, by the receipt's count and by one made here from its JSON alone; and a refusal is true:
 * system, tools, pins and the least frontier, counted here with room to spare, really are too much.
 */
export const alwaysFits: Law = {
  name: 'L3',
  title: 'every request fits its budget, and only what cannot fit is refused',
  async check(subject, trial) {
    const observation = await observe(subject, trial)
    return [observation.first, observation.later].flatMap((outcome) => fitFaults(trial, observation, outcome))
  },
}

export function fitFaults(
  trial: Trial,
  observation: Pick<Observation, 'entries' | 'pinned'>,
  outcome: Outcome,
): readonly LawBreach[] {
  if (outcome.kind === 'broken') return [] // L2 says so.
  const { limit } = outcome
  if (outcome.kind === 'refused') {
    const least = fixedPart(trial, observation, 'least')
    return demand('L3', least > limit, `refused, though what must stay is ${least} of ${limit} tokens: ${outcome.error.message}`)
  }
  const { tokens } = outcome.made.receipt
  const counted = countRequest(outcome.made.request)
  return [
    ...demand('L3', tokens.budget === limit, `the receipt has a budget of ${tokens.budget}, not ${limit}`),
    ...demand('L3', tokens.after <= limit, `the receipt counts ${tokens.after} of ${limit}`),
    ...demand('L3', counted <= limit, `the request counts ${counted} of ${limit}; the receipt says ${tokens.after}`),
    ...demand('L3', counted <= tokens.after, `the request counts ${counted}, the receipt only ${tokens.after}`),
  ]
}

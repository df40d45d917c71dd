import type { Prepared } from '../../../src/index.ts'
import { providerFaults } from '../../../src/testing/provider-rules/provider-rules.ts'
import { type Outcome, observe } from '../judge/observe.ts'
import { DIALECT } from '../judge/subject.ts'
import type { Trial } from '../judge/trials.ts'
import { demand, type Law, type LawBreach } from './law.ts'

/** L2: whatever came in, what goes out is what the provider accepts, by its own rules as we read them and by the engine's. */
export const alwaysValid: Law = {
  name: 'L2',
  title: 'every request is one that the provider accepts',
  async check(subject, trial) {
    const { first, prepared, later } = await observe(subject, trial)
    return [first, prepared, later].flatMap((outcome) => faultsOf(trial, outcome))
  },
}

/** What is wrong with one request. Laws that make requests of their own ask it too; if they make many, only by the provider's rules. */
export function faultsOf(trial: Trial, outcome: Outcome<Prepared>, by: 'both' | 'provider' = 'both'): readonly LawBreach[] {
  switch (outcome.kind) {
    case 'refused':
      return []
    case 'broken':
      return demand('L2', false, `no request: ${outcome.why}`)
    case 'made': {
      const { request } = outcome.made
      const own = providerFaults(trial.target, request, trial.transcript).map((fault) => `${fault.rule}: ${fault.where}`)
      const violations = by === 'both' ? DIALECT[trial.target].validate(request) : []
      const engines = violations.map((violation) => `${violation.rule}: ${violation.at}`)
      return [...own, ...engines].map((what) => ({ law: 'L2', what: `${trial.target}: ${what}` }))
    }
  }
}

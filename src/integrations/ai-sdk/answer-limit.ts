import type { Recovered } from '../../engine/thread.ts'
import type { CallParams } from './shapes.ts'

/** How long answers may be, where a provider refused what was asked for one: the SDK's packages may ask for as much as a model can give. */
export interface AnswerLimit {
  learn(model: string, made: Pick<Recovered, 'refusal' | 'budget'>): void
  within<Params extends CallParams>(model: string, params: Params): Params
}

export function answerLimit(): AnswerLimit {
  const most = new Map<string, number>()
  return {
    learn(model, { refusal: { answer }, budget: { reserve } }) {
      if (answer !== undefined && answer > reserve) most.set(model, reserve)
    },
    within(model, params) {
      const limit = most.get(model)
      const isWithin = limit === undefined || (params.maxOutputTokens ?? Number.POSITIVE_INFINITY) <= limit
      return isWithin ? params : { ...params, maxOutputTokens: limit }
    },
  }
}

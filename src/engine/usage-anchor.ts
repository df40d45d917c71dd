import { scaleCount } from '../budget/calibrate.ts'
import { contextTokens } from '../budget/usage.ts'
import type { Factor } from '../schema/budget.ts'
import type { Usage } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { MeasuredLog } from '../view/measured-log.ts'

/** What the provider reported last, and our count of what was appended since. */
export interface UsageAnchor {
  tokens(scale: Factor): number
}

/**
 * Anchors the size of the context in a report: the report counts the request and its answer, we count what follows. Each entry is
 * looked at once, however often it is asked. `ephemeral` are tokens of the request that no later one has.
 *
 *     sent u1 · reported 900 + 40 · a2 (the answer, counted) · r3 60   →   1,000
 */
export function usageAnchor(log: MeasuredLog, usage: Usage, sent: Seq, ephemeral = 0): UsageAnchor {
  const reported = contextTokens(usage)
  let next: number = sent
  let isAnswer = true
  let added = 0
  return {
    tokens(scale) {
      for (; next < log.length; next += 1) {
        isAnswer &&= log.read[next]?.role === 'assistant'
        if (!isAnswer) added += log.measures.cost(next)
      }
      // What stood at the end of that request alone is gone, and no pressure (C13).
      return Math.max(0, reported - scaleCount(ephemeral, scale).expected) + scaleCount(added, scale).expected
    },
  }
}

import type { MessagesCheck } from '../../schema/ports.ts'
import type { Violation } from '../../schema/prompt.ts'

/** One message, as far as calls and results go. */
export interface PairStep {
  readonly at: string
  readonly calls: readonly string[]
  readonly results: readonly string[]
  /** It says something besides results. */
  readonly speaks: boolean
}

/**
 * Calls and results paired both ways, in order: after a message with calls come their results, all of them, before anything else is said.
 * With `together`, all of them in the one message that follows.
 */
export function checkPairs(
  steps: readonly PairStep[],
  { together, taken }: { readonly together: boolean; readonly taken: ReadonlySet<string> },
): MessagesCheck {
  const violations: Violation[] = []
  const used = new Set<string>()
  const pending = new Map<string, string>()
  const reportUnanswered = (): void => {
    for (const [id, at] of pending) violations.push({ rule: 'call-answered', at, detail: `call ${id} has no result` })
    pending.clear()
  }
  for (const step of steps) {
    for (const id of step.results) {
      if (!pending.delete(id))
        violations.push({ rule: 'result-has-call', at: step.at, detail: `result for ${id} answers no open call` })
    }
    if (step.speaks || together) reportUnanswered()
    for (const id of step.calls) {
      if (used.has(id) || taken.has(id))
        violations.push({ rule: 'call-id-unique', at: step.at, detail: `call id ${id} is used twice` })
      used.add(id)
      pending.set(id, step.at)
    }
  }
  reportUnanswered()
  return { violations, used }
}

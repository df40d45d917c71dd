import type { Seq } from '../schema/ids.ts'
import { isApproval, isCall, isResult } from './part-kinds.ts'
import type { ViewMessage } from './view.ts'

/**
 * Whether every call is answered by what stands right behind its message, and nothing else is: what nearly every log is made of, and nothing
 * has to be put right there. Where a person was asked for an approval, it is not said.
 */
export function isWellPaired(messages: readonly ViewMessage[]): boolean {
  const waiting = new Set<Seq>()
  for (const { role, parts } of messages) {
    const isAgent = role === 'assistant'
    let others = 0
    for (const part of parts) {
      if (isApproval(part) || (isCall(part) && !isAgent)) return false
      if (isResult(part)) {
        const { answers } = part.entry
        // In front of what is said beside it, and the only one for its call.
        if (others > 0 || role === 'system' || isAgent || answers.kind !== 'call' || !waiting.delete(answers.seq)) return false
      } else others += 1
    }
    if (others > 0 && waiting.size > 0) return false
    if (isAgent) for (const part of parts) if (isCall(part)) waiting.add(part.entry.seq)
    if (parts.length === 0) return false
  }
  return waiting.size === 0
}

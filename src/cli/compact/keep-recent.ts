import type { Policy } from '../../schema/policy.ts'
import type { Rung } from '../../schema/rung.ts'
import type { Strategy } from '../../schema/strategy.ts'

/** A policy that keeps so many of the newest tokens; `undefined` if it does not go by such a number. */
export function keepingRecent(policy: Policy, tokens: number): Policy | undefined {
  const ladder = policy.ladder.map((rung) => recentIn(rung, tokens))
  return ladder.every((rung, at) => rung === policy.ladder[at]) ? undefined : { ...policy, ladder }
}

function recentIn(rung: Rung | Strategy, tokens: number): Rung | Strategy {
  return 'rung' in rung && rung.rung === 'summarize' && rung.keep.kind === 'recent-tokens'
    ? { ...rung, keep: { ...rung.keep, tokens } }
    : rung
}

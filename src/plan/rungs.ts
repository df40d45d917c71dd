import type { Policy } from '../schema/policy.ts'
import { isRung, type Rung, type RungName } from '../schema/rung.ts'
import type { Scene, Strategy } from '../schema/strategy.ts'
import { byAggressiveness } from './by-aggressiveness.ts'
import { guarded } from './guard-strategy.ts'
import { clearAllButLast } from './strategies/clear-all-but-last.ts'
import { clearByDurability } from './strategies/clear-by-durability.ts'
import { clearOldOutputs } from './strategies/clear-old-outputs.ts'
import { clearSuperseded } from './strategies/clear-superseded.ts'
import { clearToolOutputs } from './strategies/clear-tool-outputs.ts'
import { externalize } from './strategies/externalize.ts'
import { dropOldest, summarizeOldest } from './strategies/fold-oldest.ts'
import { imagesToReferences } from './strategies/images-to-references.ts'
import { pruneCold } from './strategies/prune-cold.ts'
import { shortenOversized } from './strategies/shorten-oversized.ts'
import { stripReasoning } from './strategies/strip-reasoning.ts'
import { summarizeKeeping } from './strategies/summarize-keeping.ts'

type Of<Name extends RungName> = Extract<Rung, { rung: Name }>

/** How each rung becomes a strategy. `summaryTokens` is the most that a summary may take here. */
type Makers = { readonly [Name in RungName]: (rung: Of<Name>, summaryTokens: number) => Strategy }

const MAKERS: Makers = {
  'clear-tool-outputs': clearToolOutputs,
  'clear-old-outputs': clearOldOutputs,
  'clear-all-but-last': clearAllButLast,
  'clear-by-durability': clearByDurability,
  'clear-superseded': clearSuperseded,
  'prune-cold': pruneCold,
  'shorten-oversized': shortenOversized,
  externalize,
  'strip-reasoning': stripReasoning,
  'images-to-references': imagesToReferences,
  summarize: (rung, summaryTokens) => summarizeKeeping({ ...rung, summaryTokens }),
  'summarize-oldest': (_, summaryTokens) => summarizeOldest({ summaryTokens }),
  'drop-oldest': () => ({ ...dropOldest(), skippedWhen: afterRehydration }),
}

/** A policy's ladder, and behind it the floor, which fits whenever pins and frontier do: laws beat policies. */
export function ladderOf(policy: Pick<Policy, 'ladder'>, summaryTokens: number): readonly Strategy[] {
  const floor = [summarizeOldest({ summaryTokens }), dropOldest()].map((strategy): Strategy => ({ ...strategy, floor: true }))
  const steps = byAggressiveness(policy.ladder)
  return [...steps.map((step) => (isRung(step) ? strategyOf(step, summaryTokens) : guarded(step))), ...floor]
}

/** The strategy that a rung describes. */
export function strategyOf<Name extends RungName>(rung: Of<Name>, summaryTokens: number): Strategy {
  const make: Makers[Name] = MAKERS[rung.rung as Name]
  return make(rung, summaryTokens)
}

function afterRehydration(scene: Scene): string | undefined {
  return scene.rehydrated === true ? 'this turn brought back what was put away' : undefined
}

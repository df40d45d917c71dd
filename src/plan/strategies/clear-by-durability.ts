import type { Durability, ToolResultEntry } from '../../schema/entry.ts'
import type { ClearByDurabilityOptions } from '../../schema/rung.ts'
import type { Scene, Strategy } from '../../schema/strategy.ts'
import type { ReplayCost } from '../../schema/tool-policy.ts'
import { clearableResults, clearUntilFits, isBeforeLastTurns } from '../clear-oldest.ts'
import { durabilityIn } from '../durability.ts'

/** Which results go first. What cannot be had again has no place here. */
const ORDER: Readonly<Record<Durability, number>> = { ephemeral: 0, replayable: 1, anchoring: 2, 'non-replayable': 3 }

/**
 * Clears results by what their tools declare (C8): ephemeral ones first, of any turn; then what can be replayed because its source
 * is as it was; then anchoring ones, whose key fields stay. Of the same kind, what is cheaper to have again goes first. What cannot be
 * had again stays.
 *
 *     keep 1 turn:   u1 · r1 anchoring · r2 ephemeral · r3 non-replayable · u2 · r4 ephemeral · r5 anchoring
 *     in this order: r2, r4, r1; never r3, and r5 not yet.
 */
export function clearByDurability(options: ClearByDurabilityOptions): Strategy {
  return {
    name: 'clear-by-durability',
    propose(scene) {
      const rank = (entry: ToolResultEntry): number => ORDER[durabilityIn(scene, entry, options.undeclared)]
      const candidates = clearableResults(scene)
        .filter((entry) => mayGo(scene, entry, options))
        .sort((a, b) => rank(a) - rank(b) || costOf(scene, a) - costOf(scene, b) || a.seq - b.seq)
        .map((entry) => ({ entry }))
      return clearUntilFits(scene, candidates, 'clearing by durability')
    },
  }
}

const COST: Readonly<Record<ReplayCost, number>> = { free: 0, cheap: 1, expensive: 2 }

/** A result without a price counts as cheap as most. */
function costOf(scene: Scene, { envelope }: ToolResultEntry): number {
  return COST[scene.replayCosts?.get(envelope.tool) ?? 'cheap']
}

function mayGo(scene: Scene, entry: ToolResultEntry, { undeclared, keepTurns }: ClearByDurabilityOptions): boolean {
  const durability = durabilityIn(scene, entry, undeclared)
  if (durability === 'non-replayable') return false
  return durability === 'ephemeral' || isBeforeLastTurns(scene, entry, keepTurns)
}

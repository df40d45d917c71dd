import { COLD_MARGIN, familyOf } from '../budget/calibrate.ts'
import { isOlderVocabulary, olderExcess } from '../budget/older-scripts.ts'
import type { Commit } from '../schema/commit.ts'
import type { Entry } from '../schema/entry.ts'
import type { LogKeeper } from '../view/measured-log.ts'

/** How much more than ours a model's vocabulary may make of what the thread says, as a share. */
export interface ScriptMix {
  /** Looks only at what came since it was last asked. */
  excessFor(model: string, commit: Commit | null): number
}

/** Steps in which the share goes, so that a budget is not another one at every message. */
const STEP = 0.05
/** No vocabulary needs more than five tokens for one of ours. */
const MOST = 4

/**
 * Follows a log. What a commit has folded need not be read again: its receipt says what was kept free for it, and what came since is added,
 * each by its weight. So a thread that was opened in part comes to the same share.
 *
 *     commit: 10,000 tokens at 120 %   since: 5,000 tokens of English, nothing more   →   80 %
 */
export function scriptMix(log: LogKeeper): ScriptMix {
  let known: Mix | undefined
  // Most steps name the model of the step before, and finding its family takes longer than the rest of a step.
  let last = { model: '', family: '' }
  return {
    excessFor(model, commit) {
      if (model === '') return 0
      if (model !== last.model) last = { model, family: familyOf(model) }
      const { family } = last
      if (!isOlderVocabulary(family)) return 0
      if (known?.family !== family || known.commit !== commit || known.scanned > log.length) known = begun(family, commit)
      for (; known.scanned < log.length; known.scanned += 1) add(known, log)
      const share = known.tokens === 0 ? 0 : known.excess / known.tokens
      return Math.min(MOST, Math.ceil(share / STEP - ROUNDING) * STEP)
    },
  }
}

/** What a sum of decimals may be off by. */
const ROUNDING = 1e-6

interface Mix {
  readonly family: string
  readonly commit: Commit | null
  scanned: number
  tokens: number
  excess: number
}

function begun(family: string, commit: Commit | null): Mix {
  const inputs = commit?.receipt.inputs
  if (commit === null || inputs === undefined || familyOf(inputs.model) !== family) {
    return { family, commit, scanned: 0, tokens: 0, excess: 0 }
  }
  const tokens = commit.receipt.tokens.after
  const share = Math.max(0, inputs.scale.factor * (1 + inputs.scale.margin) - 1 - COLD_MARGIN)
  return { family, commit, scanned: inputs.head, tokens, excess: tokens * share }
}

function add(mix: Mix, { read, measures }: LogKeeper): void {
  const entry = read[mix.scanned]
  if (entry === undefined) return
  mix.tokens += measures.tokens(mix.scanned)
  mix.excess += olderExcess(textOf(entry), mix.family)
}

function textOf(entry: Entry): string {
  if (entry.kind === 'tool-call') return entry.input
  return 'text' in entry ? entry.text : ''
}

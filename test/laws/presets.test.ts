import { describe, expect, it } from 'vitest'
import { type Policy, presets } from '../../src/index.ts'
import { PRESETS } from '../../src/plan/presets/index.ts'
import { runLaws } from './judge/run-laws.ts'
import { ownEngine, type Subject } from './judge/subject.ts'

const RUNS = 6

/** What holds for every policy. What fits is used (L14) is ours alone: others keep what they say they keep. */
const EVERY_POLICY = ['L2', 'L3', 'L4', 'L5', 'L6', 'L7', 'L8', 'L9', 'B12'] as const

/** Every rung that saves a little, before the usual ones. */
const everyRung: Policy = presets.balanced({
  ladder: [
    { rung: 'prune-cold', idleMs: 3_600_000, keepTurns: 2, replacement: 'hidden' },
    { rung: 'clear-superseded' },
    { rung: 'images-to-references', keepTurns: 1 },
    { rung: 'strip-reasoning', keepTurns: 1 },
    { rung: 'externalize', above: 60, keepTurns: 1 },
    { rung: 'clear-by-durability', undeclared: 'anchoring', keepTurns: 2 },
    { rung: 'clear-old-outputs', keepTurns: 2 },
    { rung: 'clear-all-but-last', keepLast: 1 },
    { rung: 'shorten-oversized' },
    { rung: 'summarize-oldest' },
  ],
})

/**
 * The engine of this package under a policy of its own, whatever policy a trial names. A preset's window for unknown models is left out: if
 * a trial names no window, nothing is to be compacted.
 */
function engineUnder({ unknownModel: _, ...policy }: Policy): Subject {
  const own = ownEngine()
  return { open: (_, ports) => own.open({ trigger: 1, release: 1, summaryRole: 'assistant' }, { ...ports, policy }) }
}

describe('laws beat presets', () => {
  const policies = [...[...PRESETS].map(([, preset]) => preset()), { ...everyRung, name: 'every rung' }]

  it.each(policies.filter(({ name }) => name !== 'amp'))('$name keeps every law on generated transcripts', async (policy) => {
    const seed = Number(process.env['LAWS_SEED'] ?? 1)
    const { breaches } = await runLaws({
      subject: engineUnder(policy),
      runs: Number(process.env['LAWS_RUNS'] ?? RUNS),
      seed,
      laws: EVERY_POLICY,
    })
    expect(breaches).toEqual([])
  })
})

import { above, at, automatically, preset, windowShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'

/** pi (B5, B8, B9): after a turn that ran into the reserve; 20,000 recent tokens stay, cut before a person's message if possible. */
export function pi(overrides: Partial<Policy> = {}): Policy {
  const recent = { kind: 'recent-tokens', tokens: preset(20_000) } as const
  return {
    name: 'pi',
    trigger: automatically(at('settle', above(windowShare(1, { reserve: preset(16_384) }), 'reported'))),
    release: windowShare(0.5),
    reserve: preset(16_384),
    ladder: [
      { rung: 'summarize', keep: { ...recent, cut: 'turn' } },
      { rung: 'summarize', keep: { ...recent, cut: 'unit' }, splitTurn: 2_000 },
    ],
    ...{ summaryTokens: 13_107, summaryShare: 0.4, summaryRole: 'user', summaryModel: 'selected', summaryOutput: 13_107 },
    // It is reported, and a person decides (B14).
    onFailure: 'throw',
    summaryPrefix:
      'Another language model worked on this task and left this summary. Go on from it without doing the work again:',
    summaryContents: [
      ...['progress and decisions', 'constraints and preferences', 'absolute paths of files read or modified'],
      ...['what remains to be done', 'critical data and references'],
    ],
    ...overrides,
  }
}

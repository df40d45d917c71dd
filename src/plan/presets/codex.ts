import { automatically, preset, tokensAbove, windowShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'

/** Codex (B2): at a fixed number of tokens; what people wrote last, up to 20,000 tokens, and a summary that says who wrote it. */
export function codex(overrides: Partial<Policy> = {}): Policy {
  return {
    name: 'codex',
    trigger: automatically(tokensAbove(preset(180_000), { 'gpt-5.1-codex-max': preset(244_000) })),
    release: windowShare(0.5),
    // What Codex calls the effective window.
    reserve: { above: 0.95 },
    ladder: [{ rung: 'summarize', keep: { kind: 'user-messages', tokens: preset(20_000) } }],
    ...{ summaryTokens: 8_000, summaryShare: 0.3, summaryRole: 'user' },
    summaryPrefix:
      'Another language model began this task. Below is its own summary of the work so far; build on it, and do not repeat it.',
    summaryContents: [
      'progress and decisions',
      'constraints and preferences',
      'what remains to be done',
      'critical data and references',
    ],
    notice: 'The conversation was compacted. After several compactions answers can become less accurate; a new thread helps.',
    ...overrides,
  }
}

import { above, anyOf, automatically, idleLongerThan, preset, windowShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'

/** How long a provider keeps its cache. */
const CACHE_MS = 300_000

/** The timeline (E1–E6): old outputs are hidden when the cache is cold; above 90 % recent tokens stay, a split turn with its own summary. */
export function timeline(overrides: Partial<Policy> = {}): Policy {
  return {
    name: 'timeline',
    trigger: automatically(anyOf(above(windowShare(0.9), 'without-tools'), idleLongerThan(CACHE_MS))),
    release: windowShare(0.5),
    reserve: { above: 0.9 },
    ladder: [
      { rung: 'prune-cold', idleMs: CACHE_MS, keepTurns: 2, replacement: 'hidden after the cache went cold' },
      { rung: 'summarize', keep: { kind: 'recent-tokens', tokens: preset(20_000), cut: 'timeline' }, splitTurn: 400 },
    ],
    ...{ summaryTokens: 800, summaryShare: 0.3, summaryRole: 'assistant' },
    cacheMarks: true,
    ...overrides,
  }
}

import { automatically, fractionOfUsable, manual, preset, usableShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'
import type { Rung } from '../../schema/rung.ts'

/** The last 40,000 tokens of output are kept, whichever turn they belong to: the CMS agent keeps two turns besides. */
const PRUNE: Rung = {
  ...{ rung: 'clear-tool-outputs', protect: preset(40_000), minimum: preset(20_000), minTurnsToKeep: 0, everything: true },
}

/** OpenCode (B3): when the request leaves no room for the answer, old tool output goes; if that is not enough, all but a summary. */
export function opencode({ automatic = true, ...overrides }: Partial<Policy> & { readonly automatic?: boolean } = {}): Policy {
  return {
    name: 'opencode',
    trigger: automatic ? automatically(fractionOfUsable(1)) : manual(),
    release: usableShare(1),
    ladder: [PRUNE, { rung: 'summarize', keep: { kind: 'nothing' } }],
    ...(automatic ? { afterTurn: [PRUNE] } : {}),
    ...{ summaryTokens: 6_000, summaryShare: 0.5, summaryRole: 'assistant' },
    summaryContents: [
      ...['what was done', 'what is being worked on', 'files being modified', 'what comes next'],
      ...['requests, constraints and preferences of the user', 'technical decisions and why they were made'],
    ],
    continueWith: 'Continue if you have next steps.',
    ...overrides,
  }
}

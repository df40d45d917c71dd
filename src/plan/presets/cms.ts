import { CMS_FALLBACK } from '../../budget/model-table.ts'
import { automatically, fractionOfUsable, preset, usableShare } from '../../budget/triggers.ts'
import type { Policy } from '../../schema/policy.ts'

/** What can be changed, by the names of its own configuration (A2). */
interface CmsOptions extends Partial<Policy> {
  readonly pruneMinimum?: number
  readonly pruneProtect?: number
  readonly minTurnsToKeep?: number
  readonly outputReserve?: number
}

/**
 * The CMS agent (A9, A10): on overflow old tool output goes; if that does not free half of the room, all but the last two turns,
 * or as much of them as is half of it.
 */
export function cms(options: CmsOptions = {}): Policy {
  const {
    pruneMinimum = preset(20_000),
    pruneProtect = preset(40_000),
    minTurnsToKeep = 2,
    outputReserve,
    ...overrides
  } = options
  return {
    name: 'cms',
    trigger: automatically(fractionOfUsable(1)),
    release: usableShare(0.5),
    reserve: outputReserve ?? preset(4_096),
    unknownModel: CMS_FALLBACK,
    ladder: [
      { rung: 'clear-tool-outputs', protect: pruneProtect, minimum: pruneMinimum, minTurnsToKeep, everything: true },
      { rung: 'summarize', keep: { kind: 'turns', count: minTurnsToKeep } },
      // Two turns that fill the window would be compacted again with every message.
      { rung: 'summarize-oldest' },
    ],
    // Also at the end of every turn, an error or not (A18).
    afterTurn: [{ rung: 'clear-tool-outputs', protect: pruneProtect, minimum: pruneMinimum, minTurnsToKeep, everything: true }],
    ...{ summaryTokens: 2_000, summaryShare: 0.4, summaryRole: 'assistant', summaryModel: 'cheapest', summaryOutput: 2_000 },
    summarizerInput: { message: 2_000, result: 500 },
    summaryContents: [
      ...['what was accomplished', 'current state', 'preferences of the user, rejected options included', 'next steps'],
      ...[
        'partial tasks',
        'unresolved questions',
        'errors',
        'calls in progress',
        'ids and slugs of pages, sections, posts and images',
      ],
    ],
    ...overrides,
  }
}

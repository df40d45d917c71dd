import { hiddenRanges } from '../../log/hidden-ranges.ts'
import { handleOf } from '../../schema/ids.ts'
import { check } from '../check.ts'
import { onLatest } from '../latest.ts'
import type { ThreadState } from '../thread-state.ts'
import type { ToolScene } from './agent-tools.ts'

/** Ranges that are listed: a plan may have hundreds. */
const MOST_RANGES = 12

/** `context_status`: how full the context is, by the last request's own terms, and what of the log it does not show. */
export function contextStatus({ state }: ToolScene): Promise<string> {
  return onLatest(state, async () => {
    const { policy: _, signal: __, ...options } = state.provider.lastOptions() ?? state.usual
    const { currentTokens: tokens, availableTokens, kinds } = await check(state, options)
    const room = tokens + availableTokens
    const share = Math.round((100 * tokens) / Math.max(1, room))
    const filled = Object.entries(kinds).filter(([, count]) => count > 0)
    const parts = filled.sort((a, b) => b[1] - a[1]).map(([kind, count]) => `${kind} ${count}`)
    return [
      `${tokens} of ${room} tokens are used (${share} %): ${parts.join(', ')}.`,
      `The conversation has ${state.log.length} entries (e0 to ${handleOf(Math.max(0, state.log.length - 1))}).`,
      putAway(state),
    ].join('\n')
  })
}

function putAway({ records }: ThreadState): string {
  const ranges = hiddenRanges(records)
  if (ranges.length === 0) return 'All of them are shown whole.'
  const shown = ranges
    .slice(0, MOST_RANGES)
    .map(({ from, end }) => (end - from === 1 ? handleOf(from) : `${handleOf(from)}-${handleOf(end - 1)}`))
  const more = ranges.length > MOST_RANGES ? ` and ${ranges.length - MOST_RANGES} more ranges` : ''
  return `Not shown whole: ${shown.join(' ')}${more}. Read them with expand, find them with recall.`
}

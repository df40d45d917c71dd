import type { JsonObject } from '../../schema/json.ts'
import { compactNow } from '../compact.ts'
import { onLatest } from '../latest.ts'
import { landingOf, readingAt } from '../reading.ts'
import type { RequestOptions } from '../request-options.ts'
import type { ThreadState } from '../thread-state.ts'
import { overlaid, under } from '../use.ts'
import { settingOf } from '../views.ts'
import type { ToolScene } from './agent-tools.ts'
import { textIn, textsIn } from './read-input.ts'

/** Instructions are recorded with the plan: no longer than this. */
const MOST_CHARACTERS = 4_000

/** Of the room for a request, so much must have come since the last compaction: an agent in a loop would pay for one after the other. */
const LEAST_NEWS = 0.1

/**
 * `compact_context`: the host decides. What the agent wants to preserve becomes an instruction, never a pin: pins come from people and
 * hosts alone.
 */
export async function askToCompact({ state, options }: ToolScene, input: JsonObject): Promise<string> {
  const wish = { reason: textIn(input, 'reason').slice(0, MOST_CHARACTERS), preserve: textsIn(input, 'preserve') }
  const { compact = true } = options
  const isAllowed = typeof compact === 'function' ? await compact(wish) : compact
  if (isAllowed !== true) return 'Not now: whoever runs this agent decides when to compact. Nothing was changed.'
  const kept = wish.preserve.length === 0 ? '' : `Keep: ${wish.preserve.join('; ')}`
  const instructions = [wish.reason, kept].join('\n').trim().slice(0, MOST_CHARACTERS)
  return onLatest(state, async () => {
    const { policy, signal: _, ...given } = state.provider.lastOptions() ?? state.usual
    const asked = overlaid(under(state, policy), { isAgents: true })
    if (await isJustCompacted(asked, given)) return 'There was nothing to compact: little has come since it was done last.'
    const { receipt, changed } = await compactNow(asked, { ...given, instructions })
    const { before, after } = receipt.tokens
    return changed
      ? `Compacted: ${before} tokens became ${after}. Nothing is lost: recall and expand find it.`
      : 'There was nothing to compact.'
  })
}

async function isJustCompacted(state: ThreadState, options: RequestOptions): Promise<boolean> {
  const { landed, ports } = state
  if (landed === undefined) return false
  const at = await settingOf(state, options)
  const { tokens, window, reserve } = readingAt(state, at, 'window')
  const before = landingOf(landed, at, ports.policy).tokens
  const limit = window - reserve
  return limit >= before.limit && tokens - before.landed < limit * LEAST_NEWS
}

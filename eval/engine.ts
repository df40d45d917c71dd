import { neutral } from '../src/dialects/neutral/dialect.ts'
import { createCompactor, isFailure, type Thread } from '../src/index.ts'
import { EMPTY_STATE, ingest } from '../src/ingest/ingest.ts'
import { balanced } from '../src/plan/presets/balanced.ts'
import { isJsonObject, type Json } from '../src/schema/json.ts'
import type { Policy } from '../src/schema/policy.ts'
import { bpeTokenizer } from '../src/tokenizers/bpe.ts'
import { type CutPoint, textOf } from './session.ts'

/** What the engine makes of a history with nothing set: the text of the request that it would send. */
export function enginePrompt(point: CutPoint, tokens: number): Promise<string> {
  return promptUnder(balanced(), point, tokens)
}

/**
 * The same under another policy. The window is chosen so that the release mark has `tokens` tokens. System text in front of the history
 * comes on top and is not scored: it may not be compacted, and no other contestant must keep it.
 */
export function promptUnder(policy: Policy, point: CutPoint, tokens: number): Promise<string> {
  const system = point.before.filter((entry) => entry.role === 'system')
  const fixed = system.reduce((sum, entry) => sum + bpeTokenizer().count(textOf(entry)), 0)
  return promptIn(policy, point, Math.floor((tokens + fixed) / releaseShare(policy)))
}

/** What the engine makes of it with nothing set if the whole window has `tokens` tokens, system text and all. */
export function promptInWindow(point: CutPoint, tokens: number): Promise<string> {
  return promptIn(balanced(), point, tokens)
}

async function promptIn(policy: Policy, { messages }: CutPoint, window: number): Promise<string> {
  const thread = await createCompactor({ policy }).thread('eval')
  await thread.append(messages, { dialect: 'neutral' })
  const request = await requestIn(thread, window)
  const sent = isJsonObject(request) && Array.isArray(request['messages']) ? (request['messages'] as readonly Json[]) : []
  const shown = ingest(EMPTY_STATE, neutral.readMessages(sent)).entries
  return shown
    .filter((entry) => entry.role !== 'system')
    .map(textOf)
    .join('\n')
}

/** The request after a compaction in a window of so many tokens. What cannot be sent has nothing in it. */
export async function requestIn(thread: Thread, window: number): Promise<Json> {
  try {
    return (await thread.compact({ window, reserve: 0 })).request
  } catch (error) {
    if (isFailure(error, 'fixed-part-too-large')) return null
    throw error
  }
}

function releaseShare({ release }: Policy): number {
  if (release.kind === 'kept') return release.otherwise
  if (release.kind !== 'usable-share') throw new Error('the window is known only if the release mark is a share of it')
  return release.share
}

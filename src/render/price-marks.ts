import type { CacheMark, PriceMarks } from '../schema/cache-mark.ts'
import type { Prompt, PromptMessage } from '../schema/prompt.ts'

/** A provider that is told where to look for what it has kept looks so many blocks back from there, and no further. */
const LOOKBACK = 20

/**
 * Where a provider should keep what it has read, most needed first: at the end of what cannot change before the next commit; where the last
 * request ended, if that is too far back to be found from there; at the cut, behind the summary, which outlives a prune of what follows; behind
 * system text; behind tools.
 *
 *     tools] system] summary] turn D … turn E]
 */
export function priceMarks(
  { messages, stable }: Pick<Prompt, 'messages' | 'stable'>,
  { hour }: PriceMarks,
): readonly CacheMark[] {
  const end = stable - 1
  const before = lastEnd(messages, end)
  const cut = cutOf(messages)
  const isFar = before >= 0 && blocksBetween(messages, before, end) >= LOOKBACK
  const tail: readonly CacheMark[] = [end, ...(isFar ? [before] : [])]
    .filter((at) => at >= 0 && at !== cut)
    .map((at) => ({ kind: 'tail', at, hour: false }))
  const summary: readonly CacheMark[] = cut < 0 || cut > end ? [] : [{ kind: 'cut', at: cut, hour }]
  return [...tail, ...summary, { kind: 'system', hour }, { kind: 'tools', hour }]
}

/** The last message that we wrote, if what we wrote stands in front. */
function cutOf(messages: readonly PromptMessage[]): number {
  const first = messages.findIndex(({ parts }) => parts.some((part) => part.kind === 'entry'))
  const ours = messages.slice(0, first < 0 ? messages.length : first)
  return ours.findLastIndex(({ parts }) => parts.some(({ kind }) => kind === 'synthetic'))
}

/** Where the request before this one ended: in front of what the model said last. */
function lastEnd(messages: readonly PromptMessage[], end: number): number {
  let at = end
  while (at >= 0 && messages[at]?.role !== 'assistant') at -= 1
  while (at >= 0 && messages[at]?.role === 'assistant') at -= 1
  return at
}

function blocksBetween(messages: readonly PromptMessage[], from: number, to: number): number {
  return messages.slice(from + 1, to + 1).reduce((sum, { parts }) => sum + parts.length, 0)
}

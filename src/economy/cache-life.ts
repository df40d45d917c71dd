import { isJsonObject, type Json } from '../schema/json.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Of a request, what says how long its provider should keep it. */
interface Asked {
  /** Whether OpenAI is allowed to keep what this host sends for a day. */
  readonly isForADay: boolean
  /** What stands around the messages. */
  readonly envelope: Json
  /** The newest of what was said, as the client wrote it. */
  readonly newest: readonly Json[]
}

/**
 * How long a conversation is kept because somebody asked for it, in milliseconds; 0 if nobody did. Marks at tools and system text say nothing
 * of the conversation behind them.
 *
 *     the last message marked for an hour   →   3,600,000
 */
export function askedLife({ isForADay, envelope, newest }: Asked): number {
  if (isForADay || (isJsonObject(envelope) && envelope['prompt_cache_retention'] === '24h')) return DAY
  return isForAnHour(envelope) || newest.some(isForAnHour) ? HOUR : 0
}

/** Marks as Anthropic writes them, and as the AI SDK does. */
function isForAnHour(block: Json): boolean {
  if (!isJsonObject(block)) return false
  const options = block['providerOptions']
  const places = [block, ...(isJsonObject(options) ? Object.values(options) : [])].filter(isJsonObject)
  return places.some((place) =>
    [place['cache_control'], place['cacheControl']].some((mark) => isJsonObject(mark) && mark['ttl'] === '1h'),
  )
}

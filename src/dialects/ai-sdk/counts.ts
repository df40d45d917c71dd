import type { CountRules } from '../../schema/count-rules.ts'

/** The AI SDK may stand in front of any provider: all that is known is what it sends. What a `UIMessage` keeps for people it does not. */
export const AI_SDK_COUNTS: Partial<CountRules> = { isForPeople: (message) => 'parts' in message }

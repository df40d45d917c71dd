import type { CountRules } from '../../schema/count-rules.ts'

/** The AI SDK may stand in front of any provider: only what it sends is known. It does not send what a `UIMessage` keeps for people. */
export const AI_SDK_COUNTS: Partial<CountRules> = { isForPeople: (message) => 'parts' in message }

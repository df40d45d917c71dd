import type { CountRules } from '../../schema/count-rules.ts'

/** LangChain may stand in front of any provider: only what it sends is known. Of a message's fields that are content and calls, and nothing else. */
export const LANGCHAIN_COUNTS: Partial<CountRules> = { isForPeople: () => true }

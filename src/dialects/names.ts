/** The names of our dialects, apart from the dialects: a command line that only checks a flag need not load them. */
export const DIALECT_NAMES = ['openai-chat', 'anthropic', 'neutral', 'openai-responses', 'gemini', 'ai-sdk', 'langchain'] as const

export type DialectName = (typeof DIALECT_NAMES)[number]

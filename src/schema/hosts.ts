/** Servers that speak as OpenAI does, with models of others, whose templates are strict. */
export const HOST_NAMES = ['ollama', 'vllm', 'lm-studio', 'openrouter'] as const

export type HostName = (typeof HOST_NAMES)[number]

import { plainName } from './model-names.ts'

/** `claude-opus-5-5`, `claude-fable-5-1`; not `claude-opus-5`, which came before. */
const CLAUDE = /^claude-(?:[a-z]+-)(\d+)(?:-(\d{1,2}))?(?:-|$)/
/** With Claude Fable 5.1, signatures of thinking began to vouch for what stands before it ("preserved thinking"). */
const FIRST = { major: 5, minor: 1 } as const

/**
 * Whether a model's provider refuses reasoning in front of which something has changed: system text, tools or messages. Anthropic does so of
 * every Claude from Fable 5.1 on, for accounts made since September 2026.
 */
export function bindsReasoning(model: string): boolean {
  const [, major, minor = '0'] = CLAUDE.exec(plainName(model)) ?? []
  if (major === undefined) return false
  return Number(major) > FIRST.major || (Number(major) === FIRST.major && Number(minor) >= FIRST.minor)
}

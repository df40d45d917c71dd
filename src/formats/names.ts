/** The names of our formats, apart from the formats: a command line that only checks a flag need not load them. */
export const FORMAT_NAMES = [
  'claude-code',
  'codex',
  'pi',
  'opencode',
  'gemini-cli',
  'qwen-code',
  'copilot',
  'sharegpt',
  'message-lines',
  'palimpsest',
] as const

export type FormatName = (typeof FORMAT_NAMES)[number]

/** Formats of sessions that can be written: with a compaction at the end, their own programs go on from it. */
export const SESSION_OUTPUTS = ['claude-code', 'codex', 'pi'] as const

export type SessionOutput = (typeof SESSION_OUTPUTS)[number]

import { frozen } from '../schema/frozen.ts'
import type { TranscriptFormat } from '../schema/transcript-format.ts'
import { claudeCode } from './claude-code/format.ts'
import { codex } from './codex/format.ts'
import { copilot } from './copilot/format.ts'
import { geminiCli } from './gemini-cli/format.ts'
import { messageLines } from './message-lines/format.ts'
import { opencode } from './opencode/format.ts'
import { palimpsestThread } from './palimpsest/format.ts'
import { piSessions } from './pi/format.ts'
import { qwenCode } from './qwen-code/format.ts'
import { shareGpt } from './sharegpt/format.ts'

/** Formats that hold one conversation, or one with what belongs to it, and have marks of their own. */
export const ALL_FORMATS: readonly TranscriptFormat[] = frozen([
  ...[claudeCode, codex, piSessions, opencode, geminiCli, qwenCode, copilot],
  ...[shareGpt, messageLines, palimpsestThread],
])

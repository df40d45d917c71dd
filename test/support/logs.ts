import { anthropic } from '../../src/dialects/anthropic/dialect.ts'
import { neutral } from '../../src/dialects/neutral/dialect.ts'
import { openaiChat } from '../../src/dialects/openai-chat/dialect.ts'
import { sha256Hex } from '../../src/index.ts'
import { EMPTY_STATE, type IngestMemory, ingest } from '../../src/ingest/ingest.ts'
import { resumeFrom } from '../../src/ingest/resume.ts'
import { chainHashes, GENESIS } from '../../src/log/chain.ts'
import type { Entry } from '../../src/schema/entry.ts'
import type { Json } from '../../src/schema/json.ts'
import type { Dialect } from '../../src/schema/ports.ts'
import type { Log } from '../../src/schema/strategy.ts'

export const DIALECTS: readonly Dialect[] = [openaiChat, anthropic, neutral]

/** The entries that messages of a dialect become. */
export function entriesFrom(dialect: Dialect, messages: readonly Json[]): readonly Entry[] {
  return ingest(EMPTY_STATE, dialect.readMessages(messages)).entries
}

/** The entries of messages in the neutral shape, which has a part for every kind of block. */
export function neutralEntries(messages: readonly Json[]): readonly Entry[] {
  return entriesFrom(neutral, messages)
}

/** What ingesting a whole log leaves behind. */
export function resumeMemory(entries: readonly Entry[]): IngestMemory {
  const { state, calls } = resumeFrom(EMPTY_STATE, entries)
  return { ...state, seen: calls }
}

/** A log with its chain hashes. */
export function logOf(entries: readonly Entry[]): Log {
  return { entries, hashes: chainHashes(GENESIS, entries, sha256Hex) }
}

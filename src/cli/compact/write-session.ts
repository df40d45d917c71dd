import { ALL_FORMATS } from '../../formats/all.ts'
import type { SessionOutput } from '../../formats/names.ts'
import { createCompactor } from '../../index.ts'
import type { Json } from '../../schema/json.ts'
import type { FileTranscript, FileView } from '../../schema/transcript-format.ts'
import type { ReadFile } from '../input/read-transcript.ts'
import type { Compaction } from './compact-transcript.ts'
import { dialectOf } from './request-for.ts'
import { messagesOf, viewOf } from './view-of.ts'

interface Session {
  readonly compaction: Compaction
  readonly transcript: FileTranscript
  /** The file that it was read from, if it was. */
  readonly read: ReadFile | undefined
}

/** A session file of another program, with a compaction at its end: its own lines as they were, if it was read from one. */
export async function writeSession(target: SessionOutput, { compaction, transcript, read }: Session): Promise<string> {
  const format = ALL_FORMATS.find(({ name }) => name === target)
  if (format?.write === undefined) throw new Error(`${target} is listed as a session that can be written, and cannot`)
  const { entries, compacted, records } = compaction
  const { before, after } = compacted.receipt.tokens
  const view: FileView = { ...viewOf(compacted.request), tokens: { before, after } }
  const isOwn = read?.format.name === target && read.transcripts[0]?.thread === transcript.thread
  return format.write({
    id: transcript.thread ?? 'session',
    at: Date.now(),
    entries,
    commits: [],
    about: { folder: process.cwd(), ...transcript.about },
    ...(isOwn ? { original: read.text } : await historyFor(target, transcript)),
    // What was not compacted is shown as it is.
    ...(records.length === 0 ? {} : { view }),
  })
}

/** Everything that was said, as messages of the target's dialect, if it came in another one. */
async function historyFor(target: SessionOutput, transcript: FileTranscript): Promise<{ readonly history?: readonly Json[] }> {
  const dialect = dialectOf(target)
  if (transcript.messages.every(({ shell }) => shell.dialect === dialect)) return {}
  const thread = await createCompactor().thread('history')
  await thread.use({ policy: 'off' })
  await thread.appendDrafts(transcript.messages)
  const { request } = await thread.prepare({ dialect, window: WIDE, reserve: 0 })
  return { history: messagesOf(request) }
}

/** No session reaches it. */
const WIDE = 1_000_000_000

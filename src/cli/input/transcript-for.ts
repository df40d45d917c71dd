import type { FileTranscript } from '../../schema/transcript-format.ts'
import type { RequestSettings } from '../compact/settings.ts'
import { chosen, type ReadFile, readSession, tellFaults } from './read-transcript.ts'

/** A transcript, and the file that it was read from, if it was. */
interface Found {
  readonly transcript: FileTranscript
  readonly read?: ReadFile
}

/** The transcript that was asked for: a file's, or that of a stored thread. */
export async function transcriptFor(settings: RequestSettings): Promise<FileTranscript> {
  return (await findTranscript(settings)).transcript
}

/** The same with the file that it is from. */
export async function findTranscript({ file, from, store, conversation, visible, ...within }: RequestSettings): Promise<Found> {
  if (store !== undefined) {
    const { storedTranscript } = await import('../store/stored-transcript.ts')
    return { transcript: await storedTranscript(file, { ...within, store }) }
  }
  const read = await readSession(file, from)
  tellFaults(read)
  const choice = { ...(conversation === undefined ? {} : { conversation }), ...(visible === undefined ? {} : { visible }) }
  return { transcript: chosen(read, choice), read }
}

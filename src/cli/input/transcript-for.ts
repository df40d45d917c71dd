import type { Transcript } from '../../schema/draft.ts'
import type { RequestSettings } from '../compact/settings.ts'
import { readTranscript } from './read-transcript.ts'

/** The transcript that was asked for: a file's, or that of a stored thread. */
export async function transcriptFor({ file, from, store, ...within }: RequestSettings): Promise<Transcript> {
  if (store === undefined) return readTranscript(file, from)
  const { storedTranscript } = await import('../store/stored-transcript.ts')
  return storedTranscript(file, { ...within, store })
}

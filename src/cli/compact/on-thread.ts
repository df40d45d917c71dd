import { type CompactorOptions, createCompactor, type Thread } from '../../index.ts'
import type { Transcript } from '../../schema/draft.ts'
import { withThread } from '../store/open-store.ts'
import { shelved } from '../store/shelved.ts'
import type { RequestSettings } from './settings.ts'

/** Works on the thread that was asked for: one made of the transcript, or the stored one itself, with what was folded and pinned in it. */
export async function onThread<Result>(
  transcript: Transcript,
  { file, store: place, ...within }: Pick<RequestSettings, 'file' | 'store' | 'tenant' | 'prefix' | 'schema'>,
  ports: CompactorOptions,
  work: (thread: Thread) => Promise<Result>,
): Promise<Result> {
  if (place === undefined) {
    const thread = await createCompactor(ports).thread('file')
    await thread.appendDrafts(transcript.messages, { tools: transcript.tools })
    return work(thread)
  }
  return withThread({ ...within, store: place }, file, async (store, key) =>
    work(await createCompactor({ ...ports, store, ...shelved(store) }).thread(key.thread, { tenant: key.tenant })),
  )
}

import { ALL_DIALECTS } from '../../dialects/all.ts'
import { recogniseDialect } from '../../dialects/recognise.ts'
import { restoreMessages } from '../../dialects/restore-messages.ts'
import type { Transcript } from '../../schema/draft.ts'
import { type StoreFlags, withThread } from './open-store.ts'

/** A stored thread as the transcript it came from: for what works on copies and changes nothing. */
export async function storedTranscript(thread: string, flags: StoreFlags): Promise<Transcript> {
  const entries = await withThread(flags, thread, async (store, key) => store.read(key, 0, (await store.head(key)).length))
  const messages = [...restoreMessages(entries)]
  const name = entries.at(-1)?.message.dialect
  const dialect = ALL_DIALECTS.find(({ traits }) => traits.name === name) ?? recogniseDialect(messages, ALL_DIALECTS)
  return { dialect: dialect.traits.name, envelope: {}, tools: [], messages: dialect.readMessages(messages) }
}

import { restoreMessages } from '../../adapters/restore-messages.ts'
import { isTombstone } from '../../log/tombstone.ts'
import { printOut } from '../output/print-out.ts'
import { writeOutFile } from '../output/write-file.ts'
import { counted } from '../picture/words.ts'
import { type StoreFlags, withThread } from './open-store.ts'

/** `palimpsest export`: the messages of a thread as they came in, with nothing folded. */
export async function runExport(thread: string, flags: StoreFlags & { readonly out?: string }): Promise<void> {
  const entries = await withThread(flags, thread, async (store, key) => store.read(key, 0, (await store.head(key)).length))
  const text = `${JSON.stringify(restoreMessages(entries))}\n`
  if (flags.out === undefined) await printOut(text)
  else writeOutFile(flags.out, text)
  const erased = entries.filter(isTombstone).length
  if (erased > 0) process.stderr.write(`palimpsest: left out: ${counted(erased, 'entry', 'entries')}, erased.\n`)
}

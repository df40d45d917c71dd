import { createCompactor } from '../../index.ts'
import type { ArtifactShelf } from '../../schema/artifacts.ts'
import type { Store } from '../../schema/ports.ts'
import { readText } from '../input/read-text.ts'
import { printOut } from '../output/print-out.ts'
import { writeOutFile } from '../output/write-file.ts'
import { counted } from '../picture/words.ts'
import { type StoreFlags, withStore, withThread } from './open-store.ts'
import { shelved } from './shelved.ts'

const over = (store: Store & { readonly shelf?: ArtifactShelf }) => createCompactor({ store, ...shelved(store) })

/** `palimpsest archive`: a thread with everything that belongs to it, as one file. */
export async function runArchive(thread: string, flags: StoreFlags & { readonly out?: string }): Promise<void> {
  const text = await withThread(flags, thread, (store, { tenant }) => over(store).archive(thread, { tenant }))
  if (flags.out === undefined) await printOut(text)
  else writeOutFile(flags.out, text)
}

/** `palimpsest unarchive`: the thread of an archive, in another store or under another name. */
export async function runUnarchive(
  file: string,
  flags: StoreFlags & { readonly thread?: string; readonly json?: true },
): Promise<void> {
  const text = await readText(file)
  const { thread } = flags
  const made = await withStore(flags, (store, tenant) =>
    over(store).unarchive(text, { tenant, ...(thread === undefined ? {} : { thread }) }),
  )
  if (flags.json) return printOut(`${JSON.stringify(made)}\n`)
  const parts = [counted(made.entries, 'entry', 'entries'), counted(made.commits, 'commit'), counted(made.requests, 'request')]
  const erased = made.erased === 0 ? '' : `; ${counted(made.erased, 'entry', 'entries')} erased meanwhile stay so`
  await printOut(`${made.thread}: ${parts.join(', ')}, ${counted(made.artifacts, 'artifact')}${erased}\n`)
}

import { restoreMessages } from '../../dialects/restore-messages.ts'
import { isTombstone } from '../../log/is-tombstone.ts'
import type { Entry } from '../../schema/entry.ts'
import { isCompactionError, isFailure } from '../../schema/failures.ts'
import { threadId } from '../../schema/ids.ts'
import type { Store, ThreadKey } from '../../schema/ports.ts'
import { CliError, EXIT } from '../exit.ts'
import { printOut } from '../output/print-out.ts'
import { writeOutFile } from '../output/write-file.ts'
import { counted } from '../picture/words.ts'
import type { ExportTarget } from './export-targets.ts'
import { checkThread, type StoreFlags, withStore } from './open-store.ts'

/** `palimpsest export`: the messages of a thread as they came in, with nothing folded; or all of it in another form. */
export async function runExport(
  thread: string,
  flags: StoreFlags & { readonly out?: string; readonly to?: ExportTarget },
): Promise<void> {
  const { entries, fault } = await withStore(flags, (store, tenant) =>
    readable(store, { tenant, thread: threadId(thread) }, flags),
  )
  const { to = 'as-it-came' } = flags
  const text =
    to === 'as-it-came'
      ? `${JSON.stringify(restoreMessages(entries))}\n`
      : await (await import('./export-as.ts')).exportAs(thread, to, flags)
  if (flags.out === undefined) await printOut(text)
  else writeOutFile(flags.out, text)
  const erased = entries.filter(isTombstone).length
  if (erased > 0) process.stderr.write(`palimpsest: left out: ${counted(erased, 'entry', 'entries')}, erased.\n`)
  if (fault !== undefined) throw fault
}

/** How many entries are read at once; if that fails, they are read one by one. */
const AT_ONCE = 500

/** Everything up to the first entry that cannot be read, and what is wrong with that one. */
async function readable(
  store: Store,
  key: ThreadKey,
  flags: StoreFlags,
): Promise<{ readonly entries: readonly Entry[]; readonly fault?: CliError }> {
  const damage = await damageIn(store, key, flags)
  const length = damage === null ? (await store.head(key)).length : Number.MAX_SAFE_INTEGER
  const entries: Entry[] = []
  let step = AT_ONCE
  while (entries.length < length) {
    const at = entries.length
    try {
      entries.push(...(await store.read(key, at, Math.min(length, at + step))))
      if (damage !== null && entries.length === at) return { entries: wholeMessages(entries), fault: leftOut(damage, at, null) }
    } catch (error) {
      if (!isCompactionError(error)) throw error
      if (step === 1) return { entries: wholeMessages(entries), fault: leftOut(error, at, damage === null ? length : null) }
      step = 1
    }
  }
  return { entries }
}

/** What is wrong with a thread of which only the beginning can be read. */
async function damageIn(store: Store, key: ThreadKey, flags: StoreFlags): Promise<Error | null> {
  try {
    await checkThread(store, key, flags)
    return null
  } catch (error) {
    if (isFailure(error, 'log-damaged')) return error
    throw error
  }
}

/** Without the blocks of a message whose last ones are missing. */
function wholeMessages(entries: readonly Entry[]): readonly Entry[] {
  const { block, blocks } = entries.at(-1)?.message ?? { block: 0, blocks: 1 }
  return block === blocks - 1 ? entries : entries.slice(0, entries.length - block - 1)
}

/** How many entries there were is not known where the end of the thread cannot be read. */
function leftOut(error: Error, at: number, length: number | null): CliError {
  const left = `left out: ${length === null ? 'everything' : counted(length - at, 'entry', 'entries')} from e${at} on`
  return new CliError(EXIT.input, `${error.message}\n${left}; everything before it was written.`, { cause: error })
}

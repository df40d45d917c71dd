import { isWork, knownWork, knowWork } from '../ledger/known-work.ts'
import { isForeign } from '../ledger/languages/foreign.ts'
import { knowLanguages, knowsLanguages } from '../ledger/languages/index.ts'
import type { Entry } from '../schema/entry.ts'

/** Loads what it takes to read entries, and cannot be waited for when they are read: what reads calls and results, and languages. */
export async function learnToRead(entries: readonly Entry[]): Promise<void> {
  if (knownWork() === undefined && entries.some(isWork)) {
    const { WORK_READERS } = await import('../ledger/work-readers.ts')
    knowWork(WORK_READERS)
  }
  await knowLanguagesOf(textsOf(entries))
}

/** Where modules lie on a disk, loading all languages takes less time than looking through a long history for the first word of one. */
const IS_ON_DISK = globalThis.process?.versions?.node !== undefined

/** Loads all languages if one of some texts is not in English: what is read in it needs them, and cannot wait. */
export async function knowLanguagesOf(texts: Iterable<string>): Promise<void> {
  if (knowsLanguages()) return
  if (IS_ON_DISK) return await knowAllLanguages()
  for (const text of texts) if (isForeign(text)) return await knowAllLanguages()
}

/** Loads all languages: where nobody knows what will be said. */
export async function knowAllLanguages(): Promise<void> {
  if (knowsLanguages()) return
  const { OTHER_LANGUAGES } = await import('../ledger/languages/other-languages.ts')
  knowLanguages(OTHER_LANGUAGES)
}

/** What entries say. */
function* textsOf(entries: Iterable<Entry>): Iterable<string> {
  for (const entry of entries) {
    if ('text' in entry) yield entry.text
    else if (entry.kind === 'tool-call') yield entry.input
    else if (entry.kind === 'file') yield entry.description
  }
}

/** Every text in a value. */
export function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* textsIn(part)
}

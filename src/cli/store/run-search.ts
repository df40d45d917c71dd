import { capableOf } from '../../schema/capabilities.ts'
import { threadId } from '../../schema/ids.ts'
import { harmless } from '../harmless.ts'
import { printOut } from '../output/print-out.ts'
import { type StoreFlags, withStore } from './open-store.ts'

interface SearchFlags extends StoreFlags {
  readonly thread?: string
  readonly limit?: number
  readonly json?: true
}

/** `palimpsest search`: entries by their words, best first. */
export async function runSearch(text: string, flags: SearchFlags): Promise<void> {
  const { thread, limit } = flags
  const hits = await withStore(flags, async (store, tenant) => {
    const where = thread === undefined ? {} : { thread: threadId(thread) }
    return capableOf(store, 'search', { needed: 'palimpsest search' }).search(tenant, {
      text,
      ...where,
      ...(limit === undefined ? {} : { limit }),
    })
  })
  if (flags.json) return printOut(`${JSON.stringify(hits)}\n`)
  if (hits.length === 0) return printOut('Nothing was found.\n')
  const lines = hits.map((hit) => `${hit.thread} ${hit.entry} (${hit.kind}): ${hit.snippet}`)
  await printOut(`${lines.map(harmless).join('\n')}\n`)
}

import type { Candidate } from '../../recall/rank-hits.ts'
import { searchEntries } from '../../recall/search-entries.ts'
import type { ThreadList } from '../../schema/capabilities.ts'
import type { TenantId } from '../../schema/ids.ts'
import { rangeOf } from '../../schema/range.ts'
import type { SearchHit, SearchQuery } from '../../schema/search.ts'
import type { OnFile } from './erase.ts'

/** Searches session files by reading them: they have no index of words, and are found as they are. */
export async function searchFiles(
  { threads, on }: { readonly threads: ThreadList; readonly on: OnFile },
  tenant: TenantId,
  query: SearchQuery,
): Promise<readonly SearchHit[]> {
  const names = query.thread === undefined ? await threads.of(tenant) : [query.thread]
  const candidates: Candidate[] = []
  for (const thread of names) {
    const rows = await on({ tenant, thread }, async (file) => {
      const { head } = await file.look()
      return head.length === 0 ? [] : file.rows([rangeOf(0, head.length)])
    })
    for (const { entry } of rows) candidates.push({ thread, entry })
  }
  return searchEntries(candidates, query)
}

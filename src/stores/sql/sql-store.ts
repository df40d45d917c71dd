import { createHmac } from 'node:crypto'
import type { ArtifactShelf } from '../../schema/artifacts.ts'
import type { Capability, StoreWith, TenantSecrets } from '../../schema/capabilities.ts'
import { rangeOf } from '../../schema/range.ts'
import type { SqlBackend } from './backend.ts'
import { commitVerbs } from './commit.ts'
import { costRecords } from './costs.ts'
import { eraseFrom } from './erase.ts'
import { heads } from './head.ts'
import { learnedRecords } from './learned.ts'
import { leases } from './leases.ts'
import { threadLinks } from './links.ts'
import { pinVerbs } from './pins.ts'
import { readEntries, readRows } from './reads.ts'
import { requestRecords } from './requests.ts'
import { searchIn } from './search.ts'
import { sqlShelf } from './shelf.ts'
import { summaryCache } from './summaries.ts'
import { keyText } from './tables.ts'
import { threadNames } from './threads.ts'
import { translated } from './translated.ts'

/** A store with every capability. Artifacts of `storeArtifacts` lie on its shelf. */
export type FullStore = StoreWith<Capability> & { readonly shelf: ArtifactShelf }

/** The store over a database whose schema is ours. What is not the same in every database is the backend's. */
export async function sqlStore(backend: SqlBackend): Promise<FullStore> {
  return translated<FullStore>(backend, {
    ...heads(backend),
    read: (key, from, end) => readEntries(backend, key, rangeOf(from, end)),
    rows: (key, ranges) => readRows(backend, key, ranges),
    ...commitVerbs(backend),
    ...pinVerbs(backend),
    ...leases(backend),
    secrets: await secretsIn(backend),
    threads: threadNames(backend),
    links: threadLinks(backend),
    requests: requestRecords(backend),
    summaries: summaryCache(backend),
    learned: learnedRecords(backend),
    costs: costRecords(backend),
    shelf: sqlShelf(backend),
    search: (tenant, query) => searchIn(backend, tenant, query),
    erase: (target) => backend.inTurn(() => eraseFrom(backend, target)),
    close: () => backend.close(),
  })
}

async function secretsIn({ db }: SqlBackend): Promise<TenantSecrets> {
  const { value: secret } = await db.selectFrom('meta').select('value').where('name', '=', 'secret').executeTakeFirstOrThrow()
  // No name has a quotation mark that is not escaped: the keys for different uses never meet.
  const keyFor = (use: string): string => createHmac('sha256', secret).update(use).digest('hex')
  return {
    fingerprintKey: async (tenant) => keyFor(keyText(tenant)),
    redactionKey: async (tenant) => keyFor(`redaction "${keyText(tenant)}"`),
  }
}

import type { Kysely } from 'kysely'
import type { RequestRecords } from '../../schema/capabilities.ts'
import { type KeptRequest, partsNamed, type SentRequest } from '../../schema/request-record.ts'
import type { SqlBackend } from './backend.ts'
import { named, parseBody } from './step.ts'
import type { Tables } from './tables.ts'

/** What was sent, of each thread the latest. */
export function requestRecords(backend: SqlBackend): RequestRecords {
  const { db } = backend
  return {
    add(key, sent, most, parts = {}) {
      const row = { at: sent.at, head: sent.head, body: JSON.stringify(sent) }
      return backend.inTurn(() => backend.remember({ ...named(key), ...row, most, parts: Object.entries(parts) }))
    },
    of: (key) => requestsIn(backend, named(key)),
    async part(key, hash) {
      if (backend.isUnnumbered === true) return null
      const found = await db
        .selectFrom('request_parts')
        .select('body')
        .where((row) => row.and({ ...named(key), hash }))
        .executeTakeFirst()
      return found?.body ?? null
    },
  }
}

interface Place {
  readonly tenant: string
  readonly thread: string
}

async function requestsIn({ db, place: store, isUnnumbered = false }: SqlBackend, place: Place): Promise<readonly KeptRequest[]> {
  const rows = await db
    .selectFrom('requests')
    .select('body')
    .$if(!isUnnumbered, (all) => all.select('step'))
    .where((row) => row.and({ ...place }))
    .orderBy(isUnnumbered ? 'id' : 'step')
    .execute()
  return rows.map(({ body, step }, index) => {
    const number = step ?? index + 1
    return { ...parseBody<SentRequest>(body, { store: store.name, what: `request ${number}` }), step: number }
  })
}

/** Forgets what was sent when an entry was there: its hash is made of it, and what stood around may say it in other words. */
export async function forgetRequests(backend: SqlBackend, place: Place, from: number): Promise<void> {
  const { db } = backend
  const isThere = { ...place }
  await db
    .deleteFrom('requests')
    .where((row) => row.and(isThere))
    .where('head', '>', from)
    .execute()
  const left = await requestsIn(backend, place)
  const kept = [...new Set(left.flatMap(partsNamed))]
  await partsOf(db, place)
    .$if(kept.length > 0, (gone) => gone.where('hash', 'not in', kept))
    .execute()
  // Steps are counted on from those that are left.
  await db
    .updateTable('request_parts')
    .set({ step: left.at(-1)?.step ?? 0 })
    .where((row) => row.and(isThere))
    .execute()
}

function partsOf(db: Kysely<Tables>, place: Place) {
  return db.deleteFrom('request_parts').where((row) => row.and({ ...place }))
}

import { createHash } from 'node:crypto'
import type { ArtifactShelf } from '../../schema/artifacts.ts'
import type { ArtifactId, TenantId } from '../../schema/ids.ts'
import type { SqlBackend } from './backend.ts'
import { keyText } from './tables.ts'

/** A shelf in the store's own database: what was put away lies beside the log, and is backed up with it. */
export function sqlShelf(backend: SqlBackend): ArtifactShelf {
  const { db } = backend
  const at = (tenant: TenantId, id: ArtifactId) => ({ tenant: keyText(tenant), id: fingerprint(id) })
  const remove = async (place: { readonly tenant: string; readonly id?: string }): Promise<void> => {
    await backend.inTurn(async () => {
      await db
        .deleteFrom('artifacts')
        .where((row) => row.and({ ...place }))
        .execute()
      await backend.scrub()
    })
  }
  return {
    async write(tenant, id, { header, body }) {
      await backend.inTurn(async () => {
        await db
          .insertInto('artifacts')
          .values({ ...at(tenant, id), header, body, ...backend.created })
          .onConflict((there) => there.columns(['tenant', 'id']).doUpdateSet({ header, body }))
          .execute()
        // An empty body takes the place of content that is to be gone.
        if (body.length === 0) await backend.scrub()
      })
    },
    async read(tenant, id) {
      const row = await db
        .selectFrom('artifacts')
        .select(['header', 'body'])
        .where((each) => each.and(at(tenant, id)))
        .executeTakeFirst()
      return row === undefined ? null : { header: row.header, body: new Uint8Array(row.body) }
    },
    async header(tenant, id) {
      const row = await db
        .selectFrom('artifacts')
        .select('header')
        .where((each) => each.and(at(tenant, id)))
        .executeTakeFirst()
      return row?.header ?? null
    },
    remove: (tenant, id) => remove(at(tenant, id)),
    removeAll: (tenant) => remove({ tenant: keyText(tenant) }),
    async headers(tenant) {
      const rows = await db.selectFrom('artifacts').select('header').where('tenant', '=', keyText(tenant)).orderBy('id').execute()
      return rows.map(({ header }) => header)
    },
  }
}

/** An id may be longer than an index of a database takes. The header says what it is. */
function fingerprint(id: ArtifactId): string {
  return createHash('sha256').update(JSON.stringify(id)).digest('hex')
}

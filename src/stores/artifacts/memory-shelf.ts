import type { ArtifactShelf, ShelfRow } from '../../schema/artifacts.ts'
import type { ArtifactId, TenantId } from '../../schema/ids.ts'

/** A shelf in this process. Given a map, it shows what lies there, for tests that damage it. */
export function memoryShelf(rows: Map<string, ShelfRow> = new Map()): ArtifactShelf {
  const isOf = (tenant: TenantId, at: string): boolean => at.startsWith(`${JSON.stringify([tenant]).slice(0, -1)},`)
  const place = (tenant: TenantId, id: ArtifactId): string => JSON.stringify([tenant, id])
  return {
    async write(tenant, id, row) {
      rows.set(place(tenant, id), { header: row.header, body: row.body.slice() })
    },
    async read(tenant, id) {
      return rows.get(place(tenant, id)) ?? null
    },
    async header(tenant, id) {
      return rows.get(place(tenant, id))?.header ?? null
    },
    async remove(tenant, id) {
      rows.delete(place(tenant, id))
    },
    async removeAll(tenant) {
      for (const at of rows.keys()) if (isOf(tenant, at)) rows.delete(at)
    },
    async headers(tenant) {
      return [...rows].filter(([at]) => isOf(tenant, at)).map(([, row]) => row.header)
    },
  }
}

import { readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ArtifactShelf, ShelfRow } from '../../schema/artifacts.ts'
import { CompactionError } from '../../schema/failures.ts'
import { type ArtifactId, artifactId, type TenantId } from '../../schema/ids.ts'
import {
  codeOf,
  nameFor,
  ownFolder,
  readBytes,
  refuseLink,
  removeUnfinished,
  syncFolder,
  unusable,
  writeWhole,
} from '../safe-files.ts'

const SUFFIX = '.artifact'
const LINE_FEED = 0x0a
/** Nobody writes one artifact for so long. */
const LONG_DEAD_MS = 600_000
/** Headers are a few hundred bytes; what is longer is read whole. */
const USUAL_HEADER = 4_096

/**
 * A shelf in a folder: a folder a tenant, a file an artifact, a header line and then the bytes. Names of files are fingerprints, so
 * that no tenant and no id can name a path; links are neither followed nor written through.
 */
export function folderShelf(folder: string): ArtifactShelf {
  const home = (tenant: TenantId): string => join(folder, nameFor(tenant))
  const place = (tenant: TenantId, id: ArtifactId): string => join(home(tenant), `${nameFor(id)}${SUFFIX}`)

  const swept = new Set<string>()
  /** What the dead left is removed once, when a tenant's folder is first used. */
  async function sweep(own: string): Promise<void> {
    if (swept.has(own)) return
    swept.add(own)
    await removeUnfinished(own, { olderThan: LONG_DEAD_MS })
  }

  return {
    async write(tenant, id, { header, body }) {
      await sweep(await ownFolder(folder, nameFor(tenant)))
      await writeWhole(place(tenant, id), Buffer.concat([Buffer.from(`${header}\n`, 'utf8'), body]))
      // What is left of an erased artifact has no content, and nothing beside it has any.
      if (body.length === 0) await removeUnfinished(home(tenant), { of: basename(place(tenant, id)) })
    },
    async read(tenant, id) {
      await refuseLink(home(tenant))
      const bytes = await readBytes(place(tenant, id))
      return bytes === null ? null : split(bytes, id)
    },
    async header(tenant, id) {
      await refuseLink(home(tenant))
      return headerAt(place(tenant, id), id)
    },
    async remove(tenant, id) {
      await refuseLink(home(tenant))
      const path = place(tenant, id)
      await rm(path, { force: true }).catch((error) => unusable(error, path, 'a file that can be removed'))
      await removeUnfinished(home(tenant), { of: basename(path) })
      await syncFolder(home(tenant)).catch((error) =>
        codeOf(error) === 'ENOENT' ? undefined : unusable(error, path, 'a folder'),
      )
    },
    async removeAll(tenant) {
      await refuseLink(home(tenant))
      await rm(home(tenant), { recursive: true, force: true }).catch((error) =>
        unusable(error, home(tenant), 'a folder that can be removed'),
      )
      await syncFolder(folder).catch((error) => (codeOf(error) === 'ENOENT' ? undefined : unusable(error, folder, 'a folder')))
    },
    async headers(tenant) {
      await refuseLink(home(tenant))
      await sweep(home(tenant))
      const names = await readdir(home(tenant)).catch((error) =>
        codeOf(error) === 'ENOENT' ? [] : unusable(error, home(tenant), 'a folder that can be read'),
      )
      const found: string[] = []
      for (const name of names.filter((each) => each.endsWith(SUFFIX)).sort()) {
        const header = await headerAt(join(home(tenant), name), name).catch(() => null)
        // What cannot be read is reported to the caller that asks for it by its id.
        if (header !== null) found.push(header)
      }
      return found
    },
  }
}

async function headerAt(path: string, id: string): Promise<string | null> {
  const start = await readBytes(path, USUAL_HEADER)
  if (start === null) return null
  const whole = start.includes(LINE_FEED) || start.length < USUAL_HEADER ? start : await readBytes(path)
  return whole === null ? null : split(whole, id).header
}

function split(bytes: Buffer, id: string): ShelfRow {
  const end = bytes.indexOf(LINE_FEED)
  if (end !== -1) return { header: bytes.toString('utf8', 0, end), body: bytes.subarray(end + 1) }
  const found = `${bytes.length} bytes without one`
  throw new CompactionError<'artifact-damaged'>({
    code: 'artifact-damaged',
    artifact: artifactId(id),
    expected: 'a header line',
    found,
  })
}

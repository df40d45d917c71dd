import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataKey, KeyProvider } from '../schema/artifacts.ts'
import { CompactionError } from '../schema/failures.ts'
import type { TenantId } from '../schema/ids.ts'
import { decrypt, encrypt } from './artifacts/aes-gcm.ts'
import { checkPath, codeOf, nameFor, ownFolder, readBytes, refuseLink, syncFolder, unusable, writeWhole } from './safe-files.ts'

const KEY_BYTES = 32
const SUFFIX = '.key'

/** Data keys in this process. For tests: what is sealed with them is lost when it ends. */
export function memoryKeys(): KeyProvider & { rotate(tenant: TenantId): void } {
  const kept = new Map<TenantId, DataKey[]>()
  const of = (tenant: TenantId): DataKey[] => {
    const keys = kept.get(tenant) ?? []
    kept.set(tenant, keys)
    return keys
  }
  const make = (tenant: TenantId): DataKey => {
    const key = newKey()
    of(tenant).push(key)
    return key
  }
  return {
    current: async (tenant) => of(tenant).at(-1) ?? make(tenant),
    byId: async (tenant, id) => of(tenant).find((key) => key.id === id) ?? null,
    forget: async (tenant) => void kept.delete(tenant),
    rotate: (tenant) => void make(tenant),
  }
}

/**
 * Data keys in a folder, each wrapped with a master key of 32 bytes that is kept elsewhere. The folder without the master key reveals
 * nothing; deleting a tenant's keys deletes its content, wherever copies of it lie.
 */
export function openFileKeys(folder: string, masterKey: Uint8Array): KeyProvider & { rotate(tenant: TenantId): Promise<void> } {
  checkPath(folder, 'keys')
  if (masterKey.length !== KEY_BYTES) unfit('master', `${KEY_BYTES} bytes`, `${masterKey.length}`)
  const home = (tenant: TenantId): string => join(folder, nameFor(tenant))
  const making = new Map<TenantId, Promise<DataKey>>()

  async function make(tenant: TenantId): Promise<DataKey> {
    const made = newKey()
    const wrapped = encrypt(masterKey, boundTo(tenant, made.id), made.key)
    await writeWhole(join(await ownFolder(folder, nameFor(tenant)), `${made.id}${SUFFIX}`), wrapped)
    return made
  }

  async function byId(tenant: TenantId, id: string): Promise<DataKey | null> {
    // Only ids that we could have made: an id comes from a file that may have been changed.
    if (!/^[0-9]{13}-[0-9a-f-]{36}$/.test(id)) return null
    await refuseLink(home(tenant))
    const wrapped = await readBytes(join(home(tenant), `${id}${SUFFIX}`))
    if (wrapped === null) return null
    const key = decrypt(masterKey, boundTo(tenant, id), wrapped)
    return key === null
      ? unfit(id, 'a data key wrapped with this master key', 'one wrapped with another, or damaged')
      : { id, key }
  }

  async function newest(tenant: TenantId): Promise<DataKey | null> {
    await refuseLink(home(tenant))
    const names = await readdir(home(tenant)).catch((error) =>
      codeOf(error) === 'ENOENT' ? [] : unusable(error, home(tenant), 'a folder that can be read'),
    )
    const last = names
      .filter((name) => name.endsWith(SUFFIX))
      .sort()
      .at(-1)
    return last === undefined ? null : byId(tenant, last.slice(0, -SUFFIX.length))
  }

  return {
    async current(tenant) {
      // Two callers that ask at once get the same key.
      const asked = making.get(tenant) ?? newest(tenant).then((found) => found ?? make(tenant))
      making.set(tenant, asked)
      return asked.finally(() => making.delete(tenant))
    },
    byId,
    async rotate(tenant) {
      await make(tenant)
    },
    async forget(tenant) {
      await refuseLink(home(tenant))
      await rm(home(tenant), { recursive: true, force: true }).catch((error) =>
        unusable(error, home(tenant), 'a folder that can be removed'),
      )
      await syncFolder(folder).catch((error) => (codeOf(error) === 'ENOENT' ? undefined : unusable(error, folder, 'a folder')))
    },
  }
}

/** Ids begin with the time, so that the last by name is the newest. */
function newKey(): DataKey {
  return { id: `${String(Date.now()).padStart(13, '0')}-${randomUUID()}`, key: randomBytes(KEY_BYTES) }
}

function boundTo(tenant: TenantId, id: string): string {
  return JSON.stringify(['palimpsest-data-key', 1, tenant, id])
}

function unfit(keyId: string, expected: string, found: string): never {
  throw new CompactionError<'key-unusable'>({ code: 'key-unusable', keyId, expected, found })
}

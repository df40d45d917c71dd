import { type ArtifactMetadata, SENSITIVITIES, type Sensitivity } from '../../schema/artifacts.ts'
import { CompactionError } from '../../schema/failures.ts'
import { type ArtifactId, entryId, type TenantId, threadId } from '../../schema/ids.ts'
import { isJsonObject, type JsonObject } from '../../schema/json.ts'
import type { TextEncoding } from './text-bytes.ts'

const FORMAT = 'palimpsest-artifact'
const VERSION = 1

/** Everything about an artifact but its content: what `metadata` tells, and what is needed to read the bytes. */
export interface ArtifactHeader extends ArtifactMetadata {
  readonly encoding: TextEncoding
  readonly keyCheck: string | null
  /** Length of the bytes as they lie on the shelf. */
  readonly stored: number
  /** Fingerprint of `boundText` and the bytes as they lie on the shelf: damage is seen without a key. */
  readonly hash: string
}

/** What sealed bytes are bound to: where they belong and how they are to be kept. None of it can be changed without the key. */
export function boundText(header: Omit<ArtifactHeader, 'keyId' | 'keyCheck' | 'stored' | 'hash' | 'gone'>): string {
  const { tenant, thread, id, entry, tool, createdAt, putAt, expiresAt, sensitivity, encoding, bytes } = header
  return JSON.stringify([
    FORMAT,
    VERSION,
    tenant,
    thread,
    id,
    entry,
    tool,
    createdAt,
    putAt,
    expiresAt,
    sensitivity,
    encoding,
    bytes,
  ])
}

export function encodeHeader(header: ArtifactHeader): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, ...header })
}

/** Reads a header that lies under a tenant and an id. Anything else that lies there is damage, and its content is not given out. */
export function decodeHeader(text: string, tenant: TenantId, id: ArtifactId): ArtifactHeader {
  const value = parse(text)
  const damaged = (expected: string, found: string): never => {
    throw new CompactionError<'artifact-damaged'>({ code: 'artifact-damaged', artifact: id, expected, found })
  }
  if (!isJsonObject(value) || value['format'] !== FORMAT) return damaged('the header of an artifact', 'something else')
  if (value['version'] !== VERSION) return damaged(`a header of version ${VERSION}`, `version ${shortly(value['version'])}`)
  if (value['tenant'] !== tenant || value['id'] !== id) return damaged('an artifact of this tenant and id', 'another one')
  return headerIn(value, tenant, id) ?? damaged('a header with all its fields', 'one that lacks some')
}

function headerIn(value: JsonObject, tenant: TenantId, id: ArtifactId): ArtifactHeader | null {
  const { thread, entry, tool, hash, encoding, sensitivity, keyId, keyCheck, expiresAt, gone } = value
  const { createdAt, putAt, bytes, stored } = value
  if (typeof thread !== 'string' || typeof entry !== 'string' || typeof tool !== 'string' || typeof hash !== 'string') return null
  if (typeof createdAt !== 'number' || typeof putAt !== 'number' || typeof bytes !== 'number' || typeof stored !== 'number')
    return null
  if (encoding !== 'utf-8' && encoding !== 'utf-16le') return null
  if (!isSensitivity(sensitivity) || !isStringOrNull(keyId) || !isStringOrNull(keyCheck)) return null
  if (!isNumberOrNull(expiresAt) || !isGone(gone)) return null
  return {
    ...{ id, tenant, thread: threadId(thread), entry: entryId(entry), tool, createdAt, putAt, bytes, stored, hash, encoding },
    ...{ sensitivity, keyId, keyCheck, expiresAt, gone },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // Not a header: the caller reports that.
  }
}

function isSensitivity(value: unknown): value is Sensitivity {
  return SENSITIVITIES.some((known) => known === value)
}

function isStringOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || typeof value === 'number'
}

function isGone(value: unknown): value is ArtifactMetadata['gone'] {
  if (value === null) return true
  return isJsonObject(value) && (value['why'] === 'expired' || value['why'] === 'erased') && typeof value['at'] === 'number'
}

function shortly(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 20)
}

import type { ArtifactId, EntryId, TenantId, ThreadId } from './ids.ts'
import type { Artifact, ArtifactStore, ThreadKey } from './ports.ts'

/** How closely content must be kept, from public to known by few. */
export type Sensitivity = 'public' | 'internal' | 'confidential' | 'restricted'

/** Sensitivities in order: a reader of one may read those before it. */
export const SENSITIVITIES: readonly Sensitivity[] = ['public', 'internal', 'confidential', 'restricted']

/** What is known of content that was put away, without the content. */
export interface ArtifactMetadata {
  readonly id: ArtifactId
  readonly tenant: TenantId
  /** The thread that put it away first; any thread of the tenant may point to it. */
  readonly thread: ThreadId
  readonly entry: EntryId
  readonly tool: string
  readonly createdAt: number
  /** When it was last put: what nothing points to is swept only some time after this. */
  readonly putAt: number
  /** When it is no longer given out; `null` if it stays. */
  readonly expiresAt: number | null
  readonly sensitivity: Sensitivity
  /** The data key it is sealed with; `null` if it is not sealed. */
  readonly keyId: string | null
  /** Length of the content as it was stored before sealing. */
  readonly bytes: number
  /** What is left once the content is gone: why and since when. `null` if it is there. */
  readonly gone: { readonly why: 'expired' | 'erased'; readonly at: number } | null
}

/** What a person or program may do with artifacts. `artifacts:read` reaches up to internal content. */
export type ArtifactPermission = 'artifacts:read' | 'artifacts:read-confidential' | 'artifacts:read-restricted'

/** On whose behalf content is read. */
export interface SecurityContext {
  readonly requester: string
  readonly tenant: TenantId
  readonly permissions: readonly ArtifactPermission[]
}

/** What to read of a text. Lines count from 1 and both ends belong to the range; characters from 0, without the last. */
export type Look =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'lines'; readonly from: number; readonly to: number }
  | { readonly kind: 'search'; readonly text: string; readonly ignoreCase?: boolean; readonly limit?: number }

/** What was read: a piece of the text, or the lines that hold the words searched for. */
export type Seen =
  | {
      readonly kind: 'piece'
      readonly text: string
      /** Characters from the start of the content. */
      readonly from: number
      readonly to: number
      /** Characters of the whole content. */
      readonly of: number
    }
  | {
      readonly kind: 'matches'
      readonly matches: readonly { readonly line: number; readonly text: string }[]
      /** There are more than were asked for. */
      readonly more: boolean
    }

/** How content is to be kept. */
export interface ArtifactClass {
  readonly sensitivity: Sensitivity
  /** Milliseconds until it is no longer given out; `null` if it stays. */
  readonly ttlMs: number | null
}

/** The outcome of a sweep. */
export interface Swept {
  readonly expired: readonly ArtifactId[]
  readonly unreachable: readonly ArtifactId[]
}

/**
 * An artifact store with everything a host needs besides the engine's `put` and `get`.
 *
 * Contract: as `ArtifactStore`; besides, `retrieve` and `look` fail with the same `artifact-unavailable` whether there is no such artifact,
 * it is gone, it is another tenant's, or the requester may not read it: the requester does not learn which.
 */
export interface ManagedArtifacts extends ArtifactStore {
  /** For the host, which decides by it whether to show the content; `null` if nothing was ever put. */
  metadata(key: Pick<ThreadKey, 'tenant'>, id: ArtifactId): Promise<ArtifactMetadata | null>
  retrieve(id: ArtifactId, context: SecurityContext): Promise<Artifact>
  look(id: ArtifactId, context: SecurityContext, look: Look): Promise<Seen>
  list(tenant: TenantId): Promise<readonly ArtifactId[]>
  /** Deletes what has expired, leaving a tombstone, and what is not in `reachable` and was last put before `unreachableBefore`. */
  sweep(
    tenant: TenantId,
    options: { readonly reachable: ReadonlySet<ArtifactId>; readonly unreachableBefore: number },
  ): Promise<Swept>
  /** Deletes content and leaves a tombstone without it. */
  erase(tenant: TenantId, ids: readonly ArtifactId[]): Promise<void>
  /** The same for all that a thread put away first. */
  eraseThread(key: ThreadKey): Promise<void>
  /** Deletes everything of a tenant, tombstones included, and its data keys: copies of sealed content can never be read. */
  eraseTenant(tenant: TenantId): Promise<void>
}

/** A row of an artifact shelf: a header in plain JSON, and the bytes, sealed or not. */
export interface ShelfRow {
  readonly header: string
  readonly body: Uint8Array
}

/**
 * Where artifacts lie: the least that a folder or a database must offer.
 *
 * Contract: `write` replaces the whole row or nothing and is durable when it resolves; `read` gives the bytes of the last write;
 * rows of different tenants and ids never meet, whatever characters are in them.
 */
export interface ArtifactShelf {
  write(tenant: TenantId, id: ArtifactId, row: ShelfRow): Promise<void>
  read(tenant: TenantId, id: ArtifactId): Promise<ShelfRow | null>
  /** The header alone, without reading the bytes. */
  header(tenant: TenantId, id: ArtifactId): Promise<string | null>
  remove(tenant: TenantId, id: ArtifactId): Promise<void>
  /** Removes everything of a tenant, what cannot be read included. */
  removeAll(tenant: TenantId): Promise<void>
  /** Headers of everything of a tenant, in any order. */
  headers(tenant: TenantId): Promise<readonly string[]>
}

/** A key that content is sealed with. */
export interface DataKey {
  readonly id: string
  /** 32 bytes. */
  readonly key: Uint8Array
}

/**
 * Gives out data keys, one or more a tenant. Wrap them with a master key or a key service of your own.
 *
 * Contract: `current` makes a key if a tenant has none, and gives the same one from then on; `byId` gives every key that was ever current
 * and not forgotten, to its own tenant only; keys are random, and no two tenants share one.
 */
export interface KeyProvider {
  current(tenant: TenantId): Promise<DataKey>
  byId(tenant: TenantId, id: string): Promise<DataKey | null>
  /** Destroys a tenant's keys. What was sealed with them can never be read again. */
  forget(tenant: TenantId): Promise<void>
}

/**
 * Seals bytes for a tenant, so that without its key they cannot be read, changed, or passed off as something else.
 *
 * Contract: `open` gives back the bytes only if tenant, `bound` and every byte are as they were sealed, and `null` otherwise; it fails with
 * `key-unusable` if the key is wrong or missing.
 */
export interface Sealer {
  seal(tenant: TenantId, bound: string, plain: Uint8Array): Promise<Sealed>
  open(tenant: TenantId, bound: string, sealed: Sealed): Promise<Uint8Array | null>
  forget(tenant: TenantId): Promise<void>
}

interface Sealed {
  readonly keyId: string
  /** Tells a wrong key from damaged bytes. */
  readonly keyCheck: string
  readonly body: Uint8Array
}

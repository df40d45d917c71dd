import type { RequestRecords } from '../../schema/capabilities.ts'
import { frozen } from '../../schema/frozen.ts'
import { partsNamed } from '../../schema/request-record.ts'
import { type Kept, open, type Tenants } from './kept.ts'

/** What was sent. */
export function memoryRequests(tenants: Tenants): RequestRecords {
  return {
    async add(key, sent, most, parts = {}) {
      const kept = open(tenants, key)
      const step = (kept.requests.at(-1)?.step ?? 0) + 1
      for (const [hash, body] of Object.entries(parts)) kept.parts.set(hash, body)
      const all = [...kept.requests, frozen({ ...structuredClone(sent), step })]
      const first = Math.max(0, all.length - most)
      keepRequests(kept, all.slice(first), all.slice(0, first))
    },
    of: async (key) => [...open(tenants, key).requests],
    part: async (key, hash) => open(tenants, key).parts.get(hash) ?? null,
  }
}

/** Keeps some requests and leaves others, with parts that none of those that stay refers to. */
export function keepRequests(kept: Kept, stay: Kept['requests'], go: Kept['requests']): void {
  kept.requests = stay
  const last = new Set(stay.slice(-1).flatMap(partsNamed))
  // Most requests have the parts of the one before: then there is nothing to look through.
  if (go.flatMap(partsNamed).every((hash) => last.has(hash))) return
  const named = new Set(stay.flatMap(partsNamed))
  for (const hash of kept.parts.keys()) if (!named.has(hash)) kept.parts.delete(hash)
}

import { capableOf } from '../schema/capabilities.ts'
import type { EnginePorts } from './ports.ts'

/** Refuses a configuration that needs what its store cannot do, before anything is written. */
export function checkCapabilities(ports: Pick<EnginePorts, 'store' | 'keepRequests' | 'redact' | 'redactionKey'>): void {
  const { store, keepRequests, redact, redactionKey } = ports
  // A store written without types may have left it out: no keys by mistake is not no keys on purpose.
  if (store.secrets !== 'none')
    capableOf(store, 'secrets', { needed: 'a compactor', orElse: "let it say secrets: 'none', and its fingerprints have no key" })
  if (keepRequests > 0) capableOf(store, 'requests', { needed: `keepRequests: ${keepRequests}`, orElse: 'keep none' })
  // Tokens that are kept in entries must be the same after a restart; those in summaries may be this process's own.
  if (redact === 'entries' && redactionKey === undefined)
    capableOf(store, 'secrets', { needed: "redact: 'entries'", orElse: 'hand in a redactionKey, always the same' })
}

import type { TenantId } from '../schema/ids.ts'
import type { Store } from '../schema/ports.ts'

/** What fingerprints are made with in a store that says that it has no keys. Existing logs depend on it: it stays what it is. */
const NO_KEY = ''

/** If no key is given and the store has none, tokens of secrets are the same until this process ends. */
let ownKey: string | undefined

/** The key of a tenant's fingerprints. */
export async function fingerprintKey({ secrets }: Pick<Store, 'secrets'>, tenant: TenantId): Promise<string> {
  return secrets === 'none' ? NO_KEY : secrets.fingerprintKey(tenant)
}

/** The key of the tokens that stand for a tenant's secrets. */
export async function redactionKey({ secrets }: Pick<Store, 'secrets'>, tenant: TenantId): Promise<string> {
  if (secrets !== 'none') return secrets.redactionKey(tenant)
  // Made when it is first needed: Cloudflare's workers may draw no random number while a module is loaded.
  ownKey ??= globalThis.crypto.randomUUID()
  return ownKey
}

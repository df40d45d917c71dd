import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { DataKey, KeyProvider, Sealer } from '../../schema/artifacts.ts'
import { CompactionError } from '../../schema/failures.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/**
 * Encrypts bytes: nonce, tag, ciphertext. `bound` is not encrypted, but decrypting fails if it differs. A nonce is drawn for every call:
 * with one key, up to about four thousand million calls are safe.
 */
export function encrypt(key: Uint8Array, bound: string, plain: Uint8Array): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(bound, 'utf8'))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts what `encrypt` made; `null` if the key, `bound` or a single byte differs. */
export function decrypt(key: Uint8Array, bound: string, body: Uint8Array): Uint8Array | null {
  if (body.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(CIPHER, key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(bound, 'utf8'))
  decipher.setAuthTag(body.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return null // Not authentic; there is nothing else that can go wrong here.
  }
}

/** Seals artifacts with AES-256-GCM under a tenant's data key, bound to the place where they belong. */
export function aesSealer(keys: KeyProvider): Sealer {
  return {
    async seal(tenant, bound, plain) {
      const { id, key } = checked(await keys.current(tenant))
      return { keyId: id, keyCheck: checkOf(key), body: encrypt(key, boundWith(id, bound), plain) }
    },
    async open(tenant, bound, { keyId, keyCheck, body }) {
      const found = await keys.byId(tenant, keyId)
      if (found === null) return unusable(keyId, 'the key that the content was sealed with', 'no key of this id')
      const { key } = checked(found)
      if (checkOf(key) !== keyCheck) return unusable(keyId, 'the key that the content was sealed with', 'another key')
      return decrypt(key, boundWith(keyId, bound), body)
    },
    forget: (tenant) => keys.forget(tenant),
  }
}

function boundWith(keyId: string, bound: string): string {
  return `${JSON.stringify(keyId)}\n${bound}`
}

/** Tells keys apart without telling anything about them. */
function checkOf(key: Uint8Array): string {
  return createHmac('sha256', key).update('palimpsest key check').digest('hex').slice(0, 16)
}

function checked(key: DataKey): DataKey {
  if (key.key.length === KEY_BYTES) return key
  return unusable(key.id, `${KEY_BYTES} bytes`, `${key.key.length}`)
}

function unusable(keyId: string, expected: string, found: string): never {
  throw new CompactionError<'key-unusable'>({ code: 'key-unusable', keyId, expected, found })
}

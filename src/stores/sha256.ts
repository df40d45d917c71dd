import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Node's own hash is ten times as fast. It is asked for and not imported, so that browsers can load this file. */
const quick: typeof import('node:crypto').hash | undefined = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/** SHA-256 in hex. */
export function sha256OfBytes(bytes: Uint8Array): string {
  return quick === undefined ? bytesToHex(sha256(bytes)) : quick('sha256', bytes, 'hex')
}

/** SHA-256, the first 128 bits, in hex. */
export function sha256Hex(text: string): string {
  const whole = text.toWellFormed()
  return (quick === undefined ? bytesToHex(sha256(utf8ToBytes(whole))) : quick('sha256', whole, 'hex')).slice(0, 32)
}

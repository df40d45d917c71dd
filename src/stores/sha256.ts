import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Node's own hash is ten times as fast. It is asked for and not imported, so that browsers can load this file. */
const quick: typeof import('node:crypto').hash | undefined = globalThis.process?.getBuiltinModule?.('node:crypto')?.hash

/** Letters of half a hash in hex. */
const LETTERS = 32

/** SHA-256 in hex. */
export function sha256OfBytes(bytes: Uint8Array): string {
  return quick === undefined ? bytesToHex(sha256(bytes)) : quick('sha256', bytes, 'hex')
}

/** Where a hash is cut: a piece of a string keeps the whole of it, and hashes are kept as long as the log. */
const scratch = quick === undefined ? undefined : Buffer.alloc(LETTERS)

/** SHA-256, the first 128 bits, in hex. */
export function sha256Hex(text: string): string {
  const whole = text.toWellFormed()
  if (quick === undefined || scratch === undefined) return bytesToHex(sha256(utf8ToBytes(whole)).subarray(0, LETTERS / 2))
  scratch.write(quick('sha256', whole, 'hex'), 'latin1')
  return scratch.toString('latin1')
}

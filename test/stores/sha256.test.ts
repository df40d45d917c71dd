import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { sha256Hex, sha256OfBytes } from '../../src/stores/sha256.ts'

it('Node and the package without Node give the same digits', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const bytes = utf8ToBytes(text.toWellFormed())
      expect(sha256OfBytes(bytes)).toBe(bytesToHex(sha256(bytes)))
      expect(sha256Hex(text)).toBe(bytesToHex(sha256(bytes)).slice(0, 32))
    }),
  )
})

it('hashes where there is no Node', async () => {
  const ask = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)
  // Another address for the same file: it is loaded once more.
  const address = '../../src/stores/sha256.ts?elsewhere'
  const elsewhere: typeof import('../../src/stores/sha256.ts') = await import(address)
  expect(ask).toHaveBeenCalledWith('node:crypto')
  ask.mockRestore()
  for (const text of ['', 'a', 'half \ud800', 'ü'.repeat(1000)]) expect(elsewhere.sha256Hex(text)).toBe(sha256Hex(text))
  expect(elsewhere.sha256OfBytes(new Uint8Array([1, 2]))).toBe(sha256OfBytes(new Uint8Array([1, 2])))
})

import { constants } from 'node:buffer'
import * as zlib from 'node:zlib'
import { CliError, EXIT } from '../exit.ts'

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Whether bytes were compressed by Zstandard: Codex keeps older rollouts so. */
export function isZstd(bytes: Buffer): boolean {
  return bytes.subarray(0, MAGIC.length).equals(MAGIC)
}

/** What was compressed. */
export function unzstd(bytes: Buffer, name: string): Buffer {
  if (typeof zlib.zstdDecompressSync !== 'function') throw new CliError(EXIT.input, `${name}: cannot be read: ${TOO_OLD}`)
  try {
    return zlib.zstdDecompressSync(bytes, { maxOutputLength: constants.MAX_STRING_LENGTH })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new CliError(EXIT.input, `${name}: cannot be read: what is compressed in it is damaged or cut off (${why}).`, {
      cause: error,
    })
  }
}

/** A file whose name ends in `.zst` is written as its name says. */
export function zstdFor(file: string, text: string): string | Buffer {
  if (!file.endsWith('.zst')) return text
  if (typeof zlib.zstdCompressSync !== 'function') throw new CliError(EXIT.output, `${file}: cannot be written: ${TOO_OLD}`)
  return zlib.zstdCompressSync(text)
}

const TOO_OLD = `this Node (${process.versions.node}) knows no Zstandard; 22.15 and 24 do, and so does zstd -d.`

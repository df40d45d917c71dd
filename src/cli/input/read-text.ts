import { constants, isUtf8 } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { CliError, EXIT, systemReason } from '../exit.ts'
import { isZstd, unzstd } from './zstd.ts'

/** The text of a file, or of standard input for `-`. Refuses what is not text, and says where it stops being text. */
export async function readText(file: string): Promise<string> {
  const name = nameOf(file)
  const read = await readBytes(file, name)
  const bytes = isZstd(read) ? unzstd(read, name) : read
  if (isSqlite(bytes))
    throw new CliError(EXIT.input, `${name}: it is an SQLite database; if it is a store of threads, --store opens it.`)
  if (!isUtf8(bytes)) throw new CliError(EXIT.input, notText(bytes, name))
  if (bytes.length > constants.MAX_STRING_LENGTH) {
    throw new CliError(EXIT.input, `${name}: expected at most ${constants.MAX_STRING_LENGTH} bytes, found ${bytes.length}.`)
  }
  const text = new TextDecoder().decode(bytes)
  if (text.trim() !== '') return text
  throw new CliError(
    EXIT.input,
    `${name}: expected a transcript in JSON, found ${bytes.length === 0 ? 'nothing: it is empty' : 'only white space'}.`,
  )
}

/** What messages call the input. */
export function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file
}

async function readBytes(file: string, name: string): Promise<Buffer> {
  if (file === '-' && process.stdin.isTTY)
    process.stderr.write('palimpsest: reading a transcript from the terminal; Ctrl-D ends it.\n')
  try {
    return file === '-' ? await buffer(process.stdin) : await readFile(file)
  } catch (error) {
    throw new CliError(EXIT.input, `${name}: cannot be read: ${systemReason(error)}.`, { cause: error })
  }
}

function isSqlite(bytes: Buffer): boolean {
  return bytes.subarray(0, 15).equals(Buffer.from('SQLite format 3'))
}

function notText(bytes: Buffer, name: string): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  if (isUtf16) return `${name}: expected UTF-8, found UTF-16. Save it as UTF-8.`
  return `${name}: expected JSON in UTF-8, found other bytes at offset ${firstBadByte(bytes)}. Is it compressed or binary?`
}

/** Length of the longest beginning that can still become UTF-8, by halving. */
function firstBadByte(bytes: Buffer): number {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (isTextSoFar(bytes.subarray(0, middle))) good = middle
    else bad = middle
  }
  return good
}

function isTextSoFar(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false // A decoder has no other way to say no.
  }
}

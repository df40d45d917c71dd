import type { Entry } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Hash } from '../schema/ports.ts'
import { chainHashes, GENESIS } from './chain.ts'

/** First line of every log we write. */
const HEADER = { format: 'palimpsest-log', version: 1 } as const

/** Our JSONL: a header, then one line an entry with the chain hash after it. */
export function encodeLog(entries: readonly Entry[], hash: Hash): string {
  const hashes = chainHashes(GENESIS, entries, hash)
  const lines = entries.map((entry, seq) => JSON.stringify({ hash: hashes[seq], entry }))
  return `${[JSON.stringify(HEADER), ...lines].join('\n')}\n`
}

/** Reads our JSONL back. A line that is not as we wrote it is an error that names it; nothing is ever skipped. */
export function decodeLog(text: string, hash: Hash): readonly Entry[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  else damaged(lines.length, 'it does not end in a line break, so it was cut off')
  const header = parseLine(lines[0] ?? '', 1)
  if (header['format'] !== HEADER.format) damaged(1, 'it is not the header of a palimpsest log')
  if (header['version'] !== HEADER.version) damaged(1, `version ${String(header['version'])} is not known here`)
  const rows = lines.slice(1).map((line, index) => parseLine(line, index + 2))
  const entries = rows.map((row) => row['entry'] as unknown as Entry)
  const hashes = chainHashes(GENESIS, entries, hash)
  for (const [index, row] of rows.entries()) {
    if (row['hash'] !== hashes[index]) damaged(index + 2, 'its chain hash does not match what is before it')
  }
  return entries
}

function parseLine(line: string, number: number): { readonly [key: string]: unknown } {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    return damaged(number, 'it is not JSON', cause)
  }
  return isJsonObject(value) ? value : damaged(number, 'it is not an object')
}

function damaged(line: number, detail: string, cause?: unknown): never {
  throw new CompactionError<'log-damaged'>({ code: 'log-damaged', line, detail }, { cause })
}

import type { FileHandle } from 'node:fs/promises'
import { TELLING_BYTES } from '../../log/session-lines.ts'

/** Most files and lines are shorter than the first; a long file is read in large pieces. */
const FIRST_CHUNK = 16_384
const CHUNK = 1_048_576
const LINE_FEED = 0x0a

/** A line of a file, by its place and its beginning. */
export interface FileLine {
  readonly at: number
  /** Where the next line begins. */
  readonly end: number
  /** Its first bytes, as text. */
  readonly start: string
  /** It ends in a line break. */
  readonly isWhole: boolean
}

/** Lines of a file from a place on. A line of many megabytes is never put together: only its beginning is. */
export async function* linesFrom(file: FileHandle, from: number): AsyncGenerator<FileLine> {
  let buffer = Buffer.alloc(FIRST_CHUNK)
  const told = (start: Buffer): string => start.toString('utf8', 0, TELLING_BYTES)
  let lineAt = from
  let start: Buffer = Buffer.alloc(0)
  let at = from
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
    if (bytesRead === 0) break
    for (let here = 0; here < bytesRead; ) {
      const feed = buffer.subarray(0, bytesRead).indexOf(LINE_FEED, here)
      const end = feed === -1 ? bytesRead : feed
      if (start.length < TELLING_BYTES) start = Buffer.concat([start, buffer.subarray(here, Math.min(end, here + TELLING_BYTES))])
      if (feed !== -1) {
        yield { at: lineAt, end: at + feed + 1, start: told(start), isWhole: true }
        lineAt = at + feed + 1
        start = Buffer.alloc(0)
      }
      here = end + 1
    }
    at += bytesRead
    if (bytesRead === FIRST_CHUNK) buffer = Buffer.alloc(CHUNK)
  }
  if (at > lineAt) yield { at: lineAt, end: at, start: told(start), isWhole: false }
}

/** The text of a stretch of a file. */
export async function readText(file: FileHandle, from: number, to: number): Promise<string> {
  const length = Math.max(0, to - from)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.toString('utf8', 0, bytesRead)
}

/** The line that begins at a place, without its line break. */
export async function readLine(file: FileHandle, from: number): Promise<string> {
  for await (const { at, end, isWhole } of linesFrom(file, from)) return readText(file, at, isWhole ? end - 1 : end)
  return ''
}

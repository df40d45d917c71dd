import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Json } from '../../schema/json.ts'
import { codeOf } from '../../stores/safe-files.ts'
import { CliError, EXIT, systemReason } from '../exit.ts'

/** A row of the input: its number from 1, how far into the file it reaches, and what it holds; `undefined` if that is not JSON. */
export interface NumberedRow {
  readonly number: number
  readonly bytes: number
  readonly value: Json | undefined
}

/** The rows of a file: a JSON array, or a row a line, which is never held whole. */
export async function* rowsIn(file: string): AsyncGenerator<NumberedRow> {
  try {
    yield* (await startsArray(file)) ? rowsOfArray(file) : rowsOfLines(file)
  } catch (error) {
    if (error instanceof CliError || codeOf(error) === '') throw error
    throw new CliError(EXIT.input, `${file}: cannot be read: ${systemReason(error)}.`, { cause: error })
  }
}

/** How many bytes a file has. */
export async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    (error) => {
      throw new CliError(EXIT.input, `${file}: cannot be read: ${systemReason(error)}.`, { cause: error })
    },
  )
}

async function startsArray(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file, { end: 1_023, encoding: 'utf8' })) return /^\uFEFF?\s*\[/.test(String(chunk))
  return false
}

async function* rowsOfArray(file: string): AsyncGenerator<NumberedRow> {
  const text = await readFile(file, 'utf8')
  const rows = parse(text.replace(/^\uFEFF/, ''))
  if (!Array.isArray(rows))
    throw new CliError(EXIT.input, `${file}: expected a JSON array of rows, or a row a line, found neither.`)
  for (const [index, value] of rows.entries())
    yield { number: index + 1, bytes: Math.round((text.length * (index + 1)) / rows.length), value }
}

async function* rowsOfLines(file: string): AsyncGenerator<NumberedRow> {
  const lines = createInterface({ input: createReadStream(file, { encoding: 'utf8' }), crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  let bytes = 0
  for await (const line of lines) {
    number += 1
    bytes += Buffer.byteLength(line) + 1
    const text = number === 1 ? line.replace(/^\uFEFF/, '') : line
    if (text.trim() !== '') yield { number, bytes, value: parse(text) }
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // Called for each row.
  }
}

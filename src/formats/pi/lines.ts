import { CompactionError } from '../../schema/failures.ts'
import { isJsonObject, type JsonObject, stringField } from '../../schema/json.ts'

/** A line of a pi session: as it stands in the file, and as a value. */
export interface PiLine {
  readonly text: string
  readonly value: JsonObject
}

/** A line that could not be read, and was left out. */
export interface PiFault {
  readonly line: number
  readonly detail: string
}

/** A session of the coding agent pi, of any version: linear files without ids, and trees whose lines name their parents. */
export interface PiSession {
  readonly header: PiLine
  readonly lines: readonly PiLine[]
  readonly faults: readonly PiFault[]
}

/** Reads a session file. A line that is damaged is left out and named, a line of an unknown kind is kept. */
export function readPiSession(text: string): PiSession {
  const faults: PiFault[] = []
  const lines: PiLine[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const value = objectIn(line)
    if (value === null) faults.push({ line: index + 1, detail: 'it is not a JSON object' })
    else lines.push({ text: line, value })
  }
  const [header, ...rest] = lines
  if (header === undefined || header.value['type'] !== 'session') {
    const found =
      header === undefined ? 'nothing that can be read' : `a line of type ${JSON.stringify(header.value['type'] ?? null)}`
    throw new CompactionError<'input-invalid'>({
      code: 'input-invalid',
      at: 'line 1',
      expected: 'the header of a pi session',
      found,
    })
  }
  return { header, lines: rest, faults }
}

/** The file of a session: what was read is written as it was, byte for byte. */
export function writePiSession({ header, lines }: PiSession): string {
  return [header, ...lines].map(({ text }) => `${text}\n`).join('')
}

export function piLine(value: JsonObject): PiLine {
  return { text: JSON.stringify(value), value }
}

/** The lines from the first to `leaf` (the last by default): all of them if they form a list, the path to the leaf if they form a tree. */
export function pathTo({ lines }: PiSession, leaf?: string): readonly PiLine[] {
  const byId = new Map(lines.flatMap((line) => (idOf(line) === undefined ? [] : [[idOf(line), line] as const])))
  const last = leaf === undefined ? lines.at(-1) : byId.get(leaf)
  if (last === undefined || idOf(last) === undefined) return lines
  const path: PiLine[] = []
  const seen = new Set<PiLine>()
  // A foreign file may name a parent that is not there, or lead in a circle.
  for (let at: PiLine | undefined = last; at !== undefined && !seen.has(at); at = byId.get(stringField(at.value, 'parentId'))) {
    seen.add(at)
    path.push(at)
  }
  return path.reverse()
}

export function idOf({ value }: PiLine): string | undefined {
  return stringField(value, 'id')
}

function objectIn(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : null
  } catch {
    return null // Named among the faults.
  }
}

import type { Commit } from '../schema/commit.ts'
import { CompactionError } from '../schema/failures.ts'
import { handleOf, type Seq, seqOf } from '../schema/ids.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Artifact, Hash, LogRow } from '../schema/ports.ts'
import type { KeptRequest } from '../schema/request-record.ts'

/** A thread with everything that belongs to it, on its way into a file or out of one. */
export interface Archive {
  /** The name that it had. */
  readonly thread: string
  readonly rows: readonly LogRow[]
  readonly pins: readonly Seq[]
  readonly commits: readonly Commit[]
  readonly requests: readonly KeptRequest[]
  /** What stood around the messages of requests, by its hash. */
  readonly parts: ReadonlyMap<string, string>
  readonly artifacts: readonly Artifact[]
}

/** A line: one of these fields says what it is. */
interface Line {
  readonly format?: string
  readonly version?: number
  readonly thread?: string
  readonly entry?: LogRow['entry']
  readonly measure?: LogRow['measure']
  readonly pins?: readonly number[]
  readonly commit?: Commit
  readonly part?: string
  readonly body?: string
  readonly request?: KeptRequest
  readonly artifact?: Artifact
  readonly end?: unknown
}

const FORMAT = 'palimpsest-archive'
const VERSION = 1

/**
 * An archive as text, one line a thing, and at the end how much there is and a hash of all of it:
 *
 *     {"format":"palimpsest-archive","version":1,"thread":"support-4711"}
 *     {"entry":{…},"measure":{…}}
 *     {"commit":{…}}
 *     {"end":{"lines":812,"hash":"9f2c…"}}
 */
export function archiveText(archive: Archive, hash: Hash): string {
  const { thread, rows, pins, commits, requests, parts, artifacts } = archive
  const lines: readonly unknown[] = [
    { format: FORMAT, version: VERSION, thread },
    ...rows,
    { pins },
    ...commits.map((commit) => ({ commit })),
    ...[...parts].map(([part, body]) => ({ part, body })),
    ...requests.map((request) => ({ request })),
    ...artifacts.map((artifact) => ({ artifact })),
  ]
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return `${text}${JSON.stringify({ end: { lines: lines.length, hash: hash(text) } })}\n`
}

/** What an archive holds. Fails with `archive-damaged` and the line if it is not what was written, down to a single byte. */
export function readArchive(text: string, hash: Hash): Archive {
  const lines = typeof text === 'string' ? text.split('\n') : []
  const [first, ...rest] = lines.slice(0, -2).map((line, index) => objectIn(line, index + 1))
  if (first === undefined || first.format !== FORMAT) return damaged(1, 'it is not an archive of Palimpsest')
  if (first.version !== VERSION) return damaged(1, `it is of version ${JSON.stringify(first.version)?.slice(0, 20)}`)
  checkEnd(text, lines, hash)
  const all = <Field extends keyof Line>(field: Field): readonly NonNullable<Line[Field]>[] =>
    rest.flatMap((line) => line[field] ?? [])
  const archive: Archive = {
    thread: String(first.thread),
    rows: rest.flatMap(({ entry, measure = null }) => (entry === undefined ? [] : [{ entry, measure }])),
    pins: rest.flatMap(({ pins = [] }) => pins.map(seqOf)),
    ...{ commits: all('commit'), requests: all('request'), artifacts: all('artifact') },
    parts: new Map(rest.flatMap(({ part, body }) => (part === undefined || body === undefined ? [] : [[part, body] as const]))),
  }
  checkShapes(archive)
  return archive
}

function checkEnd(text: string, lines: readonly string[], hash: Hash): void {
  const last = lines.length - 1
  const { end } = objectIn(lines[last - 1] ?? '', last)
  if (!isJsonObject(end) || lines[last] !== '') damaged(last, 'the end is missing')
  else if (end['lines'] !== last - 1) damaged(last, `${last - 1} lines are there of ${String(end['lines']).slice(0, 20)}`)
  const told = text.slice(0, text.length - (lines[last - 1] ?? '').length - 1)
  if (!isJsonObject(end) || end['hash'] !== hash(told)) damaged(last, 'the hash of what is there is another one')
}

const KINDS: ReadonlySet<string> = new Set(['text', 'reasoning', 'tool-call', 'tool-result', 'file', 'turn-start', 'opaque'])
const ROLES: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool'])

/** Whoever writes an archive by hand can make its hash, too: what we rest on is looked at. */
function checkShapes({ rows, commits, pins }: Archive): void {
  for (const [seq, { entry, measure }] of rows.entries()) {
    const isEntry =
      entry.seq === seq && entry.id === handleOf(seqOf(seq)) && KINDS.has(entry.kind) && ROLES.has(entry.role) && isPlaced(entry)
    const isMeasured = measure === null || (isJsonObject(measure) && typeof measure.hash === 'string')
    if (!isEntry || !isMeasured) damaged(seq + 2, `entry ${seq} is not one`)
  }
  if (pins.some((seq) => !(seq < rows.length))) damaged(rows.length + 2, 'something is pinned that is not there')
  for (const { id, plan, receipt } of commits) {
    const isCommit = typeof id === 'string' && isJsonObject(plan) && Array.isArray(plan.records) && isJsonObject(receipt)
    const isInside = isCommit && plan.version <= rows.length && plan.records.every(({ span }) => isSpan(span, rows.length))
    if (!isInside) damaged(rows.length + 3, 'a commit is about entries that are not there')
  }
}

function isSpan(span: unknown, length: number): boolean {
  if (!isJsonObject(span)) return false
  const { from, to } = span
  return (
    Number.isSafeInteger(from) &&
    Number.isSafeInteger(to) &&
    0 <= Number(from) &&
    Number(from) <= Number(to) &&
    Number(to) < length
  )
}

function isPlaced({ message, turn }: LogRow['entry']): boolean {
  return isJsonObject(message) && Number.isSafeInteger(message.block) && Number.isSafeInteger(message.blocks) && turn >= -1
}

function objectIn(line: string, number: number): Line {
  try {
    const value: unknown = JSON.parse(line)
    if (isLine(value)) return value
  } catch {
    // Told below, with the line.
  }
  return damaged(number, 'it is not an object in JSON')
}

/** What its fields hold is looked at by `checkShapes`. */
function isLine(value: unknown): value is Line {
  return isJsonObject(value)
}

function damaged(line: number, detail: string): never {
  throw new CompactionError<'archive-damaged'>({ code: 'archive-damaged', line, detail })
}

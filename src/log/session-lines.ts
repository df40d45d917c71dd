import type { Commit } from '../schema/commit.ts'
import type { Entry } from '../schema/entry.ts'
import { type CommitId, commitId, type Seq } from '../schema/ids.ts'
import { isJsonObject } from '../schema/json.ts'
import type { Measure, ThreadKey } from '../schema/ports.ts'

/**
 * Our session file: a header, then one line an entry, a commit or some pins, in the order they came. What a line is stands in front of
 * what it holds, so that a file can be looked through without parsing it.
 *
 *     {"format":"palimpsest-session","version":1,"tenant":"default","thread":"support-4711"}
 *     {"more":true,"entry":{…},"measure":{…}}             an entry; the step that it belongs to goes on
 *     {"head":"<chain hash>","entry":{…},"measure":{…}}   the last entry of a step
 *     {"commit":"<id>","body":{…}}
 *     {"pins":[3,17]}
 *     {"erased":1700000000000}    something was erased at that time; the file was written anew without it
 */
const SESSION_FORMAT = { format: 'palimpsest-session', version: 1 } as const

/** What a line is, by its beginning. */
export type LineKind =
  | { readonly kind: 'more' }
  | { readonly kind: 'last'; readonly hash: string }
  | { readonly kind: 'commit'; readonly id: CommitId }
  | { readonly kind: 'pins' }
  | { readonly kind: 'erased' }

/** So many bytes of a line are enough to tell what it is. */
export const TELLING_BYTES = 1_024

export function headerLine({ tenant, thread }: ThreadKey): string {
  return `${JSON.stringify({ ...SESSION_FORMAT, tenant, thread })}\n`
}

/** The lines of one step. Only the last one has the head: a step of which it is missing was never finished. */
export function stepLines(entries: readonly Entry[], hash: string, measures: readonly Measure[] = []): string {
  const last = entries.length - 1
  return entries.map((entry, index) => entryLine(entry, index < last ? null : hash, measures[index])).join('')
}

/** One entry; with the chain hash after it if it is the last of its step. */
export function entryLine(entry: Entry, hash: string | null, measure: Measure | undefined): string {
  const start = hash === null ? '{"more":true' : `{"head":${JSON.stringify(hash)}`
  const known = measure === undefined ? '' : `,"measure":${JSON.stringify(measure)}`
  return `${start},"entry":${JSON.stringify(entry)}${known}}\n`
}

export function commitLine(commit: Commit): string {
  return `{"commit":${JSON.stringify(commit.id)},"body":${JSON.stringify(commit)}}\n`
}

export function pinsLine(pins: readonly Seq[]): string {
  return `{"pins":${JSON.stringify(pins)}}\n`
}

export function erasedLine(at: number): string {
  return `{"erased":${at}}\n`
}

/** Tells what a line is from its first bytes; `null` if it is not one of ours. */
export function kindOfLine(start: string): LineKind | null {
  if (start.startsWith('{"more":true,"entry":')) return { kind: 'more' }
  if (start.startsWith('{"pins":[')) return { kind: 'pins' }
  if (start.startsWith('{"erased":')) return { kind: 'erased' }
  const hash = quotedAfter('{"head":', start, ',"entry":')
  if (hash !== null) return { kind: 'last', hash }
  const id = quotedAfter('{"commit":', start, ',"body":')
  return id === null ? null : { kind: 'commit', id: commitId(id) }
}

/** The JSON string between two marks. */
function quotedAfter(before: string, start: string, after: string): string | null {
  if (!start.startsWith(`${before}"`)) return null
  const [, quoted] = /^("(?:[^"\\]|\\.)*")/.exec(start.slice(before.length)) ?? []
  return quoted !== undefined && start.startsWith(after, before.length + quoted.length) ? stringIn(quoted) : null
}

function stringIn(quoted: string): string | null {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return null // Not as we wrote it.
  }
}

/** What a whole line holds: an entry with what is known of it, a commit, pins, or that something was erased. */
interface SessionLine {
  readonly entry?: Entry
  readonly measure?: Measure
  readonly body?: Commit
  readonly pins?: readonly Seq[]
  readonly erased?: number
}

/** Reads a whole line; `null` if it is damaged. */
export function parseSessionLine(line: string): SessionLine | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null // The caller says which line it was.
  }
  if (!isJsonObject(value)) return null
  const { entry, measure, body, pins, erased } = value
  if (isJsonObject(entry)) {
    const known = isJsonObject(measure) ? { measure: measure as unknown as Measure } : {}
    return { entry: entry as unknown as Entry, ...known }
  }
  if (isJsonObject(body)) return { body: body as unknown as Commit }
  if (typeof erased === 'number') return { erased }
  return Array.isArray(pins) && pins.every((seq) => Number.isSafeInteger(seq)) ? { pins: pins as Seq[] } : null
}

/** Why a file is not the session file that was looked for. */
interface HeaderFault {
  readonly reason: 'not-ours' | 'newer-schema'
  readonly expected: string
  readonly found: string
}

/** What is wrong with a header, or `null`: is it ours, of a version we know, of this thread? */
export function headerFault(line: string, key: ThreadKey | null): HeaderFault | null {
  const header = objectIn(line)
  if (header?.['format'] !== SESSION_FORMAT.format)
    return { reason: 'not-ours', expected: 'a session file of Palimpsest', found: 'something else' }
  if (header['version'] !== SESSION_FORMAT.version) {
    const found = `version ${String(JSON.stringify(header['version'])).slice(0, 20)}`
    return { reason: 'newer-schema', expected: `a session file of version ${SESSION_FORMAT.version}`, found }
  }
  const isTheirs = key === null || (header['tenant'] === key.tenant && header['thread'] === key.thread)
  return isTheirs ? null : { reason: 'not-ours', expected: 'the session file of this thread', found: 'that of another' }
}

/** The thread that a header names; `null` if it is not a header. */
export function threadInHeader(line: string): { readonly tenant: string; readonly thread: string } | null {
  const { tenant, thread } = objectIn(line) ?? {}
  return headerFault(line, null) === null && typeof tenant === 'string' && typeof thread === 'string' ? { tenant, thread } : null
}

function objectIn(line: string): { readonly [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : null
  } catch {
    return null // Not a header: the caller reports that.
  }
}

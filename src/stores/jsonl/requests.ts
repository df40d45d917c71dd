import { constants } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { RequestRecords } from '../../schema/capabilities.ts'
import { isJsonObject } from '../../schema/json.ts'
import type { ThreadKey } from '../../schema/ports.ts'
import { type KeptRequest, partsNamed } from '../../schema/request-record.ts'
import { codeOf, readBytes, unusable, writeWhole } from '../safe-files.ts'
import { whileAlone } from './guard.ts'

/** What was sent, in a file beside each session file. */
export interface FileRequests extends RequestRecords {
  /** Forgets what was sent when there were more than `from` entries. */
  forget(key: ThreadKey, from: number): Promise<void>
}

/** What is in a file. */
interface Known {
  readonly requests: readonly KeptRequest[]
  readonly parts: ReadonlyMap<string, string>
  /** How many of them the last writer wanted to be kept. */
  readonly most: number
}

/** As long as a file is as large as when it was last looked at, it is not read again. */
interface Seen extends Known {
  readonly size: number
}

const NOTHING: Known = { requests: [], parts: new Map(), most: 0 }
/** A file is written anew, without what is too old, when it holds so many times what is kept. */
const MOST_TIMES = 2

/**
 * Lines that are only ever appended, under the lock of the session file: a part when it is first referred to, and a line for each request. It is
 * not waited for until the disk has them: they say what was sent, and nothing rests on them.
 */
export function fileRequests(sessionOf: (key: ThreadKey) => string, patience: number): FileRequests {
  const files = new Map<string, Seen>()
  const known = async (path: string): Promise<Seen> => {
    const size = await sizeOf(path)
    const before = files.get(path)
    if (before !== undefined && before.size === size) return before
    const text = (await readBytes(path))?.toString('utf8') ?? ''
    return { ...readLines(text), size }
  }
  const writing = async (key: ThreadKey, work: (path: string) => Promise<void>): Promise<void> => {
    const session = sessionOf(key)
    await mkdir(dirname(session), { recursive: true, mode: 0o700 }).catch((error) =>
      unusable(error, session, 'a folder that can be written'),
    )
    await whileAlone(session, patience, () => work(besideSession(session)))
  }
  const replace = async (path: string, made: Known): Promise<void> => {
    if (made.requests.length === 0) await rm(path, { force: true })
    else await writeWhole(path, Buffer.from(linesOf(made)))
    files.set(path, { ...made, size: await sizeOf(path) })
  }
  return {
    add: (key, sent, most, parts = {}) =>
      writing(key, async (path) => {
        const before = await known(path)
        const request: KeptRequest = { ...sent, step: (before.requests.at(-1)?.step ?? 0) + 1 }
        const added = Object.entries(parts).filter(([hash]) => !before.parts.has(hash))
        const now = { requests: [...before.requests, request], parts: new Map([...before.parts, ...added]), most }
        if (now.requests.length > MOST_TIMES * most) return replace(path, onlyNamed({ ...now, requests: latest(now) }))
        await append(path, linesOf({ requests: [request], parts: new Map(added), most }))
        files.set(path, { ...now, size: await sizeOf(path) })
        forgetOldest(files)
      }),
    of: async (key) => latest(await known(besideSession(sessionOf(key)))),
    part: async (key, hash) => (await known(besideSession(sessionOf(key)))).parts.get(hash) ?? null,
    forget: (key, from) =>
      writing(key, async (path) => {
        const before = await known(path)
        const left = before.requests.filter(({ head }) => head <= from)
        if (left.length < before.requests.length) await replace(path, onlyNamed({ ...before, requests: left }))
      }),
  }
}

function besideSession(session: string): string {
  return `${session}.requests`
}

/** A host may have any number of threads. */
const MOST_FILES = 100

function forgetOldest(files: Map<string, Seen>): void {
  const [oldest] = files.keys()
  if (files.size > MOST_FILES && oldest !== undefined) files.delete(oldest)
}

function latest({ requests, most }: Known): readonly KeptRequest[] {
  return requests.slice(Math.max(0, requests.length - most))
}

function onlyNamed({ requests, parts, most }: Known): Known {
  const named = new Set(requests.flatMap(partsNamed))
  return { requests, parts: new Map([...parts].filter(([hash]) => named.has(hash))), most }
}

function linesOf({ requests, parts, most }: Known): string {
  const lines = [...parts].map(([part, body]) => JSON.stringify({ part, body }))
  return ['', ...lines, ...requests.map((sent) => JSON.stringify({ most, sent })), ''].join('\n')
}

/** A line that cannot be read was never finished. */
function readLines(text: string): Known {
  const requests: KeptRequest[] = []
  const parts = new Map<string, string>()
  let most = 0
  for (const line of text.split('\n')) {
    const value = valueIn(line)
    if (!isJsonObject(value)) continue
    const { part, body, sent } = value
    if (typeof part === 'string' && typeof body === 'string') parts.set(part, body)
    if (!isRequest(sent) || typeof value['most'] !== 'number') continue
    most = value['most']
    requests.push(sent)
  }
  return requests.length === 0 ? NOTHING : { requests, parts, most }
}

/** We wrote it, in one line: it is whole or not there. */
function isRequest(value: unknown): value is KeptRequest {
  return isJsonObject(value) && typeof value['step'] === 'number'
}

function valueIn(line: string): unknown {
  try {
    return line === '' ? null : JSON.parse(line)
  } catch {
    return null
  }
}

async function append(path: string, text: string): Promise<void> {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  try {
    const file = await open(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
    try {
      await file.writeFile(text)
    } finally {
      await file.close()
    }
  } catch (error) {
    unusable(error, path, 'a file that can be written')
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 0 : unusable(error, path, 'a file that can be read')
  }
}

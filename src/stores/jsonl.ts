import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { commitLine, erasedLine, pinsLine, stepLines, threadInHeader } from '../log/session-lines.ts'
import type { CostRecords, StoreWith, ThreadList } from '../schema/capabilities.ts'
import { CompactionError } from '../schema/failures.ts'
import { seqOf, type TenantId, type ThreadId, threadId } from '../schema/ids.ts'
import type { Acknowledged, Store, ThreadKey } from '../schema/ports.ts'
import { rangeAt, rangeOf } from '../schema/range.ts'
import { keepCost, readCost, removeCost } from './jsonl/cost-file.ts'
import { eraseFrom, type OnFile } from './jsonl/erase.ts'
import type { TailFault } from './jsonl/index-file.ts'
import { fileLearned } from './jsonl/learned.ts'
import { type FileLinks, fileLinks } from './jsonl/links.ts'
import { removeFiles } from './jsonl/remove-files.ts'
import { fileRequests } from './jsonl/requests.ts'
import { searchFiles } from './jsonl/search-files.ts'
import { type SessionFile, sessionFile } from './jsonl/session-file.ts'
import type { WriteBytes } from './jsonl/write-file.ts'
import { checkPath, codeOf, ownFolder, readBytes, unusable, writeWhole } from './safe-files.ts'

export interface JsonlOptions {
  /** What is on the disk when a call resolves: everything, commits only, or what the system has got round to. Everything by default. */
  readonly sync?: 'always' | 'commits' | 'never'
  /** How long to wait for another process's turn to write, in milliseconds; half a minute by default. */
  readonly patience?: number
  /** How bytes are written; for tests that fill the disk. */
  readonly write?: WriteBytes
}

/** Threads in session files. They have no keys of their own: a file may be moved anywhere. */
export interface JsonlStore
  extends StoreWith<'rows' | 'threads' | 'links' | 'requests' | 'learned' | 'costs' | 'erase' | 'search'> {
  acknowledged(key: ThreadKey): Promise<Acknowledged | null>
  /** What is wrong with the end of a thread's file, or `null`. Everything before it can be read. */
  fault(key: ThreadKey): Promise<TailFault | null>
}

const SUFFIX = '.jsonl'
const PATIENCE_MS = 30_000

/**
 * Keeps threads as plain files: one line an entry or a commit, only ever appended. A path that ends in `.jsonl` is the file of one thread;
 * any other is a folder with a folder a tenant and a file a thread.
 *
 * @example
 * const compactor = createCompactor({ store: openJsonlStore('sessions') })
 */
export function openJsonlStore(path: string, options: JsonlOptions = {}): JsonlStore {
  const { sync = 'always', patience = PATIENCE_MS, write = writeAll } = options
  checkPath(path, 'a store')
  const files: SessionFiles = new Map()
  const settings = { sync: sync === 'always', syncCommits: sync !== 'never', write, patience }
  const on: OnFile = (key, work) => inTurn(files, key, () => sessionFile(pathOf(path, key), key, settings), work)
  const rows: JsonlStore['rows'] = (key, ranges) => on(key, (file) => file.rows(ranges))
  const threads = threadList(path, rows)
  const links = linksOf(path, { threads, rows })
  const requests = fileRequests((key) => pathOf(path, key), patience)
  return {
    ...logVerbs(on),
    ...commitVerbs(on),
    rows,
    read: async (key, from, end) => (await rows(key, [rangeOf(from, end)])).map(({ entry }) => entry),
    fault: (key) =>
      on(key, async (file) => {
        await file.look()
        return file.fault()
      }),
    acknowledged: (key) => on(key, (file) => file.acknowledged()),
    secrets: 'none',
    threads,
    links,
    requests,
    learned: learnedIn(path),
    search: (tenant, query) => searchFiles({ threads, on }, tenant, query),
    costs: costsOf(path, on, patience),
    erase: (target) =>
      eraseFrom(
        {
          ...{ on, threads, links, requests, removeAll: (tenant) => removeTenant(path, tenant, patience) },
          forgetCost: (key) => removeCost(pathOf(path, key)),
        },
        target,
      ),
    async close() {
      for (const kept of files.values()) await kept.turn.then(() => kept.file.close())
      files.clear()
    },
  }
}

type SessionFiles = Map<string, { readonly file: SessionFile; turn: Promise<unknown> }>

/** Carries out what is asked of a file, one after another. */
function inTurn<Result>(
  files: SessionFiles,
  key: ThreadKey,
  make: () => SessionFile,
  work: (file: SessionFile) => Promise<Result>,
): Promise<Result> {
  const name = JSON.stringify([key.tenant, key.thread])
  const kept = files.get(name) ?? { file: make(), turn: Promise.resolve() }
  files.set(name, kept)
  const done = kept.turn.then(() => work(kept.file))
  kept.turn = done.catch(() => undefined)
  return done
}

function logVerbs(on: OnFile): Pick<Store, 'head' | 'append' | 'pin' | 'pins'> {
  return {
    head: (key) =>
      on(key, async (file) => {
        const { head, commits, pins, erasures } = await file.look()
        // Whoever works with a thread asks this first: a shorter conversation would pass for the whole one.
        file.refuseDamaged()
        const erased = erasures === 0 ? {} : { erasures }
        return { ...head, commit: commits.at(-1)?.id ?? null, pins: pins.length, ...erased }
      }),
    append: (key, expected, entries, head, measures) =>
      on(key, (file) =>
        file.append((index) => {
          const actual = index.head.length
          if (actual === expected) return stepLines(entries, head.hash, measures)
          throw new CompactionError<'log-conflict'>({ code: 'log-conflict', thread: key.thread, expected, actual })
        }),
      ),
    pin: (key, seqs) =>
      on(key, (file) =>
        file.append(({ pins }) => {
          const known = new Set(pins)
          const added = [...new Set(seqs.map(seqOf))].filter((seq) => !known.has(seq))
          return added.length === 0 ? '' : pinsLine(added)
        }),
      ),
    pins: (key) => on(key, async (file) => (await file.look()).pins),
  }
}

function commitVerbs(on: OnFile): Pick<Store, 'commit' | 'latest' | 'commits'> {
  return {
    commit: (key, expected, commit) =>
      on(key, (file) =>
        file.append(
          (index) => {
            const actual = index.commits.at(-1)?.id ?? null
            // A plan for entries that were erased meanwhile holds their words: it comes too late.
            const isStillThere = index.erasures === 0 || index.head.length >= commit.plan.version
            if (actual === expected && isStillThere) return commitLine(commit)
            throw new CompactionError<'commit-conflict'>({ code: 'commit-conflict', thread: key.thread, expected, actual })
          },
          { isCommit: true },
        ),
      ),
    latest: (key) => on(key, async (file) => (await file.commits(1))[0] ?? null),
    commits: (key) => on(key, (file) => file.commits()),
  }
}

function threadList(path: string, rows: JsonlStore['rows']): ThreadList {
  const of: ThreadList['of'] = (tenant) => threadsIn(path, tenant)
  return {
    of,
    async sharing(key, seq = 0) {
      const hashOf = async (thread: ThreadId): Promise<string | undefined> =>
        (await rows({ ...key, thread }, [rangeAt(seqOf(seq))]))[0]?.measure?.hash
      const hash = await hashOf(key.thread)
      const found: ThreadId[] = []
      if (hash === undefined) return found
      for (const thread of await of(key.tenant)) if (thread !== key.thread && (await hashOf(thread)) === hash) found.push(thread)
      return found
    },
  }
}

/** A file of one thread has room for no other. */
function linksOf(path: string, sessions: Pick<JsonlStore, 'threads' | 'rows'>): FileLinks {
  if (path.endsWith(SUFFIX)) return { add: async () => undefined, of: async () => [], forget: async () => undefined }
  const folder = (tenant: TenantId): Promise<string> => ownFolder(path, nameOf(tenant))
  return fileLinks({ ...sessions, folder, pathOf: (tenant) => join(path, nameOf(tenant)) })
}

function costsOf(path: string, on: OnFile, patience: number): CostRecords {
  return {
    of: (key) => on(key, () => readCost(pathOf(path, key))),
    put: (key, expected, body) =>
      on(key, async (file) => {
        const { head, commits } = await file.look()
        if (head.length + commits.length === 0) return false
        return keepCost(pathOf(path, key), { expected, body, patience })
      }),
  }
}

/** Nor has it room for what others should know. */
function learnedIn(path: string): JsonlStore['learned'] {
  if (path.endsWith(SUFFIX)) return { of: async () => [], put: async () => undefined }
  return fileLearned({ folder: (tenant) => ownFolder(path, nameOf(tenant)), pathOf: (tenant) => join(path, nameOf(tenant)) })
}

function pathOf(path: string, { tenant, thread }: ThreadKey): string {
  return path.endsWith(SUFFIX) ? path : join(path, nameOf(tenant), `${nameOf(thread)}${SUFFIX}`)
}

async function threadsIn(path: string, tenant: TenantId): Promise<readonly ThreadId[]> {
  const folder = join(path, nameOf(tenant))
  const paths = path.endsWith(SUFFIX) ? [path] : (await namesIn(folder)).map((name) => join(folder, name))
  const found: ThreadId[] = []
  for (const each of paths) {
    const [line = '', ...rest] = ((await readBytes(each, 65_536))?.toString('utf8') ?? '').split('\n')
    const header = threadInHeader(line)
    // Of what was erased, only the fact is left.
    const isWritten = rest.some((other) => other !== '' && !other.startsWith('{"erased":'))
    if (header?.tenant === tenant && isWritten) found.push(threadId(header.thread))
  }
  return found.sort()
}

/** Removes every file of a tenant. What is left says when, and nothing else. */
async function removeTenant(path: string, tenant: TenantId, patience: number): Promise<void> {
  if (path.endsWith(SUFFIX)) return removeFiles(dirname(path), { patience, of: basename(path) })
  const folder = await ownFolder(path, nameOf(tenant))
  await removeFiles(folder, { patience })
  await writeWhole(join(folder, 'erased'), Buffer.from(erasedLine(Date.now())))
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith(SUFFIX)).sort()
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? [] : unusable(error, folder, 'a folder that can be read')
  }
}

/** A name as a file name: the name itself if it is plain, otherwise its plain characters with a fingerprint. No two names collide. */
function nameOf(name: string): string {
  if (/^[a-z0-9_-][a-z0-9_.-]{0,79}$/.test(name) && !name.includes('~') && !/^(?:con|nul|prn|aux|com\d|lpt\d)(?:\.|$)/.test(name))
    return name
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .slice(0, 40)
  return `${plain}~${createHash('sha256').update(JSON.stringify(name)).digest('hex').slice(0, 20)}`
}

const writeAll: WriteBytes = async (file, bytes, at) => {
  let written = 0
  while (written < bytes.length) written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten
}

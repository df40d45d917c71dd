import { noRedaction, type Redactor, redactor } from '../redact/redact.ts'
import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import type { Entry } from '../schema/entry.ts'
import { CompactionError } from '../schema/failures.ts'
import type { LogRow, Standing, ThreadKey } from '../schema/ports.ts'
import { rangeOf, type SeqRange } from '../schema/range.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import { wholeTime } from '../schema/whole-time.ts'
import { type LogKeeper, logKeeper } from '../view/measured-log.ts'
import { learnToRead } from './languages.ts'
import type { EngineParts } from './ports.ts'
import { fingerprintKey, redactionKey } from './tenant-keys.ts'

/** A thread's log, in step with the store. */
export interface ThreadLog {
  readonly key: ThreadKey
  readonly ports: EngineParts
  readonly log: LogKeeper
  readonly redactor: Redactor
  /** What was not read when the thread was opened, or was let go since. */
  gaps: readonly SeqRange[]
  /** Whether anything but appending was asked of it: until then, nobody needs what it appends, and some of that may rest in the store. */
  isLookedAt: boolean
  isResting: boolean
  /** The commit that the thread was opened with, until it is asked for. */
  opened: Commit | null
  /** Keys of the tenant. Known once the log has been caught up with, which comes before everything else. */
  readonly keys: { secret: string | undefined; redaction: string | undefined }
  /** How often something of the thread had been erased when it was opened. */
  erasures: number | undefined
}

/** `policies` are what is known about tools when messages come in. */
export function threadLog(key: ThreadKey, ports: EngineParts, policies = (): ToolPolicies => ports.toolPolicies): ThreadLog {
  const keys: ThreadLog['keys'] = { secret: undefined, redaction: ports.redactionKey }
  const redact = ports.redact === 'off' ? noRedaction : lazily(() => redactor(ports.hash, known(keys.redaction), key.tenant))
  const log = logKeeper({ ...ports, policies, redactor: redact, secret: () => known(keys.secret) })
  const nothingYet = { gaps: [], isLookedAt: false, isResting: false, opened: null, erasures: undefined }
  return { key, ports, log, redactor: redact, keys, ...nothingYet }
}

/** Reads what other processes appended; says where the thread stands. Of a thread that is opened, only what its plan shows is read. */
export async function catchUpLog(own: ThreadLog): Promise<Standing> {
  const { key, log, keys } = own
  const { store } = own.ports
  keys.secret ??= await fingerprintKey(store, key.tenant)
  keys.redaction ??= await redactionKey(store, key.tenant)
  const standing = await store.head(key)
  own.erasures ??= standing.erasures ?? 0
  // What this process remembers may not be shown any more.
  if (standing.length < log.length || (standing.erasures ?? 0) !== own.erasures) {
    throw new CompactionError<'thread-erased'>({ code: 'thread-erased', thread: key.thread })
  }
  if (standing.length <= log.length || (await beginVisible(own, standing))) return standing
  await adoptUpTo(own, standing.length)
  return standing
}

async function beginVisible(own: ThreadLog, { length, commit }: Standing): Promise<boolean> {
  const { key, log } = own
  const { store } = own.ports
  if (log.length > 0 || commit === null) return false
  own.opened = await store.latest(key)
  if (own.opened === null || own.opened.id !== commit) return false
  // Most threads of a page begin there.
  const { readVisible } = await import('./open-visible.ts')
  const visible = await readVisible(store, key, { commit: own.opened, length })
  if (visible === undefined) return false
  await learnToRead(visible.rows.map(({ entry }) => entry))
  log.begin(visible.rows, length)
  own.gaps = visible.gaps
  return true
}

/** Rows that are read at once: of a long log, as its store has it, only so much is in memory beside what is made of it. */
const PAGE = 2_000

async function adoptUpTo(own: ThreadLog, length: number): Promise<void> {
  const { log } = own
  for (const page of pagesOf(rangeOf(log.length, length))) log.accept(log.adopt(await rowsOf(own, page)))
}

function pagesOf({ from, end }: SeqRange): readonly SeqRange[] {
  const pages: SeqRange[] = []
  for (let at: number = from; at < end; at += PAGE) pages.push(rangeOf(at, Math.min(end, at + PAGE)))
  return pages
}

async function rowsOf({ key, ports }: ThreadLog, range: SeqRange): Promise<readonly LogRow[]> {
  const { store } = ports
  const rows = await (store.rows?.(key, [range]) ?? store.read(key, range.from, range.end).then(unmeasured))
  await learnToRead(rows.map(({ entry }) => entry))
  return rows
}

function unmeasured(entries: readonly Entry[]): readonly LogRow[] {
  return entries.map((entry) => ({ entry, measure: null }))
}

/** The log of a thread as it was when it had so many entries. Nothing is appended to it. */
export async function readLogUpTo(key: ThreadKey, ports: EngineParts, length: number): Promise<ThreadLog> {
  const own = threadLog(key, ports)
  own.keys.secret = await fingerprintKey(ports.store, key.tenant)
  own.keys.redaction ??= await redactionKey(ports.store, key.tenant)
  await adoptUpTo(own, length)
  return own
}

/** The latest commit. */
export async function latestCommit(own: ThreadLog): Promise<Commit | null> {
  const commit = own.opened ?? (await own.ports.store.latest(own.key))
  own.opened = null
  return commit
}

/** Reads what was not read when the thread was opened, or was let go, before anything looks behind the plan. */
export async function readWhole(own: ThreadLog): Promise<void> {
  own.isLookedAt = true
  if (own.gaps.length === 0) return
  own.gaps = own.gaps.flatMap(pagesOf)
  while (own.gaps.length > 0) {
    const pages = own.gaps.slice(0, pagesAtOnce(own.gaps))
    const rows = await Promise.all(pages.map((page) => rowsOf(own, page)))
    for (const filled of rows) own.log.fill(filled)
    // What is filled in is no gap any more, also if reading what follows fails.
    own.gaps = own.gaps.slice(pages.length)
  }
  own.isResting = false
}

/** How many of them hold no more rows together than one page may. */
function pagesAtOnce(pages: readonly SeqRange[]): number {
  let rows = 0
  const over = pages.findIndex(({ from, end }) => {
    rows += end - from
    return rows > PAGE
  })
  return over === -1 ? pages.length : Math.max(1, over)
}

/** Appends by compare-and-swap. Resolves to the log's new length. */
export async function appendToLog(own: ThreadLog, drafts: readonly MessageDraft[]): Promise<number> {
  const { key, log } = own
  // A result that comes late belongs to a call that may be folded.
  if (own.gaps.length > 0 && resultsIn(drafts).some((id) => !log.hasCall(id))) await readWhole(own)
  const before = log.head()
  const addition = log.prepare(drafts, wholeTime(own.ports.clock()))
  await learnToRead(addition.entries)
  const head = { length: before.length + addition.entries.length, hash: addition.measures.at(-1)?.hash ?? before.hash }
  await own.ports.store.append(key, before.length, addition.entries, head, addition.measures)
  log.accept(addition)
  rest(own)
  return head.length
}

/**
 * Who only appends a long history, as an import does, need not hold all of it: it is read again when somebody looks. The newest page stays: what is appended next
 * may answer to it.
 */
function rest(own: ThreadLog): void {
  const { log, ports, gaps, isLookedAt, isResting } = own
  if (isLookedAt || (gaps.length > 0 && !isResting)) return
  const from = gaps.at(-1)?.end ?? log.found
  if (log.length - from < (isResting ? 2 * PAGE : ports.heldUnseen)) return
  own.gaps = [rangeOf(log.found, log.length - PAGE)]
  own.isResting = true
  log.letGo(rangeOf(from, log.length - PAGE))
}

/** A key, once the log has been caught up with. */
function known(key: string | undefined): string {
  if (key === undefined) throw new Error('The log has not been caught up with.')
  return key
}

function lazily(make: () => Redactor): Redactor {
  let made: Redactor | undefined
  const redact = (): Redactor => {
    made ??= make()
    return made
  }
  return { text: (text) => redact().text(text), token: (secret, kind) => redact().token(secret, kind) }
}

/** Results, by the ids of their calls, whose calls do not stand before them in the same messages. */
function resultsIn(drafts: readonly MessageDraft[]): readonly string[] {
  const called = new Set<string>()
  return drafts.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.kind === 'tool-call') called.add(block.callId)
      return block.kind === 'tool-result' && !called.has(block.callId) ? [block.callId] : []
    }),
  )
}

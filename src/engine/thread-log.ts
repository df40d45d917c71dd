import { isTombstone } from '../log/tombstone.ts'
import { noRedaction, type Redactor, redactJson, redactor } from '../redact/redact.ts'
import type { Commit } from '../schema/commit.ts'
import type { MessageDraft } from '../schema/draft.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect, LogRow, SeqRange, Standing, ThreadKey } from '../schema/ports.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import { type LogKeeper, logKeeper } from '../view/measured-log.ts'
import { readVisible } from './open-visible.ts'
import type { EnginePorts } from './ports.ts'
import { fingerprintKey, redactionKey } from './tenant-keys.ts'

/** A thread's log, in step with the store. */
export interface ThreadLog {
  readonly log: LogKeeper
  /** Reads what others appended; says where the thread stands. Of a thread that is opened, only what its plan shows is read. */
  catchUp(): Promise<Standing>
  /** The latest commit. */
  latest(): Promise<Commit | null>
  /** Reads what was not read when the thread was opened: before anything looks behind the plan. */
  whole(): Promise<void>
  append(drafts: readonly MessageDraft[]): Promise<number>
  /** What was handed in as it may be kept: without secrets where the host wants it so. */
  taken<Given extends readonly Json[] | readonly MessageDraft[]>(given: Given): Given
  /** The dialect of a name, or of the last message. */
  dialect(name: string | undefined): Dialect
  /** The dialect that messages are written in, by their own marks; without marks, that of the last message. */
  dialectFor(messages: readonly Json[], name: string | undefined): Dialect
}

/** `policies` are what is known about tools when messages come in. */
export function threadLog(key: ThreadKey, ports: EnginePorts, policies = (): ToolPolicies => ports.toolPolicies): ThreadLog {
  const { store, dialects } = ports
  /** Both known once the log has been caught up with, which comes before everything else. */
  let tokenKey: string | undefined
  let secret: string | undefined
  const redact = ports.redact === 'off' ? noRedaction : lazily(() => redactor(ports.hash, known(tokenKey), key.tenant))
  let erasures: number | undefined
  const log = logKeeper({ ...ports, policies, redactor: redact, secret: () => known(secret) })
  const lastDialect = (): string =>
    log.entries.findLast((entry) => !isTombstone(entry))?.message.dialect ?? dialects[0].traits.name
  const rowsOf = async (from: Seq, to: Seq): Promise<readonly LogRow[]> =>
    store.rows?.(key, [{ from, to }]) ?? (await store.read(key, from, to)).map((entry) => ({ entry, measure: null }))
  let gaps: readonly SeqRange[] = []
  let opened: Commit | null = null
  const latest = async (): Promise<Commit | null> => {
    const commit = opened ?? (await store.latest(key))
    opened = null
    return commit
  }
  async function beginVisible({ length, commit }: Standing): Promise<boolean> {
    if (log.entries.length > 0 || commit === null) return false
    opened = await store.latest(key)
    if (opened === null || opened.id !== commit) return false
    const visible = await readVisible(store, key, { commit: opened, length })
    if (visible === undefined) return false
    log.begin(visible.rows, length)
    gaps = visible.gaps
    return true
  }
  async function whole(): Promise<void> {
    if (gaps.length === 0) return
    const rows = await Promise.all(gaps.map(({ from, to }) => rowsOf(from, to)))
    for (const filled of rows) log.fill(filled)
    gaps = []
  }
  const dialect = (name = lastDialect()): Dialect => {
    const found = dialects.find((candidate) => candidate.traits.name === name)
    if (found !== undefined) return found
    const known = dialects.map((candidate) => candidate.traits.name)
    throw new CompactionError<'dialect-unknown'>({ code: 'dialect-unknown', name, known })
  }
  return {
    log,
    latest,
    whole,
    dialect,
    taken: (given) =>
      ports.redact === 'entries' ? (redactJson(given as unknown as Json, redact) as unknown as typeof given) : given,
    dialectFor(messages, name) {
      if (name !== undefined) return dialect(name)
      const sure = dialects.map((candidate) => candidate.recognise(messages))
      const best = Math.max(...sure)
      return best > 0 ? (dialects[sure.indexOf(best)] ?? dialect()) : dialect()
    },
    async catchUp() {
      secret ??= await fingerprintKey(store, key.tenant)
      tokenKey ??= ports.redactionKey ?? (await redactionKey(store, key.tenant))
      const standing = await store.head(key)
      erasures ??= standing.erasures ?? 0
      // What this process remembers is not to be shown to anybody any more.
      if (standing.length < log.entries.length || (standing.erasures ?? 0) !== erasures) {
        throw new CompactionError<'thread-erased'>({ code: 'thread-erased', thread: key.thread })
      }
      if (standing.length <= log.entries.length || (await beginVisible(standing))) return standing
      log.accept(log.adopt(await rowsOf(log.entries.length, standing.length)))
      return standing
    },
    async append(drafts) {
      // A result that comes late belongs to a call that may be folded.
      if (gaps.length > 0 && resultsIn(drafts).some((id) => !log.hasCall(id))) await whole()
      const before = log.head().length
      const addition = log.prepare(drafts)
      const head = { length: before + addition.entries.length, hash: addition.measures.at(-1)?.hash ?? log.head().hash }
      await store.append(key, before, addition.entries, head, addition.measures)
      log.accept(addition)
      return head.length
    },
  }
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

function resultsIn(drafts: readonly MessageDraft[]): readonly string[] {
  return drafts.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'tool-result' ? [block.callId] : [])))
}

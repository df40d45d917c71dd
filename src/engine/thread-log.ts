import { isTombstone } from '../log/tombstone.ts'
import type { MessageDraft } from '../schema/draft.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Seq } from '../schema/ids.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect, LogRow, Standing, ThreadKey } from '../schema/ports.ts'
import { type LogKeeper, logKeeper } from './measured-log.ts'
import type { EnginePorts } from './ports.ts'

/** A thread's log, in step with the store. */
export interface ThreadLog {
  readonly log: LogKeeper
  /** Reads what others appended; says where the thread stands. */
  catchUp(): Promise<Standing>
  append(drafts: readonly MessageDraft[]): Promise<number>
  /** The dialect of a name, or of the last message. */
  dialect(name: string | undefined): Dialect
  /** The dialect that messages are written in, by their own marks; without marks, that of the last message. */
  dialectFor(messages: readonly Json[], name: string | undefined): Dialect
}

export function threadLog(key: ThreadKey, ports: EnginePorts): ThreadLog {
  const { store, dialects } = ports
  /** Known once the log has been caught up with, which comes before everything else. */
  let secret: string | undefined
  let erasures: number | undefined
  const log = logKeeper({ ...ports, secret: () => secret ?? '' })
  const lastDialect = (): string =>
    log.entries.findLast((entry) => !isTombstone(entry))?.message.dialect ?? dialects[0].traits.name
  const rowsOf = async (from: Seq, to: Seq): Promise<readonly LogRow[]> =>
    store.rows?.(key, [{ from, to }]) ?? (await store.read(key, from, to)).map((entry) => ({ entry, measure: null }))
  const dialect = (name = lastDialect()): Dialect => {
    const found = dialects.find((candidate) => candidate.traits.name === name)
    if (found !== undefined) return found
    const known = dialects.map((candidate) => candidate.traits.name)
    throw new CompactionError<'dialect-unknown'>({ code: 'dialect-unknown', name, known })
  }
  return {
    log,
    dialect,
    dialectFor(messages, name) {
      if (name !== undefined) return dialect(name)
      const sure = dialects.map((candidate) => candidate.recognise(messages))
      const best = Math.max(...sure)
      return best > 0 ? (dialects[sure.indexOf(best)] ?? dialect()) : dialect()
    },
    async catchUp() {
      secret ??= (await store.secret?.(key.tenant)) ?? ''
      const standing = await store.head(key)
      erasures ??= standing.erasures ?? 0
      // What this process remembers is not to be shown to anybody any more.
      if (standing.length < log.entries.length || (standing.erasures ?? 0) !== erasures) {
        throw new CompactionError<'thread-erased'>({ code: 'thread-erased', thread: key.thread })
      }
      if (standing.length <= log.entries.length) return standing
      log.accept(log.adopt(await rowsOf(log.entries.length, standing.length)))
      return standing
    },
    async append(drafts) {
      const before = log.head().length
      const addition = log.prepare(drafts)
      const head = { length: before + addition.entries.length, hash: addition.measures.at(-1)?.hash ?? log.head().hash }
      await store.append(key, before, addition.entries, head, addition.measures)
      log.accept(addition)
      return head.length
    },
  }
}

import { noRedaction, redactJson, redactor } from '../ingest/redact.ts'
import type { MessageDraft } from '../schema/draft.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect, Standing, ThreadKey } from '../schema/ports.ts'
import { type LogKeeper, logKeeper } from './measured-log.ts'
import type { EnginePorts } from './ports.ts'

/** A thread's log, in step with the store. */
export interface ThreadLog {
  readonly log: LogKeeper
  /** Reads what others appended; says where the thread stands. */
  catchUp(): Promise<Standing>
  append(drafts: readonly MessageDraft[]): Promise<number>
  /** What was handed in as it may be kept: without secrets where the host wants it so. */
  taken<Given extends readonly Json[] | readonly MessageDraft[]>(given: Given): Given
  /** The dialect of a name, or of the last message. */
  dialect(name: string | undefined): Dialect
  /** The dialect that messages are written in, by their own marks; without marks, that of the last message. */
  dialectFor(messages: readonly Json[], name: string | undefined): Dialect
}

export function threadLog(key: ThreadKey, ports: EnginePorts): ThreadLog {
  const { store, dialects } = ports
  const redact = ports.redact === 'off' ? noRedaction : redactor(ports.hash, ports.redactionKey, key.tenant)
  const log = logKeeper({ ...ports, redactor: redact })
  const lastDialect = (): string => log.entries.at(-1)?.message.dialect ?? dialects[0].traits.name
  const dialect = (name = lastDialect()): Dialect => {
    const found = dialects.find((candidate) => candidate.traits.name === name)
    if (found !== undefined) return found
    const known = dialects.map((candidate) => candidate.traits.name)
    throw new CompactionError<'dialect-unknown'>({ code: 'dialect-unknown', name, known })
  }
  return {
    log,
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
      const standing = await store.head(key)
      if (standing.length <= log.entries.length) return standing
      log.accept(log.adopt(await store.read(key, log.entries.length, standing.length)))
      return standing
    },
    async append(drafts) {
      const before = log.head().length
      const addition = log.prepare(drafts)
      const head = { length: before + addition.entries.length, hash: addition.hashes.at(-1) ?? log.head().hash }
      await store.append(key, before, addition.entries, head)
      log.accept(addition)
      return head.length
    },
  }
}

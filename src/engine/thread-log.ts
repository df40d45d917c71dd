import type { MessageDraft } from '../schema/draft.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect, Head, ThreadKey } from '../schema/ports.ts'
import type { ToolPolicies } from '../schema/tool-policy.ts'
import { type LogKeeper, logKeeper } from './measured-log.ts'
import type { EnginePorts } from './ports.ts'

/** A thread's log, in step with the store. */
export interface ThreadLog {
  readonly log: LogKeeper
  /** Reads what others appended. */
  catchUp(standing: Head): Promise<void>
  append(drafts: readonly MessageDraft[]): Promise<number>
  /** The dialect of a name, or of the last message. */
  dialect(name: string | undefined): Dialect
  /** The dialect that messages are written in, by their own marks; without marks, that of the last message. */
  dialectFor(messages: readonly Json[], name: string | undefined): Dialect
}

/** `policies` are what is known about tools when messages come in. */
export function threadLog(key: ThreadKey, ports: EnginePorts, policies = (): ToolPolicies => ports.toolPolicies): ThreadLog {
  const { store, dialects } = ports
  const log = logKeeper({ ...ports, policies })
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
    dialectFor(messages, name) {
      if (name !== undefined) return dialect(name)
      const sure = dialects.map((candidate) => candidate.recognise(messages))
      const best = Math.max(...sure)
      return best > 0 ? (dialects[sure.indexOf(best)] ?? dialect()) : dialect()
    },
    async catchUp({ length }) {
      if (length > log.entries.length) log.accept(log.adopt(await store.read(key, log.entries.length, length)))
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

import { isTombstone } from '../log/tombstone.ts'
import { redactJson } from '../redact/redact.ts'
import { CompactionError } from '../schema/failures.ts'
import type { Json } from '../schema/json.ts'
import type { Dialect } from '../schema/ports.ts'
import type { DialectChoice } from '../schema/wire/request-of.ts'
import type { ThreadLog } from './thread-log.ts'

/** What was handed in as it may be kept: without secrets if the host wants it so. */
export function taken<Given>({ ports, redactor }: ThreadLog, given: Given): Given {
  return ports.redact === 'entries' ? (redactJson(given as Json, redactor) as Given) : given
}

/** The dialect that is named or handed in, or that of the last message. */
export function dialectNamed({ log, ports }: ThreadLog, choice: DialectChoice | undefined): Dialect {
  const { dialects } = ports
  const last = (): string | undefined => log.read.findLast((entry) => entry !== undefined && !isTombstone(entry))?.message.dialect
  const given = typeof choice === 'object' ? choice.traits.name : choice
  const name = given ?? last() ?? dialects[0].traits.name
  const found = dialects.find((candidate) => candidate.traits.name === name)
  if (found !== undefined) return found
  if (typeof choice === 'object') return choice
  const known = dialects.map((candidate) => candidate.traits.name)
  throw new CompactionError<'dialect-unknown'>({ code: 'dialect-unknown', name, known })
}

/** The dialect that messages are written in, by their own marks; without marks, that of the last message. */
export function dialectOf(own: ThreadLog, messages: readonly Json[], choice: DialectChoice | undefined): Dialect {
  if (choice !== undefined) return dialectNamed(own, choice)
  const { dialects } = own.ports
  const sure = dialects.map((candidate) => candidate.recognise(messages))
  const best = Math.max(...sure)
  return (best > 0 ? dialects[sure.indexOf(best)] : undefined) ?? dialectNamed(own, undefined)
}

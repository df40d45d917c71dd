import { readAlike } from '../ingest/read-alike.ts'
import { isTombstone } from '../log/is-tombstone.ts'
import { redactJson } from '../redact/redact.ts'
import type { MessageDraft } from '../schema/draft.ts'
import { CompactionError } from '../schema/failures.ts'
import { isJsonObject, type Json } from '../schema/json.ts'
import type { Dialect, LaterDialect } from '../schema/ports.ts'
import type { DialectChoice } from '../schema/wire/request-of.ts'
import { guardedDialect } from './guard-dialect.ts'
import { isLater } from './later-dialect.ts'
import type { ThreadLog } from './thread-log.ts'

/** What was handed in as it may be kept: without secrets if the host wants it so. */
export function taken<Given>({ ports, redactor }: ThreadLog, given: Given): Given {
  return ports.redact === 'entries' ? (redactJson(given as Json, redactor) as Given) : given
}

/** The dialect that is named or handed in, or that of the last message. At once if it is loaded, so that a step need not wait. */
export function dialectNamed(own: ThreadLog, choice: DialectChoice | undefined): Dialect | Promise<Dialect> {
  return whole(knownDialect(own, choice))
}

/** The same, of which the rest may not be loaded yet. */
export function knownDialect({ log, ports }: ThreadLog, choice: DialectChoice | undefined): Dialect | LaterDialect {
  const { dialects } = ports
  const given = typeof choice === 'object' ? choice.traits.name : choice
  const name = given ?? lastDialect(log) ?? dialects[0].traits.name
  const found = dialects.find((candidate) => candidate.traits.name === name)
  if (found !== undefined) return found
  if (typeof choice === 'object') return guardedDialect(choice)
  const known = dialects.map((candidate) => candidate.traits.name)
  throw new CompactionError<'dialect-unknown'>({ code: 'dialect-unknown', name, known })
}

function whole(dialect: Dialect | LaterDialect): Dialect | Promise<Dialect> {
  return isLater(dialect) ? dialect.load() : dialect
}

function lastDialect({ read }: ThreadLog['log']): string | undefined {
  return read.findLast((entry) => entry !== undefined && !isTombstone(entry))?.message.dialect
}

/**
 * The dialect that messages are written in: the one that is named, here or for all threads; else by their own marks; without marks, that of the last message. At the start of a thread, all that
 * are as sure must read them alike.
 */
export async function dialectOf(own: ThreadLog, messages: readonly Json[], choice: DialectChoice | undefined): Promise<Dialect> {
  const { dialects, usual } = own.ports
  const named = choice ?? usual.dialect
  if (named !== undefined) return dialectNamed(own, named)
  const sure = dialects.map((candidate) => candidate.recognise(messages))
  const best = Math.max(...sure)
  const [first, ...others] = dialects.filter((_, index) => sure[index] === best)
  if (first === undefined) return dialectNamed(own, undefined)
  if (others.length === 0 && best > 0) return whole(first)
  const last = lastDialect(own.log)
  const known = last === undefined ? undefined : [first, ...others].find(({ traits }) => traits.name === last)
  if (known !== undefined) return whole(known)
  if (last !== undefined && best === 0) return dialectNamed(own, undefined)
  if (best === 0 && isLater(first) && others.every(isLater) && messages.every(isPlain)) return whole(first)
  const candidate = (dialect: Dialect) => ({ dialect, name: dialect.traits.name, read: () => dialect.readMessages(messages) })
  const [one, ...more] = await Promise.all([whole(first), ...others.map(whole)])
  return readAlike([candidate(one), ...more.map(candidate)]).dialect
}

const SPEAKERS: readonly unknown[] = ['system', 'user', 'assistant']

/** A role and words, and nothing else: all of our dialects read it alike, so that none need be loaded to find that out. */
export function isPlain(message: Json): boolean {
  if (!isJsonObject(message)) return false
  const { role, content, ...rest } = message
  return SPEAKERS.includes(role) && typeof content === 'string' && content.trim() !== '' && Object.keys(rest).length === 0
}

/** What messages say, as it may be kept. */
export async function draftsIn(
  own: ThreadLog,
  messages: readonly Json[],
  choice: DialectChoice | undefined,
): Promise<readonly MessageDraft[]> {
  const { readMessages } = await dialectOf(own, messages, choice)
  return readMessages(taken(own, messages))
}

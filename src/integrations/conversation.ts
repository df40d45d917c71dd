import type { DialectName } from '../dialects/names.ts'
import { isBranchOf } from '../engine/branch-names.ts'
import { checkName } from '../engine/check-name.ts'
import type { Compactor } from '../engine/create-compactor.ts'
import { checkOptions, type Kind } from '../engine/options.ts'
import type { Thread } from '../engine/thread.ts'
import { createCompactor } from '../index.ts'
import type { EventName, EventOf } from '../schema/events.ts'
import { CompactionError, isCompactionError } from '../schema/failures.ts'
import type { HostName } from '../schema/hosts.ts'
import type { GivenJson } from '../schema/json.ts'
import type { Policy } from '../schema/policy.ts'
import type { Store, Summarizer } from '../schema/ports.ts'

/** What every integration takes: which conversation it is, and what is known of the model. */
export interface ConversationOptions {
  /** The conversation: an open thread, or the name of one. Needed with a `store` or a `compactor`, which may have many; without, it ends with this memory. */
  readonly thread?: Thread | string | undefined
  /** The compactor that opens the thread; by default one is made, over `store`, `policy` and `summarizer`. */
  readonly compactor?: Compactor | undefined
  readonly store?: Store | undefined
  readonly tenant?: string | undefined
  readonly policy?: Policy | undefined
  readonly summarizer?: Summarizer | undefined
  /** The model's name; by default the one that the request names. */
  readonly model?: string | undefined
  /** The server, if it is one whose models have strict templates: Ollama, vLLM, LM Studio, OpenRouter. Sets what `createCompactor` says of it. */
  readonly host?: HostName | undefined
  /** The server's address, if it is not the provider's own: limits are learned by address. */
  readonly baseUrl?: string | undefined
  /** Tokens the model can take in and give out; by default what is known of the model. */
  readonly window?: number | undefined
  /** Tokens kept free for the answer; by default what the request asks for. */
  readonly reserve?: number | undefined
  /** Told of what went wrong in the memory itself, while the agent's request goes out as it came (D9); by default a warning is printed. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const CONVERSATION_OPTIONS: Readonly<Record<keyof ConversationOptions, Kind>> = {
  ...{ thread: 'name or object', compactor: 'object', store: 'object', tenant: 'text', policy: 'object', summarizer: 'object' },
  ...{ host: 'text', model: 'text', baseUrl: 'text', window: 'number', reserve: 'number', onError: 'function' },
}

/** Listens to what happens to the conversation and to branches of it: `on('compaction-done', ({ tokens }) => …)`. Returns what ends it. */
export type Listen = <Name extends EventName>(name: Name, listener: (event: EventOf<Name>) => unknown) => () => void

/** One conversation as the integrations use it. */
export interface Conversation {
  /** The thread that was named; opened when it is first needed. */
  thread(): Promise<Thread>
  /** Takes a whole history in. Where it belongs is where the conversation goes on: in a branch, if something was edited. */
  taken(messages: readonly GivenJson[], dialect: DialectName): Promise<Thread>
  /** Where it goes on by the last history; the thread that was named, as long as there was none. */
  latest(): Promise<Thread>
  /** `undefined` if the thread was handed in open: then nobody here can listen to its events. */
  readonly compactor: Compactor | undefined
  readonly given: ConversationOptions
  readonly on: Listen
  /** Says what went wrong, if anybody wants to hear it. */
  failed(error: unknown): void
}

const ITS_NAME = 'conversation'

/** Nobody wants to hear of it, but somebody must. */
function warn(error: unknown): void {
  console.warn('palimpsest: the conversation could not be kept or compacted; the agent goes on as it would without.', error)
}

/** Opens the conversation that an integration is about. `of` is what the caller has written, for messages. */
export function conversationOf(
  of: string,
  options: ConversationOptions,
  more: Readonly<Record<string, Kind>> = {},
): Conversation {
  checkOptions(of, options, { ...CONVERSATION_OPTIONS, ...more })
  checkTokens(options)
  if (typeof options.thread === 'string') checkName(options.thread, 'thread')
  const { thread: given = nameless(options), tenant, onError } = options
  const failed = onError ?? warn
  if (typeof given !== 'string') {
    refuseBeside(options, 'thread', ['compactor', 'store', 'tenant', 'policy', 'summarizer', 'host'])
    return { ...following(async () => given), compactor: undefined, given: options, on: notHere, failed }
  }
  if (options.compactor !== undefined) refuseBeside(options, 'compactor', ['store', 'policy', 'summarizer', 'host'])
  const compactor = options.compactor ?? compactorFor(options)
  let opened: Promise<Thread> | undefined
  const thread = (): Promise<Thread> => {
    opened ??= compactor.thread(given, tenant === undefined ? {} : { tenant })
    return opened
  }
  const isHere = (name: string): boolean => name === given || isBranchOf(given, name)
  const on: Listen = (name, listener) =>
    compactor.on(name, (event) => (isHere(event.thread) ? listener(event) : undefined), tenant === undefined ? {} : { tenant })
  return { ...following(thread), compactor, given: options, on, failed }
}

/** Remembers where the conversation went with its last history. */
function following(thread: () => Promise<Thread>): Pick<Conversation, 'thread' | 'taken' | 'latest'> {
  let latest: Thread | undefined
  return {
    thread,
    latest: async () => latest ?? thread(),
    async taken(messages, dialect) {
      latest = (await (await thread()).resend(messages, { dialect })).thread
      return latest
    },
  }
}

/** Where conversations are kept together, one without a name would be everybody's. */
function nameless({ store, compactor }: ConversationOptions): string {
  const beside = store === undefined ? 'compactor' : 'store'
  if (store === undefined && compactor === undefined) return ITS_NAME
  const expected = `the name of the conversation: a ${beside} may have many, and without names they would all be one`
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'thread', expected, found: 'nothing' })
}

function notHere(): never {
  const expected = 'a name as `thread`; who opened the thread has the compactor, which has the events'
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'on', expected, found: 'an open thread' })
}

/** Said where it was written, not when the first request is made. */
function checkTokens({ window = 1, reserve = 0 }: ConversationOptions): void {
  if (!(window > 0)) throw notTokens('window', 'a number of tokens above 0', window)
  expectTokens('reserve', reserve)
}

/** None at all is a number of tokens, too. */
export function expectTokens(at: string, tokens: number): void {
  if (!(tokens >= 0)) throw notTokens(at, 'a number of tokens, 0 or more', tokens)
}

function notTokens(at: string, expected: string, found: number): CompactionError<'input-invalid'> {
  return new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found: String(found) })
}

/** A compactor of a memory's own. If nobody listens, it says on the console what a developer must know. */
export function compactorFor({ onError, ...given }: ConversationOptions): Compactor {
  const { store, policy, summarizer, host, baseUrl, model, window, reserve } = given
  const compactor = createCompactor({ store, policy, summarizer, host, baseUrl, model, window, reserve })
  if (onError === undefined) compactor.on('compaction-done', warnOfWords, { everyTenant: true })
  return compactor
}

/** A model that is not shown all that a person has just written answers something else. */
function warnOfWords({ overrides, thread }: EventOf<'compaction-done'>): void {
  const cut = overrides.find(({ words }) => words === true)
  if (cut === undefined) return
  console.warn(
    `palimpsest: what was written last in ${JSON.stringify(thread)} does not fit, and the model sees a part of it: ${cut.detail}.`,
  )
}

/** An open thread has a store and a policy already, and so has a compactor: others would be passed over in silence. */
function refuseBeside(
  options: ConversationOptions,
  given: 'thread' | 'compactor',
  names: readonly (keyof ConversationOptions)[],
): void {
  for (const name of names) {
    if (options[name] === undefined) continue
    const expected =
      given === 'thread'
        ? `nothing, because \`thread\` is an open thread; name the thread to have it opened with this ${name}`
        : `nothing, because \`compactor\` was made with its own: hand this ${name} to \`createCompactor\``
    throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: name, expected, found: `a ${typeof options[name]}` })
  }
}

/** A failure of the memory does not end the agent's work (D9): the request goes out as it is. What can never be sent, and a stop, is said. */
export function unlessForeseen<Value>(conversation: Conversation, error: unknown, otherwise: Value): Value {
  if (isCompactionError(error) && SAID.has(error.failure.code)) throw error
  conversation.failed(error)
  return otherwise
}

/** What the caller has done wrong, asked for, or must decide: nothing that would be better the next time. */
const SAID: ReadonlySet<string> = new Set([
  ...['fixed-part-too-large', 'too-many-bytes', 'compaction-cancelled', 'compaction-refused', 'input-invalid', 'option-unknown'],
  ...['budget-invalid', 'dialect-unknown', 'dialect-ambiguous', 'thread-erased', 'request-invalid'],
])

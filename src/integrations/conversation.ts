import type { Compactor } from '../engine/create-compactor.ts'
import { checkOptions, type Kind } from '../engine/options.ts'
import type { Thread } from '../engine/thread.ts'
import { createCompactor } from '../index.ts'
import { CompactionError, isCompactionError } from '../schema/failures.ts'
import type { HostName } from '../schema/hosts.ts'
import type { Policy } from '../schema/policy.ts'
import type { Store, Summarizer } from '../schema/ports.ts'

/** What every integration takes: which conversation it is, and what is known of the model. */
export interface ConversationOptions {
  /** The conversation: an open thread, or the name of one. */
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

/** One conversation as the integrations use it. */
export interface Conversation {
  /** The thread; opened when it is first needed. */
  thread(): Promise<Thread>
  /** `undefined` if the thread was handed in open: then nobody here can listen to its events. */
  readonly compactor: Compactor | undefined
  readonly tenant: string | undefined
  readonly name: string | undefined
  readonly given: ConversationOptions
  /** Says what went wrong, if anybody wants to hear it. */
  failed(error: unknown): void
}

const ITS_NAME = 'conversation'

/** Nobody wants to hear of it, but somebody must. */
function warn(error: unknown): void {
  console.warn('palimpsest: the conversation could not be kept or compacted; the request goes out as it is.', error)
}

/** Opens the conversation that an integration is about. `of` is what the caller has written, for messages. */
export function conversationOf(
  of: string,
  options: ConversationOptions,
  more: Readonly<Record<string, Kind>> = {},
): Conversation {
  checkOptions(of, options, { ...CONVERSATION_OPTIONS, ...more })
  checkTokens(options)
  const { thread: given = ITS_NAME, tenant, onError } = options
  const failed = onError ?? warn
  if (typeof given !== 'string') {
    refuseBeside(options)
    return { thread: async () => given, compactor: undefined, tenant, name: undefined, given: options, failed }
  }
  const compactor = options.compactor ?? madeFor(options)
  let opened: Promise<Thread> | undefined
  const thread = (): Promise<Thread> => {
    opened ??= compactor.thread(given, tenant === undefined ? {} : { tenant })
    return opened
  }
  return { thread, compactor, tenant, name: given, given: options, failed }
}

/** Said where it was written, not when the first request is made. */
function checkTokens({ window = 1, reserve = 0 }: ConversationOptions): void {
  if (!(window > 0)) throw notTokens('window', 'a number of tokens above 0', window)
  if (!(reserve >= 0)) throw notTokens('reserve', 'a number of tokens, 0 or more', reserve)
}

function notTokens(at: string, expected: string, found: number): CompactionError<'input-invalid'> {
  return new CompactionError<'input-invalid'>({ code: 'input-invalid', at, expected, found: String(found) })
}

function madeFor({ store, policy, summarizer, host, baseUrl }: ConversationOptions): Compactor {
  return createCompactor({ store, policy, summarizer, host, baseUrl })
}

/** An open thread has a store and a policy already: others would be passed over in silence. */
function refuseBeside(options: ConversationOptions): void {
  for (const name of ['compactor', 'store', 'tenant', 'policy', 'summarizer', 'host'] as const) {
    if (options[name] === undefined) continue
    const expected = `nothing, because \`thread\` is an open thread; name the thread to have it opened with this ${name}`
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

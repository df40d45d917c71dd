import { alternate } from '../../dialects/openai-chat/alternate.ts'
import type { Prepared } from '../../engine/request.ts'
import type { RequestOptions } from '../../engine/request-options.ts'
import type { Thread } from '../../engine/thread.ts'
import { laterPlace } from '../../ingest/later-place.ts'
import { ASIDE_HEADER } from '../../schema/aside.ts'
import { isJsonList, isJsonObject, type JsonObject } from '../../schema/json.ts'
import { baseUrlOf } from '../base-url.ts'
import { type Conversation, unlessForeseen } from '../conversation.ts'
import { type FrontLife, frontLife } from '../front-life.ts'
import { isAsHandedIn } from './as-handed-in.ts'
import type { Counts } from './counts.ts'
import { notSent } from './not-sent.ts'
import { bodyReader } from './read-bodies.ts'
import { type Responses, responses } from './responses.ts'
import { lookInto } from './stream.ts'
import type { Taken, Wire } from './wire.ts'
import { writtenAgain } from './written-again.ts'

/** What SDKs take as their `fetch`. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** One request on its way. */
interface Sending {
  readonly conversation: Conversation
  readonly wire: Wire
  readonly taken: Taken
  readonly said: Responses
  readonly thread: Thread
  readonly asked: RequestOptions
  readonly life: Life
  /** Sends a body in place of the one that was handed in. */
  send(body: JsonObject): Promise<Response>
}

/**
 * A `fetch` that keeps a conversation within the model's window: requests of the protocols it knows are compacted on their way out, made smaller
 * and sent again if they are refused for their size, and the answers are kept. Everything else goes through as it is.
 */
export function compactingFetch(conversation: Conversation, wires: readonly Wire[], inner: () => Fetch, counts: Counts): Fetch {
  const said = responses()
  const bodyIn = bodyReader()
  const life: Life = { front: undefined }
  const through: Fetch = async (input, init) => {
    const besides = aside(input, init)
    if (besides !== undefined) return inner()(input, besides)
    const url = input instanceof Request ? new URL(input.url) : new URL(input)
    const wire = wires.find(({ path }) => url.pathname.endsWith(path))
    const text = wire === undefined ? undefined : await textOf(input, init)
    const body = text === undefined ? undefined : bodyIn(text)
    const taken = body === undefined ? undefined : said.whole(wire?.take(body))
    if (wire === undefined || text === undefined || body === undefined || taken === undefined) return inner()(input, init)
    // Nobody has said anything: a question in system text alone, or a mistake that the provider names.
    if (taken.history.length === 0) return inner()(input, init)
    const isStrict = conversation.given.host !== undefined && wire.dialect === 'openai-chat'
    const written = (next: JsonObject): JsonObject => (isStrict ? taking(next) : next)
    const send = (next: JsonObject): Promise<Response> =>
      inner()(input, { ...init, ...sentAs(input, init), body: writtenAgain(written(next), { text, body }) })
    const ask = (at: URL, next: JsonObject): Promise<Response> =>
      inner()(at.href, { ...init, ...sentAs(input, init), method: 'POST', body: JSON.stringify(next) })
    const count = (next: () => JsonObject): Promise<number | undefined> => counts.count({ wire, url, body: next, ask })
    const signal = init?.signal ?? undefined
    const begun = await begin({ conversation, wire, taken, url, given: body, count, signal, written, life })
    if (begun === undefined) return inner()(input, init)
    const sending: Sending = { conversation, wire, taken, said, life, send, ...begun }
    return answered(sending, await send(begun.body))
  }
  return (input, init) => through(input, init).catch(notSent)
}

/** How a request goes on that is no part of the conversation; `undefined` if it is one. */
function aside(input: string | URL | Request, init: RequestInit | undefined): RequestInit | undefined {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
  if (!headers.has(ASIDE_HEADER)) return undefined
  headers.delete(ASIDE_HEADER)
  return { ...init, headers }
}

async function textOf(input: string | URL | Request, init: RequestInit | undefined): Promise<string | undefined> {
  if (typeof init?.body === 'string') return init.body
  return input instanceof Request ? input.clone().text() : undefined
}

/** System text goes out as it was handed in: a host that wants it in one message gets it so. */
function taking(body: JsonObject): JsonObject {
  const { messages } = body
  return isJsonList(messages) ? { ...body, messages: [...alternate(messages)] } : body
}

/** Another body has another length. */
function sentAs(input: string | URL | Request, init: RequestInit | undefined): RequestInit {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : {}))
  headers.delete('content-length')
  return { headers, ...(input instanceof Request ? { method: input.method } : {}) }
}

/** How long the provider is asked to keep what stands in front of the conversation: as the last request said, so that it can be sent again as it was. */
interface Life {
  front: FrontLife | undefined
}

interface Beginning {
  readonly life: Life
  readonly conversation: Conversation
  readonly wire: Wire
  readonly taken: Taken
  readonly url: URL
  readonly given: JsonObject
  /** What the provider counts for a body, if it may be asked and has not been yet: only then is the body made. */
  count(body: () => JsonObject): Promise<number | undefined>
  readonly signal: AbortSignal | undefined
  /** A body as it goes out. */
  written(body: JsonObject): JsonObject
}

/** Takes the history in and says what is sent of it; `undefined` if the memory has failed, and the request goes out as it is. */
async function begin(beginning: Beginning) {
  const { conversation, wire, taken, given, life } = beginning
  try {
    const thread = await conversation.taken(taken.history, wire.dialect)
    const asked = askedFor(beginning)
    if (taken.yields) return { thread, asked, body: given }
    const first: Prepared<JsonObject> = await thread.prepare(asked)
    const counted = await beginning.count(() => taken.put(first.request))
    if (counted !== undefined) await thread.counted(counted)
    const prepared = counted === undefined ? first : await thread.prepare(asked)
    // What the provider keeps need not be sent, unless something of it must go.
    const isKept = taken.follows !== undefined && prepared.receipt === null
    const request = isAsHandedIn(prepared, taken.history) ? { ...prepared.request, messages: taken.history } : prepared.request
    life.front = frontLife(prepared.limits)
    return { thread, asked, body: isKept ? given : taken.put(request, life.front) }
  } catch (error) {
    return unlessForeseen(conversation, laterPlace(error, taken.inFront), undefined)
  }
}

function askedFor({ conversation, wire, taken, url, signal, written, life }: Beginning): RequestOptions {
  const { model: named, window, reserve, baseUrl = baseUrlOf(url, wire.path) } = conversation.given
  const { model, tools } = taken.envelope
  const name = named ?? (typeof model === 'string' ? model : undefined)
  return {
    dialect: wire.dialect,
    around: { dialect: wire.dialect, envelope: taken.envelope, tools: Array.isArray(tools) ? tools : [] },
    sentAs: (request) => (isJsonObject(request) ? written(taken.put(request, life.front)) : request),
    ...(taken.system.length === 0 ? {} : { system: taken.system }),
    ...(name === undefined ? {} : { model: name }),
    ...(window === undefined ? {} : { window }),
    ...(reserve === undefined ? {} : { reserve }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(signal === undefined ? {} : { signal }),
  }
}

/** What comes back: kept if it is an answer, mended if it is a refusal for its size. */
async function answered(sending: Sending, response: Response): Promise<Response> {
  if (!response.ok) return (await sentAgain(sending, response.clone())) ?? response
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
  if (isStream && response.body !== null) return streamed(sending, response, response.body)
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  if (isJsonObject(body)) await kept(sending, body)
  return response
}

async function streamed(sending: Sending, response: Response, stream: NonNullable<Response['body']>): Promise<Response> {
  const looked = await lookInto(stream, sending.wire.gather(), (body) => kept(sending, body))
  const again = looked.kind === 'refused' ? await sentAgain(sending, looked.event) : undefined
  if (again !== undefined) await looked.body.cancel()
  return (
    again ?? new Response(looked.body, { status: response.status, statusText: response.statusText, headers: response.headers })
  )
}

/** `undefined` if the refusal is about something else, or trying again is of no use. What the network does to the second try is the client's affair. */
async function sentAgain(sending: Sending, refusal: unknown): Promise<Response | undefined> {
  const again = await recovered(sending, refusal)
  return again === undefined ? undefined : answered(sending, await sending.send(again))
}

async function recovered({ conversation, thread, taken, asked, life }: Sending, refusal: unknown) {
  if (taken.yields) return undefined
  try {
    const again = await thread.recover(refusal, asked)
    return again === null || !again.retry ? undefined : taken.put(again.request, life.front)
  } catch (error) {
    return unlessForeseen(conversation, error, undefined)
  }
}

/** Keeps an answer, and learns from what the provider counted. The answer is the caller's, whatever goes wrong: what cannot be read was paid for. */
async function kept({ conversation, wire, taken, said, thread }: Sending, body: JsonObject): Promise<void> {
  try {
    const answer = wire.answer(body)
    const history = [...taken.history, ...answer]
    if (answer.length > 0) await conversation.taken(history, wire.dialect)
    if (taken.isStored && typeof body['id'] === 'string' && !isUnderWay(body)) said.add(body['id'], taken, history)
    await thread.settle({ usage: body['usage'] })
  } catch (error) {
    conversation.failed(error)
  }
}

/** An answer that is made in the background comes later, past us: what goes on from it is the provider's affair. */
function isUnderWay({ status }: JsonObject): boolean {
  return status === 'queued' || status === 'in_progress'
}

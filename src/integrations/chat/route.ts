import { checkName } from '../../engine/check-name.ts'
import { expectOptions } from '../../engine/options.ts'
import { CompactionError } from '../../schema/failures.ts'
import { foundIn } from '../../schema/found-in.ts'
import { isJsonList, isJsonObject, type Json } from '../../schema/json.ts'
import { type AiSdkMemory, type AiSdkOptions, palimpsest, type StepOptions } from '../ai-sdk/memory.ts'
import { withModelName } from '../ai-sdk/model-name.ts'
import { compactorFor } from '../conversation.ts'
import { type Broadcast, broadcast } from './broadcast.ts'

/** Options of a chat route: those of a memory, but for the thread, which each request names. */
export type ChatOptions = Omit<AiSdkOptions, 'thread'>

/** What one request of a chat is about. */
export interface ChatTurn<Message> {
  readonly id: string
  /** The whole history as the page has it. It counts: what it edits, deletes or asks for again is so (L16). */
  readonly messages: Message[]
  /** Spread them into `streamText`. */
  readonly options: StepOptions
  /** Ends when the page stops the answer. */
  readonly signal: AbortSignal
  readonly memory: AiSdkMemory
}

/** What `streamText` gives, as far as it is used here. */
export interface Answering {
  toUIMessageStream(): ReadableStream<unknown>
}

export interface ChatRoute {
  /** Answers a request of `useChat`. The page hears of a compaction before anything is waited for. */
  <Message>(request: Request, answer: (turn: ChatTurn<Message>) => Answering | Promise<Answering>): Promise<Response>
  /** Goes on with the answer that is under way, from its beginning; 204 if there is none. */
  resume(id: string): Response
  /** Stops the answer that is under way, in all tabs. */
  stop(id: string): void
  close(): Promise<void>
}

const HEADERS = {
  ...{ 'content-type': 'text/event-stream', 'cache-control': 'no-cache', connection: 'keep-alive' },
  ...{ 'x-vercel-ai-ui-message-stream': 'v1', 'x-accel-buffering': 'no' },
}

/**
 * A route for pages with `useChat`, in the form that the web has for it: Next.js, Hono and others take it as it is. The answer goes on if the page
 * goes away, and can be resumed; `stop` ends it.
 *
 * @example
 * const chat = chatRoute({ store })
 * export const POST = (request: Request) => chat<UIMessage>(request, async ({ options, messages, signal }) =>
 *   streamText({ ...options, model, messages: await convertToModelMessages(messages), abortSignal: signal }))
 */
export function chatRoute(options: ChatOptions = {}): ChatRoute {
  expectOptions('chatRoute', options)
  refuseThread(options)
  // A wrong option is said when the route is made, and not when the first page calls.
  palimpsest({ ...options, thread: 'none' })
  const { compactor = compactorFor(withModelName(options)) } = options
  const { store: _, policy: __, summarizer: ___, host: ____, ...rest } = options
  const running = runningAnswers()
  const route = async <Message>(request: Request, answer: (turn: ChatTurn<Message>) => Answering | Promise<Answering>) => {
    const body = await bodyOf<Message>(request)
    if (typeof body === 'string') return Response.json({ error: body }, { status: 400 })
    const { id, messages } = body
    const memory = palimpsest({ ...rest, compactor, thread: id })
    const stop = new AbortController()
    const result = await answer({ id, messages, options: memory.options(), signal: stop.signal, memory })
    expectAnswer(result)
    const stream = broadcast(memory.toUIMessageStream(result.toUIMessageStream()).pipeThrough(asEvents()))
    running.add(id, { stream, stop })
    return new Response(stream.follow(), { headers: HEADERS })
  }
  return Object.assign(route, {
    resume(id: string) {
      const found = running.of(id).at(-1)
      return found === undefined ? new Response(null, { status: 204 }) : new Response(found.stream.follow(), { headers: HEADERS })
    },
    stop: (id: string) => {
      for (const { stop } of running.of(id)) stop.abort()
    },
    close: () => compactor.close(),
  })
}

/** Without types, a `return` is easily forgotten. */
function expectAnswer(result: unknown): void {
  if (typeof result === 'object' && result !== null && 'toUIMessageStream' in result) return
  const expected = 'what streamText gives: has the function that answers returned it?'
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'the answer', expected, found: foundIn(result) })
}

/** All chats would be one. */
function refuseThread(options: ChatOptions): void {
  if (!('thread' in options) || options.thread === undefined) return
  const expected = 'nothing: the `id` of each request names its chat'
  throw new CompactionError<'input-invalid'>({ code: 'input-invalid', at: 'thread', expected, found: typeof options.thread })
}

interface Running {
  readonly stream: Broadcast
  readonly stop: AbortController
}

/** The answers that are under way, by chat. One that a new request makes needless is stopped, unless somebody reads it: another tab, say. */
function runningAnswers() {
  const running = new Map<string, readonly Running[]>()
  const of = (id: string): readonly Running[] => running.get(id) ?? []
  const keep = (id: string, answers: readonly Running[]): void => {
    if (answers.length === 0) running.delete(id)
    else running.set(id, answers)
  }
  return {
    /** The latest is the last. */
    of,
    add(id: string, answer: Running): void {
      for (const { stream, stop } of of(id)) if (!stream.isFollowed()) stop.abort()
      keep(id, [...of(id), answer])
      answer.stream.ended.then(() =>
        keep(
          id,
          of(id).filter((other) => other !== answer),
        ),
      )
    },
  }
}

interface Body<Message> {
  readonly id: string
  readonly messages: Message[]
}

/** What a page sends; a sentence that says what is missing. */
async function bodyOf<Message>(request: Request): Promise<Body<Message> | string> {
  let body: Json
  try {
    body = JSON.parse(await request.text())
  } catch {
    return 'The body is no JSON; a chat sends { id, messages }.'
  }
  if (!isJsonObject(body)) return 'The body is no object; a chat sends { id, messages }.'
  const { id, messages } = body
  if (typeof id !== 'string' || id === '') return 'The body has no `id`: the name of the chat, which `useChat` sends.'
  if (!isName(id)) return 'The `id` is too long for the name of a chat.'
  if (!isJsonList(messages)) return 'The body has no `messages`: the whole history, as `useChat` sends it.'
  const at = messages.findIndex((message) => !isMessage(message))
  if (at !== -1) return `messages[${at}] is no message: it has a \`role\`, and \`parts\` or \`content\`.`
  return { id, messages: messages as Message[] }
}

/** A page that makes up such a name is told so: it is nothing that the route has done wrong. */
function isName(id: string): boolean {
  try {
    return checkName(id, 'thread') === id
  } catch {
    return false
  }
}

/** Of a page of today it has parts; of an older one, a content. */
function isMessage(message: Json): boolean {
  if (!isJsonObject(message) || typeof message['role'] !== 'string') return false
  return isJsonList(message['parts']) || typeof message['content'] === 'string' || isJsonList(message['content'])
}

/** Chunks as server-sent events, as `useChat` reads them. */
function asEvents(): TransformStream<unknown, string> {
  return new TransformStream({
    transform: (chunk, controller) => controller.enqueue(`data: ${JSON.stringify(chunk)}\n\n`),
    flush: (controller) => controller.enqueue('data: [DONE]\n\n'),
  })
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type Json } from '../../schema/json.ts'
import { answerTo, type Protocol, type Script, type ScriptedAnswer, type ScriptedRequest, type ScriptedTurn } from './script.ts'
import { TURN_WIRES } from './turn.ts'
import { WIRES, type Wire } from './wire.ts'

/** A model that does what a test wants, behind a real HTTP server on this machine. */
export interface ScriptedModelServer {
  /** Base address of the OpenAI-compatible protocol (`…/v1`). */
  readonly openaiUrl: string
  /** Base address of the Anthropic-compatible protocol (`…/v1`). */
  readonly anthropicUrl: string
  /** Every request so far. */
  readonly requests: readonly ScriptedRequest[]
  /** From now on it answers like this. */
  play(script: Script): void
  close(): Promise<void>
}

/** Text goes out in pieces of so many characters, as a model's does. */
const PIECE = 4_096

/**
 * Starts a server that speaks the protocols of OpenAI (`/v1/chat/completions`, `/v1/responses`) and Anthropic
 * (`/v1/messages`), streamed or whole, and answers by a script: well, slowly, wrongly, with errors, in streams that break off.
 */
export async function scriptedModelServer(script: Script = [{ kind: 'text', text: 'ok' }]): Promise<ScriptedModelServer> {
  const requests: ScriptedRequest[] = []
  let current = script
  let count = 0
  const server = createServer((incoming, response) => {
    const answered = readRequest(incoming).then((request) => {
      requests.push(request)
      count += 1
      return perform(answerTo(current, request, count), request, response)
    })
    // A request that is not JSON, or breaks off, gets no answer.
    answered.catch(() => response.destroy())
  })
  // A client that is slow to come back, as on a busy machine, would otherwise find its connection closed.
  server.keepAliveTimeout = 0
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    openaiUrl: `http://127.0.0.1:${port}/v1`,
    anthropicUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    play(next) {
      current = next
      count = 0
      requests.length = 0
    },
    close: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

async function readRequest(incoming: IncomingMessage): Promise<ScriptedRequest> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  const path = incoming.url ?? ''
  const protocol = protocolOf(path)
  const body: Json = JSON.parse(Buffer.concat(pieces).toString() || 'null')
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  return { protocol, path, headers, body, text: textsIn(body).join('\n') }
}

function protocolOf(path: string): Protocol {
  if (path.endsWith('/messages')) return 'anthropic'
  return path.endsWith('/responses') ? 'openai-responses' : 'openai'
}

/** Texts of system and messages, in order. */
function textsIn(body: Json): readonly string[] {
  if (!isJsonObject(body)) return []
  return ['system', 'instructions', 'messages', 'input'].flatMap((field) => contentIn(body[field] ?? null))
}

function contentIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(contentIn)
  if (!isJsonObject(value)) return []
  return ['content', 'text', 'output'].flatMap((field) => contentIn(value[field] ?? null))
}

async function perform(answer: ScriptedAnswer, request: ScriptedRequest, response: ServerResponse): Promise<void> {
  if (answer.delayMs !== undefined) await new Promise((done) => setTimeout(done, answer.delayMs))
  const wire = WIRES[request.protocol]
  switch (answer.kind) {
    case 'hang':
      return
    case 'endless':
      return repeat(answer, wire, response)
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'status':
      send(response, answer.status, 'application/json', JSON.stringify(wire.error(answer)), answer.headers)
      return
    case 'raw':
      send(response, answer.status ?? 200, answer.type, answer.body)
      return
    case 'turn':
      return speakTurn(answer, request, response)
    case 'text':
    case 'tool-call':
    case 'cut':
    case 'no-end':
      return speak(answer, request, wire, response)
  }
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

async function repeat(
  { text, everyMs }: Extract<ScriptedAnswer, { kind: 'endless' }>,
  wire: Wire,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of wire.opening()) response.write(piece)
  while (!response.destroyed) {
    if (!response.write(wire.delta('text', text))) await drained(response)
    await new Promise((done) => setTimeout(done, everyMs))
  }
}

type Speaking = Extract<ScriptedAnswer, { kind: 'text' | 'tool-call' | 'cut' | 'no-end' }>

async function speak(answer: Speaking, request: ScriptedRequest, wire: Wire, response: ServerResponse): Promise<void> {
  const isStream = isJsonObject(request.body) && request.body['stream'] === true
  if (!isStream && (answer.kind === 'text' || answer.kind === 'tool-call')) {
    send(response, 200, 'application/json', JSON.stringify(wire.whole(answer)))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of eventsOf(answer, wire)) {
    if (response.destroyed) return
    if (!response.write(piece)) await drained(response)
  }
  // Only what was sent can be cut off: the bytes must be on their way first.
  if (answer.kind === 'cut') setTimeout(() => response.socket?.destroy(), 20)
  else response.end()
}

async function speakTurn(turn: ScriptedTurn, { protocol, body }: ScriptedRequest, response: ServerResponse): Promise<void> {
  const wire = TURN_WIRES[protocol]
  if (!isJsonObject(body) || body['stream'] !== true) {
    send(response, 200, 'application/json', JSON.stringify(wire.whole(turn)))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const piece of wire.events(turn)) response.write(piece)
  response.end()
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((done) => {
    const go = (): void => {
      response.off('drain', go).off('close', go)
      done()
    }
    response.on('drain', go).on('close', go)
  })
}

function* eventsOf(answer: Speaking, wire: Wire): Generator<string> {
  yield* wire.opening()
  if (answer.kind === 'tool-call') {
    yield* wire.call(answer.tool, answer.input)
    yield* wire.ending('tool-call', 1)
    return
  }
  if (answer.kind === 'text' && answer.reasoning !== undefined) yield wire.delta('reasoning', answer.reasoning)
  for (let at = 0; at < answer.text.length; at += PIECE) yield wire.delta('text', answer.text.slice(at, at + PIECE))
  if (answer.kind === 'text') yield* wire.ending(answer.finish ?? 'stop', Math.ceil(answer.text.length / 4))
}

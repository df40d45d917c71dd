import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createMcpHandler, hostHeaderValidationResponse, originValidationResponse } from '@modelcontextprotocol/server'
import type { McpScope } from './scope.ts'
import { mcpServers } from './server.ts'

export interface McpHttpOptions extends McpScope {
  /** Every request must bring it as `Authorization: Bearer …`. */
  readonly key: string
  /** Where to listen; this machine alone by default. */
  readonly host?: string | undefined
  /** Any free port by default. */
  readonly port?: number | undefined
  /** Names by which browsers and clients may reach it, besides those of this machine. */
  readonly names?: readonly string[] | undefined
}

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]']
/** What a key must have at least: a short one can be guessed. */
const LEAST_KEY = 16

/** A server over streamable HTTP. A request without the key, or from a page of another origin, is refused before anything is read. */
export async function serveMcpHttp(
  options: McpHttpOptions,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const { key, host = '127.0.0.1', port = 0, names = [], ...scope } = options
  if (typeof key !== 'string' || key.length < LEAST_KEY)
    throw new RangeError(`The key has to have ${LEAST_KEY} characters at least.`)
  const handler = createMcpHandler(mcpServers(scope), { onerror: () => undefined })
  const known = [...LOOPBACK, ...names]
  const answer = async (request: Request): Promise<Response> =>
    hostHeaderValidationResponse(request, known) ??
    originValidationResponse(request, known) ??
    (isAllowed(request, key) ? handler.fetch(request) : denied())
  const server = createServer((incoming, outgoing) => {
    answer(requestOf(incoming)).then(
      (response) => send(response, outgoing),
      () => outgoing.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const { port: taken } = server.address() as AddressInfo
  const shown = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${shown}:${taken}/mcp`,
    async close() {
      await handler.close()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Compared by hashes, in the same time whatever they have in common. */
function isAllowed(request: Request, key: string): boolean {
  const [, given = ''] = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(key))
}

function denied(): Response {
  return new Response('The key is missing or wrong: Authorization: Bearer …\n', {
    status: 401,
    headers: { 'www-authenticate': 'Bearer' },
  })
}

function requestOf(incoming: IncomingMessage): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each)
  }
  const { method = 'GET', url = '/' } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? { body: Readable.toWeb(incoming), duplex: 'half' as const } : {}
  const origin = `http://${URL.canParse(`http://${incoming.headers.host}`) ? incoming.headers.host : 'localhost'}`
  return new Request(new URL(url.startsWith('/') ? url : '/', origin), { method, headers, ...body })
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body === null) {
    outgoing.end()
    return
  }
  const body = Readable.fromWeb(response.body)
  outgoing.once('close', () => body.destroy())
  body.once('error', () => outgoing.destroy()).pipe(outgoing)
}

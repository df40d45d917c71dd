import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What becomes of the message at which a connection is cut: it never arrives, it arrives and its answer is lost, or it arrives late. */
export type Cut = 'request lost' | 'answer lost' | 'request late'

/** A way to a server that breaks when it is told to. */
export interface CuttingProxy {
  readonly url: string
  /** Cuts the connection at the next message that holds `words`; nobody gets through again before `meanwhile` is done. */
  cutAt(words: string, cut: Cut, meanwhile?: () => Promise<unknown>): void
  /** How often it was cut. */
  cuts(): number
  close(): Promise<void>
}

const LATE_MS = 150

/** A proxy before the PostgreSQL server that `url` names. */
export async function cuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let planned:
    | { readonly words: string; readonly cut: Cut; readonly meanwhile?: (() => Promise<unknown>) | undefined }
    | undefined
  let open = Promise.resolve<unknown>(undefined)
  let cuts = 0

  function serve(client: Socket): void {
    const server = connect(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    let lost: typeof planned | undefined
    const drop = (meanwhile?: () => Promise<unknown>): void => {
      cuts += 1
      if (meanwhile !== undefined) open = meanwhile()
      client.resetAndDestroy()
    }
    client.on('data', (chunk) => {
      if (planned === undefined || !chunk.includes(planned.words)) return void server.write(chunk)
      const { cut, meanwhile } = planned
      if (cut === 'answer lost') lost = planned
      planned = undefined
      if (lost !== undefined) return void server.write(chunk)
      drop(meanwhile)
      if (cut === 'request lost') server.destroy()
      else setTimeout(() => server.write(chunk), LATE_MS)
    })
    server.on('data', (chunk) => {
      if (lost === undefined) return void client.write(chunk)
      drop(lost.meanwhile)
      server.destroy()
    })
    client.on('end', () => server.end())
    server.on('end', () => client.end())
  }

  const proxy = createServer({ pauseOnConnect: true }, (client) => {
    client.on('error', () => undefined)
    void open.then(() => {
      serve(client)
      client.resume()
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  target.port = String(address.port)
  // The server's own address is needed as long as connections are made.
  const own = target.href
  target.port = new URL(url).port
  return {
    url: own,
    cutAt(words, cut, meanwhile) {
      planned = { words, cut, meanwhile }
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

import type { CompactorEvent } from '../schema/events.ts'

/** What is sent: a name, and data that is written as JSON. */
interface Sent {
  readonly name: string
  readonly data: unknown
}

/** One server-sent event. Its data is JSON on one line, so that nothing in it can end the event early. */
export function encodeSse({ name, data }: Sent, id?: number): string {
  const number = id === undefined ? '' : `id: ${id}\n`
  return `${number}event: ${name.replaceAll(/[\r\n]/g, ' ')}\ndata: ${JSON.stringify(data)}\n\n`
}

/**
 * Events as the body of a response, for a page's `EventSource`: as they are, or as `naming` has them. When the page goes away, its stream is cancelled, and so is the reading.
 *
 * @example
 * return new Response(sseStream(compactor.events({ tenant })), { headers: { 'content-type': 'text/event-stream' } })
 */
export function sseStream(
  events: AsyncIterableIterator<CompactorEvent>,
  naming: (event: CompactorEvent) => readonly Sent[] = (event) => [{ name: event.kind, data: event }],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(controller) {
      // A comment: the page learns at once that it is connected.
      controller.enqueue(encoder.encode(': connected\n\n'))
    },
    async pull(controller) {
      try {
        for (;;) {
          const { value, done } = await events.next()
          if (done === true) return controller.close()
          const text = naming(value)
            .map((sent) => encodeSse(sent, value.number))
            .join('')
          // What is sent under no name is passed over: a pull must give something, or it is not called again.
          if (text !== '') return controller.enqueue(encoder.encode(text))
        }
      } catch (error) {
        // The page is told by its connection; nobody would read on.
        await events.return?.()
        throw error
      }
    },
    async cancel() {
      await events.return?.()
    },
  })
}

import { createParser } from 'eventsource-parser'
import { isJsonObject, type Json, type JsonObject } from '../../schema/json.ts'
import type { Gatherer } from './wire.ts'

/** A stream of events that was looked into. */
type Looked =
  | { readonly kind: 'speaking'; readonly body: ReadableStream<Bytes> }
  /** It begins with a refusal, whose words these are. */
  | { readonly kind: 'refused'; readonly event: JsonObject; readonly body: ReadableStream<Bytes> }

/** The body of a response. */
type Body = NonNullable<Response['body']>
type Bytes = Body extends ReadableStream<infer Piece> ? Piece : never

/**
 * Reads a stream of server-sent events up to its first words, because a refusal may stand there, and can still be mended then. The bytes go on as
 * they came; `gathered` is told what they were once the stream has ended.
 */
export async function lookInto(
  stream: ReadableStream<Bytes>,
  gatherer: Gatherer,
  gathered: (body: JsonObject) => Promise<void>,
): Promise<Looked> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let refusal: JsonObject | undefined
  let hasWords = false
  const parser = createParser({
    onEvent({ data }) {
      const event = eventIn(data)
      if (event === undefined) return
      const kind = gatherer.add(event)
      if (kind === 'refusal' && !hasWords) refusal = event
      if (kind === 'words') hasWords = true
    },
  })
  const read: Bytes[] = []
  while (!hasWords && refusal === undefined) {
    const { done, value } = await reader.read()
    if (done) break
    read.push(value)
    parser.feed(decoder.decode(value, { stream: true }))
  }
  const end = async (): Promise<void> => {
    const whole = gatherer.whole()
    if (whole !== undefined) await gathered(whole)
  }
  const body = continued(read, reader, { seen: (value) => parser.feed(decoder.decode(value, { stream: true })), end })
  return refusal === undefined ? { kind: 'speaking', body } : { kind: 'refused', event: refusal, body }
}

interface Watching {
  seen(value: Bytes): void
  end(): Promise<void>
}

/** What was read already, and then the rest. */
function continued(read: readonly Bytes[], rest: ReadableStreamDefaultReader<Bytes>, watching: Watching): ReadableStream<Bytes> {
  return new ReadableStream({
    start(controller) {
      for (const value of read) controller.enqueue(value)
    },
    async pull(controller) {
      const { done, value } = await rest.read()
      if (done) {
        await watching.end()
        return controller.close()
      }
      watching.seen(value)
      controller.enqueue(value)
    },
    cancel: (reason) => rest.cancel(reason),
  })
}

function eventIn(data: string): JsonObject | undefined {
  try {
    const event: Json = JSON.parse(data)
    return isJsonObject(event) ? event : undefined
  } catch {
    // `[DONE]`, or something that a proxy put in: it goes on as it came.
    return undefined
  }
}

import { isStreamStart } from '../../dialects/ai-sdk/stream-start.ts'
import type { StreamPart } from './shapes.ts'

/** Parts that say nothing yet. */
const BEFORE_WORDS: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'raw', 'ping'])

type Opened =
  | { readonly kind: 'speaking'; readonly stream: ReadableStream<StreamPart> }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Waits for the first part that says something: a refusal may come as a part of the stream, and can still be mended then. */
export async function opened(stream: ReadableStream<StreamPart>): Promise<Opened> {
  const reader = stream.getReader()
  const read: StreamPart[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (value.type === 'error') {
      await reader.cancel()
      return { kind: 'failed', error: value.error }
    }
    read.push(value)
    if (!BEFORE_WORDS.has(value.type) && !isStreamStart(value)) break
  }
  return { kind: 'speaking', stream: continued(read, reader) }
}

/** What was read already, and then the rest. */
function continued(read: readonly StreamPart[], rest: ReadableStreamDefaultReader<StreamPart>): ReadableStream<StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of read) controller.enqueue(part)
    },
    async pull(controller) {
      const { done, value } = await rest.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => rest.cancel(reason),
  })
}

/** The same stream; `seen` is told of every part as it goes by. */
export function watched(stream: ReadableStream<StreamPart>, seen: (part: StreamPart) => void): ReadableStream<StreamPart> {
  return stream.pipeThrough(
    new TransformStream({
      transform(part, controller) {
        seen(part)
        controller.enqueue(part)
      },
    }),
  )
}

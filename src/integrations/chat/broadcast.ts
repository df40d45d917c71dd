/** A stream of text that any number of readers may follow from its beginning, early or late. */
export interface Broadcast {
  /** Everything so far, and then the rest. */
  follow(): ReadableStream<Uint8Array<ArrayBuffer>>
  /** Whether anybody who began to follow it still does. */
  isFollowed(): boolean
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
}

/** Reads `source` to its end, whoever follows. */
export function broadcast(source: ReadableStream<string>): Broadcast {
  const encoder = new TextEncoder()
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let isOver = false
  let waiting: (() => void)[] = []
  let followers = 0
  const tell = (): void => {
    const told = waiting
    waiting = []
    for (const wake of told) wake()
  }
  const read = async (): Promise<void> => {
    const reader = source.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        pieces.push(encoder.encode(value))
        tell()
      }
    } finally {
      isOver = true
      tell()
    }
  }
  // What broke the stream was said in it, or to whoever made it: those who follow only hear that it is over.
  const ended = read().catch(() => undefined)
  return {
    ended,
    isFollowed: () => followers > 0,
    follow() {
      let at = 0
      followers += 1
      return new ReadableStream({
        async pull(controller) {
          while (at >= pieces.length && !isOver) await new Promise<void>((wake) => waiting.push(wake))
          const piece = pieces[at]
          if (piece === undefined) {
            followers -= 1
            return controller.close()
          }
          at += 1
          controller.enqueue(piece)
        },
        cancel() {
          followers -= 1
        },
      })
    },
  }
}

import type { CompactorEvent } from '../../schema/events.ts'
import type { Conversation } from '../conversation.ts'

/** What a page is told of a compaction. It holds nothing of what was said. */
export interface CompactionData {
  /** `started` is sent before anything is waited for: a page can say "compacting …". */
  readonly phase: 'started' | 'done' | 'failed' | 'skipped'
  readonly tokensBefore?: number
  readonly tokensAfter?: number
  /** Most that the request may have. */
  readonly limit?: number
  readonly reason?: string
  readonly strategy?: string
  readonly messagesCompacted?: number
  readonly wasPruned?: boolean
  readonly wasSummarized?: boolean
  readonly ms?: number
}

/** A part of a UI message stream. It is transient: a page shows it, and nobody stores it. The same id replaces what was said before. */
export interface CompactionChunk {
  readonly type: 'data-compaction'
  readonly id: string
  readonly data: CompactionData
  readonly transient: true
}

/** A UI message stream with what happens to the conversation while it runs, told among its parts. */
export function withCompactions<Chunk>(
  { compactor, on }: Conversation,
  chunks: ReadableStream<Chunk>,
): ReadableStream<Chunk | CompactionChunk> {
  if (compactor === undefined) return chunks
  const reader = chunks.getReader()
  let stop: (() => void)[] = []
  const end = (): void => {
    for (const off of stop) off()
    stop = []
  }
  return new ReadableStream<Chunk | CompactionChunk>({
    start(controller) {
      const tell = (event: CompactorEvent): void => {
        const chunk = chunkOf(event)
        if (chunk !== undefined) controller.enqueue(chunk)
      }
      stop = NAMES.map((kind) => on(kind, tell))
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (!done) return controller.enqueue(value)
      end()
      controller.close()
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
}

const NAMES = ['compaction-started', 'compaction-done', 'compaction-failed', 'compaction-skipped'] as const

function chunkOf(event: CompactorEvent): CompactionChunk | undefined {
  switch (event.kind) {
    case 'compaction-started': {
      const { tokens, reason } = event
      return chunk(event.compaction, { phase: 'started', tokensBefore: tokens.before, limit: tokens.limit, reason })
    }
    case 'compaction-done': {
      const { tokens, reason, strategy, messages: messagesCompacted, wasPruned, wasSummarized, ms } = event
      const sizes = { tokensBefore: tokens.before, tokensAfter: tokens.after, limit: tokens.limit }
      const how = { reason, strategy, messagesCompacted, wasPruned, wasSummarized, ms }
      return chunk(event.compaction, { phase: 'done', ...sizes, ...how })
    }
    case 'compaction-failed':
      return chunk(event.compaction, { phase: 'failed', reason: event.message, ms: event.ms })
    case 'compaction-skipped':
      return chunk(event.compaction, { phase: 'skipped', reason: event.reason })
    default:
      return undefined
  }
}

function chunk(compaction: number, data: CompactionData): CompactionChunk {
  return { type: 'data-compaction', id: `compaction-${compaction}`, data, transient: true }
}

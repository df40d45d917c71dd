import type { BlockDraft, MessageDraft } from '../schema/draft.ts'
import { CompactionError, isFailure } from '../schema/failures.ts'

/** A format that may be the one that messages are written in. */
interface Candidate {
  readonly name: string
  read(): readonly MessageDraft[]
}

/**
 * The candidate to read messages with that have no mark of one format alone. If all that make the most of them read the same, it is the
 * first of those; if they read different things, the format must be named. What the first cannot read it refuses, and says where.
 *
 *     { role: 'user', content: 'hello' }                   alike in all: the first
 *     a `tool_use` block, then a result by `tool_call_id`   Anthropic's, and then ours: name it
 */
export function readAlike<Format extends Candidate>(candidates: readonly [Format, ...Format[]]): Format {
  const readings = candidates.flatMap((format) => {
    const messages = readingOf(format)
    return messages === undefined ? [] : [{ format, unclear: unclearIn(messages), said: JSON.stringify(messages.map(gist)) }]
  })
  const least = Math.min(...readings.map(({ unclear }) => unclear))
  const clearest = readings.filter(({ unclear }) => unclear === least)
  const [first] = clearest
  if (first === undefined || readings[0]?.format !== candidates[0]) return candidates[0]
  if (clearest.every(({ said }) => said === first.said)) return first.format
  const names = clearest.map(({ format }) => format.name)
  throw new CompactionError<'dialect-ambiguous'>({ code: 'dialect-ambiguous', candidates: names })
}

function readingOf(format: Candidate): readonly MessageDraft[] | undefined {
  try {
    return format.read()
  } catch (error) {
    if (isFailure(error, 'input-invalid')) return undefined
    throw error
  }
}

/** A message of which nothing was read is worse than a part that is kept without being understood. */
function unclearIn(messages: readonly MessageDraft[]): number {
  return messages.reduce((sum, { blocks }) => {
    const opaque = blocks.filter(({ kind }) => kind === 'opaque').length
    return sum + (blocks.length === 0 ? 2 : opaque)
  }, 0)
}

function gist({ role, blocks }: MessageDraft): object {
  return { role, blocks: blocks.map(blockGist) }
}

function blockGist(block: BlockDraft): readonly string[] {
  switch (block.kind) {
    case 'text':
    case 'reasoning':
      return [block.kind, block.text]
    case 'tool-call':
      return [block.kind, block.tool, block.callId, block.input]
    case 'tool-result':
      return [block.kind, block.callId, block.text]
    case 'file':
      return [block.kind, block.media]
    case 'opaque':
      return [block.kind, block.type]
    case 'turn-start':
      return [block.kind]
  }
}

import type { MessageDraft } from '../../../src/schema/draft.ts'
import type { Json } from '../../../src/schema/json.ts'
import type { FileTranscript } from '../../../src/schema/transcript-format.ts'

/** Values as lines of JSON. */
export function lines(...values: readonly Json[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}

/** Messages in short: `user "hello" · assistant think "hi" call:read · tool = content`. A summary has a star, the harness a bang. */
export function script(messages: readonly MessageDraft[]): string {
  return messages
    .map(({ role, author, blocks }) => `${role}${author === 'harness' ? '!' : ''} ${blocks.map(shortBlock).join(' ')}`)
    .join(' · ')
}

function shortBlock(block: MessageDraft['blocks'][number]): string {
  switch (block.kind) {
    case 'text':
      return `${block.foreignSummary === true ? '*' : ''}${block.author === 'harness' ? '!' : ''}"${block.text}"`
    case 'reasoning':
      return `(${block.text})`
    case 'tool-call':
      return `${block.tool}#${block.callId}`
    case 'tool-result':
      return `#${block.callId}=${block.text}${block.outcome === 'failure' ? '?' : ''}`
    case 'file':
      return `[${block.description}]`
    case 'opaque':
      return `<${block.type}>`
    case 'turn-start':
      return '---'
  }
}

/** Conversations by name, each in short, with where it belongs. */
export function scripts(transcripts: readonly FileTranscript[]): readonly string[] {
  return transcripts.map(({ thread = '-', origin, messages }) => {
    const where =
      origin === undefined
        ? ''
        : origin.kind === 'child'
          ? ` <${origin.of} ${origin.call ?? '?'}>`
          : ` <${origin.of} +${origin.shared}>`
    return `${thread}${where}: ${script(messages)}`
  })
}

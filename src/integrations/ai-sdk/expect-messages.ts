import { CompactionError } from '../../schema/failures.ts'

/** Refuses what no step can be about, by its place, before the SDK stumbles over it in words of its own. */
export function expectMessages(messages: readonly unknown[]): void {
  for (const [index, message] of messages.entries()) {
    if (typeof message !== 'object' || message === null) throw refused(index, 'a message object', shown(message))
    if (!('parts' in message) || 'content' in message) continue
    const expected = 'a message for a model: `await convertToModelMessages(messages)` makes them of those of a page'
    throw refused(index, expected, 'one with `parts`')
  }
}

function refused(index: number, expected: string, found: string): CompactionError<'input-invalid'> {
  return new CompactionError<'input-invalid'>({ code: 'input-invalid', at: `messages[${index}]`, expected, found })
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80)
}

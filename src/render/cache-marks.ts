import type { Prompt, PromptMessage } from '../schema/prompt.ts'

/** A mark stands this many rounds before the last unless told, so that it survives the next few. */
export const OFFSET_ROUNDS = 4

/**
 * After which messages a provider should keep what it has read (E11): the last before the current turn, the last of the round four
 * before the last, and the end of what cannot change before the next commit.
 *
 *     [turn A] [turn B] [turn C] [turn D] [turn E]        [summary of A to C] [turn D] [turn E]
 *            ^                          ^        ^                                   ^        ^
 *
 * Numbers of messages, in order. If there are no more rounds than that, the middle one is left out.
 */
export function cacheMarks(
  { messages, stable }: Pick<Prompt, 'messages' | 'stable'>,
  offsetRounds: number = OFFSET_ROUNDS,
): readonly number[] {
  const turnStart = messages.findIndex((message) => turnOf(message) === lastTurn(messages))
  const rounds = roundEnds(messages)
  const marks = [rounds.at(-1 - offsetRounds) ?? -1, turnStart - 1, stable - 1]
  return [...new Set(marks)].filter((mark) => mark >= 0 && mark < stable).sort((a, b) => a - b)
}

function turnOf({ parts }: PromptMessage): number | undefined {
  const [first] = parts
  return first?.kind === 'entry' ? first.entry.turn : undefined
}

function lastTurn(messages: readonly PromptMessage[]): number | undefined {
  for (const message of messages.toReversed()) {
    const turn = turnOf(message)
    if (turn !== undefined) return turn
  }
  return undefined
}

/** The last message of each round: of a run of assistant messages and the results that follow it. What we wrote is not a round. */
function roundEnds(messages: readonly PromptMessage[]): readonly number[] {
  const ends: number[] = []
  let isInRun = false
  for (const [index, message] of messages.entries()) {
    const isRun = message.role === 'assistant' && turnOf(message) !== undefined
    if (isRun && !isInRun) ends.push(index)
    else if (ends.length > 0 && (isRun || hasResults(message))) ends[ends.length - 1] = index
    isInRun = isRun
  }
  return ends
}

function hasResults({ parts }: PromptMessage): boolean {
  return parts.some((part) => part.kind === 'no-result' || (part.kind === 'entry' && part.entry.kind === 'tool-result'))
}

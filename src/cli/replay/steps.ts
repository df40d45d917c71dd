import type { MessageDraft } from '../../schema/draft.ts'

/** What came in before a call of the model, and the answer it gave then; the last call may not be answered yet. */
export interface ReplayStep {
  readonly arrived: readonly MessageDraft[]
  readonly answer: readonly MessageDraft[]
}

/**
 * A transcript as the calls that made it. What a provider reported then was about other requests than ours, so it is left out.
 *
 *     system user · assistant · tool tool · assistant · user   →   3 calls, the last one open
 */
export function stepsOf(messages: readonly MessageDraft[]): readonly ReplayStep[] {
  const steps: { arrived: MessageDraft[]; answer: MessageDraft[] }[] = []
  for (const { usage: _, ...message } of messages) {
    const isAnswer = message.role === 'assistant'
    const last = steps.at(-1)
    const step = last !== undefined && (isAnswer || last.answer.length === 0) ? last : { arrived: [], answer: [] }
    if (step !== last) steps.push(step)
    ;(isAnswer ? step.answer : step.arrived).push(message)
  }
  return steps
}

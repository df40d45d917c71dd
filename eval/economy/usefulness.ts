import { createCompactor } from '../../src/index.ts'
import { balanced } from '../../src/plan/presets/balanced.ts'
import type { Json } from '../../src/schema/json.ts'
import type { PromptMessage } from '../../src/schema/prompt.ts'
import { targetsOf, type Writing } from '../score.ts'
import { entriesIn, MESSAGES_AFTER, textOf } from '../session.ts'
import { scoreStrictly } from '../strict.ts'
import type { RealCall } from './replay.ts'

/** With fewer identifiers to find, a share says nothing. */
const LEAST_TARGETS = 5
const WRITINGS: readonly Writing[] = ['words', 'words and calls']

/** What requests right after a compaction hold of what was needed next: as the policy made them, and as a plain share would have. */
export interface Usefulness {
  readonly ours: number
  readonly plain: number
}

/** For every compaction of a replayed session: the strict score of its request, and of one at six tenths of the window, made at the same place. */
export async function usefulnessOf(
  session: readonly Json[],
  calls: readonly RealCall[],
  window: number,
): Promise<readonly Usefulness[]> {
  const found: Usefulness[] = []
  for (const { messages, before } of calls) {
    if (messages === undefined) continue
    const given = session.slice(0, before)
    const point = { before: entriesIn(given), after: entriesIn(session.slice(before, before + MESSAGES_AFTER)) }
    const plain = await plainly(given, window)
    for (const writing of WRITINGS) {
      const targets = targetsOf(point, writing)
      if (targets.length < LEAST_TARGETS) continue
      const share = (shown: readonly PromptMessage[]): number => scoreStrictly(targets, wordsOf(shown)).useful / targets.length
      found.push({ ours: share(messages), plain: share(plain) })
    }
  }
  return found
}

/** What the default made before prices decided: down to six tenths. A session that fits is shown whole. */
async function plainly(messages: readonly Json[], window: number): Promise<readonly PromptMessage[]> {
  const thread = await createCompactor({ policy: balanced({ trigger: 0.9 }), clock: () => 0 }).thread('plain')
  await thread.append(messages, { dialect: 'neutral' })
  return (await thread.compact({ window, reserve: 0, dialect: 'anthropic' })).prompt.messages
}

function wordsOf(messages: readonly PromptMessage[]): string {
  return messages
    .flatMap(({ parts }) => parts.map((part) => (part.kind === 'entry' ? (part.text ?? textOf(part.entry)) : part.text)))
    .join('\n')
}

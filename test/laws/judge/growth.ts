import type { CompactOptions, Prepared } from '../../../src/index.ts'
import type { MessageDraft } from '../../../src/schema/draft.ts'
import type { Entry } from '../../../src/schema/entry.ts'
import type { CommitId } from '../../../src/schema/ids.ts'
import { type Outcome, optionsOf, prepareTo, withoutLimit } from './observe.ts'
import { DIALECT, type Subject } from './subject.ts'
import type { Trial } from './trials.ts'

/** A request after some more of a transcript. */
export interface GrowthStep {
  readonly outcome: Outcome<Prepared>
  /** The commit it rests on. */
  readonly commit: CommitId | undefined
  /** Where the last run of assistant messages begins: a call in it may still get its result. */
  readonly open: number
}

/** A thread that gets a transcript piece by piece, and is asked for a request after each. */
export async function grow(options: {
  readonly subject: Subject
  readonly trial: Trial
  readonly options: CompactOptions
  readonly pieces: readonly (readonly MessageDraft[])[]
}): Promise<readonly GrowthStep[]> {
  const thread = await options.subject.open(options.trial.policy).thread('growing')
  const steps: GrowthStep[] = []
  for (const piece of options.pieces) {
    await thread.appendDrafts(piece)
    const outcome = await prepareTo(thread, options.options)
    steps.push({ outcome, commit: (await thread.commits()).at(-1)?.id, open: openSince(await thread.entries()) })
  }
  return steps
}

const made = new WeakMap<Subject, WeakMap<Trial, Promise<readonly GrowthStep[]>>>()

/** Message by message, in a window without limit: nothing is ever compacted. Made once for each trial. */
export function growUnbounded(subject: Subject, trial: Trial): Promise<readonly GrowthStep[]> {
  const known = made.get(subject) ?? new WeakMap<Trial, Promise<readonly GrowthStep[]>>()
  made.set(subject, known)
  const { messages, ...around } = DIALECT[trial.transcript.dialect].read(trial.transcript.input)
  const options = withoutLimit(optionsOf(trial, around))
  const { priced: _, ...policy } = trial.policy
  const steps =
    known.get(trial) ?? grow({ subject, trial: { ...trial, policy }, options, pieces: messages.map((message) => [message]) })
  known.set(trial, steps)
  return steps
}

function openSince(entries: readonly Entry[]): number {
  let start = entries.findLastIndex((entry) => entry.role === 'assistant')
  if (start === -1) return entries.length
  while (start > 0 && entries[start - 1]?.role === 'assistant') start -= 1
  return start
}

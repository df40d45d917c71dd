import { rootOf } from './fact-lines.ts'
import { fileFacts } from './file-facts.ts'
import { isCommittedSince } from './outdated-commits.ts'
import { personAnswers } from './person-answers.ts'
import { stepQueue } from './plan-queue.ts'
import { readCallEntry, readNotice, readResultEntry } from './read-work.ts'
import { runFacts } from './run-facts.ts'
import { runsIn } from './runs.ts'
import { versionControl } from './version-control.ts'
import { answers, commentLines, failing, filesAndCommands, guides, lookedAt, whereItStands } from './work-queues.ts'

/** What reads calls and results, and what a summary says of them: loaded with the first entry that is more than words. */
export interface WorkReaders {
  readonly answers: typeof answers
  readonly commentLines: typeof commentLines
  readonly failing: typeof failing
  readonly fileFacts: typeof fileFacts
  readonly filesAndCommands: typeof filesAndCommands
  readonly guides: typeof guides
  readonly isCommittedSince: typeof isCommittedSince
  readonly lookedAt: typeof lookedAt
  readonly personAnswers: typeof personAnswers
  readonly readCallEntry: typeof readCallEntry
  readonly readNotice: typeof readNotice
  readonly readResultEntry: typeof readResultEntry
  readonly rootOf: typeof rootOf
  readonly runFacts: typeof runFacts
  readonly runsIn: typeof runsIn
  readonly stepQueue: typeof stepQueue
  readonly versionControl: typeof versionControl
  readonly whereItStands: typeof whereItStands
}

export const WORK_READERS: WorkReaders = {
  answers,
  commentLines,
  failing,
  fileFacts,
  filesAndCommands,
  guides,
  isCommittedSince,
  lookedAt,
  personAnswers,
  readCallEntry,
  readNotice,
  readResultEntry,
  rootOf,
  runFacts,
  runsIn,
  stepQueue,
  versionControl,
  whereItStands,
}

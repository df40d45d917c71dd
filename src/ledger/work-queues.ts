import { answerLines } from './answer-lines.ts'
import { callsSince } from './calls-since.ts'
import type { Facts } from './extract.ts'
import { type CommandRun, commandLine } from './fact-lines.ts'
import { failedEdits } from './failed-edits.ts'
import { fileQueues, filesRead } from './file-queues.ts'
import { guideLines } from './guides.ts'
import { harnessCommits } from './harness-commits.ts'
import { lastEdit } from './last-edit.ts'
import { lastNotice, lastOutput } from './last-output.ts'
import type { Line } from './page-line.ts'
import { sinceIn } from './phrases.ts'
import { pullRequest } from './pull-request.ts'
import { type Queue, queueOf, SHARES, type SummaryScene } from './queue.ts'
import { repositoryLines } from './repository-lines.ts'
import { reviewLine, unanswered } from './review-comments.ts'

/** Of a page, what answers to questions of tools and reasons of refusals may take besides requests: they are people's words (L15). */
const ANSWERED_SHARE = 0.33
/** Of a page, what the calls may take that the agent has made since it spoke last. */
const SINCE_SHARE = 0.04
/** Of a page, what the last commit and the changed files may take. */
const REPOSITORY_SHARE = 0.1
/** Of a page, what the last edit and the last output may take. */
const DEEDS_SHARE = 0.06
/** Of a page, what commands may take besides if there was a failure among them that is over. */
const TELLING_SHARE = 0.03

/** What was done since the agent spoke last, where the repository stands, and what was changed and printed last. */
export function whereItStands(scene: SummaryScene): readonly Queue[] {
  return [sinceThen(scene), repository(scene), lastDeeds(scene)]
}

/** Files that were changed, and commands. */
export function filesAndCommands(scene: SummaryScene): readonly Queue[] {
  const { did } = scene.runs
  return [...fileQueues(scene), commands(scene, did, SHARES.command.all + (did.some(isTelling) ? TELLING_SHARE : 0))]
}

/** Files and other things that were only looked at. */
export function lookedAt(scene: SummaryScene): readonly Queue[] {
  return [filesRead(scene), commands(scene, scene.runs.looked)]
}

/** Checks and edits that failed. */
export function failing({ runs, log, ...scene }: SummaryScene): readonly Pick<Line, 'seq' | 'text'>[] {
  return [...runs.failing.map((run) => ({ seq: run.seq, text: commandLine(run) })), ...failedEdits(log, scene)]
}

/** Comments of reviewers that nobody has answered. */
export function commentLines(facts: Facts): readonly Pick<Line, 'seq' | 'text'>[] {
  return unanswered(facts).map((comment) => ({ seq: comment.seq, text: reviewLine(comment) }))
}

/** What people said to calls. */
export function answers(scene: SummaryScene): Queue {
  const { facts, shown, tokens, tokenizer } = scene
  return queueOf(scene, 'request', answerLines(facts.answers, { shown, tokens: tokens * ANSWERED_SHARE, tokenizer }), {
    line: (line) => line,
    isSaid: (page, { seq }) => page.speaksOf(seq),
    share: SHARES.request.all + ANSWERED_SHARE,
  })
}

/** What files of rules say that the agent read. */
export function guides(scene: SummaryScene): Queue {
  const { log, shown, root, tokens, tokenizer } = scene
  const lines = guideLines(log, scene, { shown, root, tokens: tokens * SHARES.outcome.all, tokenizer })
  return queueOf(scene, 'outcome', lines, { line: (line) => line })
}

function sinceThen(scene: SummaryScene): Queue {
  const { log, shown, root, language, facts } = scene
  return queueOf(scene, 'state', present(callsSince(facts, log, { shown, root })), {
    line: ({ seq, calls }) => ({ seq, text: `- ${sinceIn(language, calls)}` }),
    share: SHARES.state.all + SINCE_SHARE,
  })
}

/** Where the repository stands: above what the agent said last. */
function repository(scene: SummaryScene): Queue {
  const { facts, shown, root, log } = scene
  const lines = [
    ...repositoryLines(facts, root),
    ...present(harnessCommits(log.entries, scene)),
    ...present(pullRequest(facts.commands)),
  ].filter(({ seq }) => !shown.has(seq))
  return queueOf(scene, 'state', lines, {
    line: (line) => ({ ...line, place: line.seq - scene.end }),
    share: SHARES.state.all + SINCE_SHARE + REPOSITORY_SHARE,
  })
}

/** What was changed last, and what the last command printed that the agent has not spoken of. */
function lastDeeds(scene: SummaryScene): Queue {
  const { facts, log, shown, from, end } = scene
  const notice = lastNotice(facts, { entries: log.entries, from, end })
  const lines = [...present(lastEdit(log, scene)), ...present(lastOutput(facts)), ...present(notice)].filter(
    ({ seq }) => !shown.has(seq),
  )
  return queueOf(scene, 'state', lines, {
    line: (line) => ({ ...line, place: line.text.startsWith('- last edit') ? line.seq - scene.end : line.seq }),
    share: SHARES.state.all + SINCE_SHARE + REPOSITORY_SHARE + DEEDS_SHARE,
  })
}

function commands(scene: SummaryScene, runs: readonly CommandRun[], share: number = SHARES.command.all): Queue {
  return queueOf(scene, 'command', runs, { line: (run) => ({ seq: run.seq, text: commandLine(run) }), share })
}

function present<Fact>(fact: Fact | undefined): readonly Fact[] {
  return fact === undefined ? [] : [fact]
}

function isTelling({ cause, trouble }: CommandRun): boolean {
  return cause !== undefined || trouble !== undefined
}

import type { TextEntry } from '../schema/entry.ts'
import { handleOf } from '../schema/ids.ts'
import { answerLines } from './answer-lines.ts'
import { callsSince } from './context.ts'
import { defused } from './defuse.ts'
import { earlierGist } from './earlier-gist.ts'
import { earlierAt } from './earlier-summary.ts'
import { type CommandRun, commandLine, saidLine } from './fact-lines.ts'
import { failedEdits } from './failed-edits.ts'
import { fileQueues, filesRead } from './file-queues.ts'
import { guideLines } from './guides.ts'
import { harnessCommits } from './harness-commits.ts'
import { carriedOver, earlierLine, ruleLine } from './heard.ts'
import { lastEdit } from './last-edit.ts'
import { lastNotice, lastOutput } from './last-output.ts'
import { type LaterRequests, laterRequests } from './later-requests.ts'
import { leftOpen } from './open-ends.ts'
import { PERSON_LABEL } from './page-layout.ts'
import type { Line } from './page-line.ts'
import { goOnsIn, sinceIn } from './phrases.ts'
import { stepQueue } from './plan-queue.ts'
import { pullRequest } from './pull-request.ts'
import { type Queue, queueOf, SHARES, type SummaryScene } from './queue.ts'
import { partOf, quoteEntry, type Words } from './quote.ts'
import { isMarked } from './read-entry.ts'
import type { Candidate } from './remark-index.ts'
import { repositoryLines } from './repository-lines.ts'
import { isOfPerson, requestWords } from './requests.ts'
import { type ReviewComment, reviewLine, unanswered } from './review-comments.ts'
import { type Rule, rulesIn } from './standing-rules.ts'
import type { SummaryPage } from './summary-page.ts'

/** Of a page, what task and rules of a summary from before may take. */
const EARLIER_SHARE = 0.4
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
/** Tokens of a handle, a fence and what says how much is left out. */
const AROUND_QUOTE = 28
/** Of a page, what one quotation takes at the most. */
const LONGEST_QUOTE = 0.6
/** Characters of a token, at the least. */
const SHORTEST_TOKENS = 3

/** Whether a text is longer than what one quotation of its section may take. */
export function isLongFor(section: 'task' | 'request' | 'earlier', entry: TextEntry, tokens: number): boolean {
  return requestWords(entry).length > tokens * SHARES[section].each * SHORTEST_TOKENS
}

/** What a summary says besides what the agent said: tasks and requests, rules, plan, files, commands. */
export function queuesOf(scene: SummaryScene): readonly Queue[] {
  const { log, from, end, shown, said, facts, task, later } = scene
  const isNew = (entry: TextEntry): boolean => !shown.has(entry.seq) && !said.has(entry.text)
  const heard = heardParts(scene)
  const { rules } = heard
  const ruled = new Set(rules.map(({ text }) => text))
  const asked = laterRequests(
    later.filter((entry) => isNew(entry) && !ruled.has(requestWords(entry).trim())),
    log,
  )
  return [
    { ...quoted(scene, 'task', present(task).filter(isNew), heard.taskTokens), isHeard: true },
    quoted(scene, 'state', present(facts.lastState)),
    sinceThen(scene),
    repository(scene),
    lastDeeds(scene),
    earlier(scene, heard.taskTokens),
    quoted(
      scene,
      'earlier',
      present(facts.foreignSummary).filter((entry) => log.earlier(entry).opening !== entry.text.trim()),
    ),
    queueOf(scene, 'constraint', rules, {
      line: (rule) => ({
        ...{ seq: rule.seq, text: ruleLine(ownRule(rule)), says: rule.text },
        ...(rule.remark.authority === 'user' ? { whose: 'person' } : {}),
      }),
      isSaid: (page, { seq, remark }) => page.quotes(seq, remark),
      isHeard: true,
    }),
    guides(scene),
    requests(scene, asked),
    answers(scene),
    stepQueue(scene),
    openEnds(scene),
    ...fileQueues(scene),
    commands(scene, scene.runs.did, SHARES.command.all + (scene.runs.did.some(isTelling) ? TELLING_SHARE : 0)),
  ].filter(({ length }) => length > 0 && end > from)
}

/** A rule of the project, which the program around the agent read somewhere; a person's stays as it is. */
function ownRule(rule: Rule): Rule {
  return rule.remark.authority === 'user' ? rule : { ...rule, text: defused(rule.text) }
}

/** Files and other things that were only looked at: said if there is room to spare. */
export function lookedAt(scene: SummaryScene): readonly Queue[] {
  return [filesRead(scene), commands(scene, scene.runs.looked)]
}

function quoted(scene: SummaryScene, section: Queue['section'], texts: readonly Words[], least = 0): Queue {
  const { log, tokenizer, tokens, longer, spare } = scene
  const { each } = SHARES[section]
  // Of summaries from before there is one: it may have all that is left.
  const usual = section === 'earlier' ? tokens * each + spare : tokens * Math.min(LONGEST_QUOTE, each * longer)
  const most = Math.max(least, usual)
  return queueOf(scene, section, texts, {
    line: (entry, room) => {
      // Where everything was said, what is left is theirs.
      const size = { tokens: longer === 1 ? most : Math.min(most, room - AROUND_QUOTE), tokenizer }
      const gist = section === 'earlier' && entry.kind === 'text' ? earlierGist(entry, size) : undefined
      return {
        seq: entry.seq,
        ...(entry.author === 'person' ? { whose: 'person' } : entry.author === 'agent' ? { whose: 'agent' } : {}),
        ...(gist ??
          quoteEntry(entry, { ...size, question: log.question(entry), source: log.remarks().repeating.get(entry.seq) })),
      }
    },
    // What is said in pieces is not said again as a whole.
    isSaid: (page, entry) => page.speaksOf(entry.seq) || (section === 'request' && isMostlyRules(page, entry)),
  })
}

/** Of a message, so much is said if its rules are. */
const MOSTLY = 0.9

/** Whether the rules that are said already are most of a message: nothing worth a line is left of it. */
function isMostlyRules(page: SummaryPage, { seq, text }: Words): boolean {
  const said = page.placed().filter((line) => line.section === 'constraint' && line.seq === seq)
  return said.reduce((sum, { says = '' }) => sum + says.length, 0) >= text.trim().length * MOSTLY
}

/** What people asked for since, and in one line how often they only said "go on". */
function requests(scene: SummaryScene, { quoted: asked, goOns }: LaterRequests): Queue {
  const own = quoted(scene, 'request', asked)
  const line = present(goOns).map(({ seq, count }) => ({ seq, text: `- ${goOnsIn(scene.language, count, handleOf(seq))}` }))
  const counted = queueOf(scene, 'request', line, { line: (made) => made })
  if (counted.length === 0) return own
  const isCounted = (index: number): boolean => index >= own.length
  return {
    ...own,
    length: own.length + counted.length,
    line: (index, room) => (isCounted(index) ? counted.line(index - own.length, room) : own.line(index, room)),
    isSaid: (page, index) => !isCounted(index) && own.isSaid(page, index),
  }
}

/** What people said to calls. */
function answers(scene: SummaryScene): Queue {
  const { facts, shown, tokens, tokenizer } = scene
  return queueOf(scene, 'request', answerLines(facts.answers, { shown, tokens: tokens * ANSWERED_SHARE, tokenizer }), {
    line: (line) => line,
    isSaid: (page, { seq }) => page.speaksOf(seq),
    share: SHARES.request.all + ANSWERED_SHARE,
  })
}

/** What files of rules say that the agent read. */
function guides(scene: SummaryScene): Queue {
  const { log, shown, root, tokens, tokenizer } = scene
  const lines = guideLines(log, scene, { shown, root, tokens: tokens * SHARES.outcome.all, tokenizer })
  return queueOf(scene, 'outcome', lines, { line: (line) => line })
}

/** Task and rules of a summary from before, if the log does not hold what it sums up. */
function earlier(scene: SummaryScene, taskTokens: number): Queue {
  const { log, tokens, tokenizer, longer } = scene
  const most = Math.max(taskTokens, tokens * Math.min(LONGEST_QUOTE, SHARES.earlier.each * longer))
  const seq = earlierAt(log.entries, scene.from)?.seq ?? scene.from
  return queueOf(scene, 'earlier', carriedOver(scene), {
    line: (part) => {
      const { text } = partOf(part.text, { tokens: most, tokenizer, handle: handleOf(seq) })
      return { seq, text: earlierLine(seq, { ...part, text }), says: part.text }
    },
    share: EARLIER_SHARE,
    isHeard: true,
  })
}

/** What stands on a page around a task that is said in part. */
const AROUND_TASK = 64

/** The rules that stand, and how much of the task may be said beside them. */
interface HeardParts {
  readonly rules: readonly Rule[]
  readonly taskTokens: number
}

/**
 * Task and rules share what L15 gives them: the task has what the rules leave. The rules of a task that is quoted only in part are said like
 * any others.
 */
function heardParts(scene: SummaryScene): HeardParts {
  const { tokens, tokenizer, heard, facts, task, later } = scene
  const label = scene.layout.sectionOf({ section: 'constraint' })?.own === undefined ? PERSON_LABEL : ''
  const cost = (rules: readonly Rule[]): number =>
    heard === 0 ? 0 : rules.reduce((sum, rule) => sum + tokenizer.count(label + ruleLine(rule)) + 1, 0)
  const rules = standingRules(scene, later)
  const parts = carriedOver(scene).filter(({ what }) => what === 'rule')
  const carried = parts.reduce((sum, part) => sum + tokenizer.count(earlierLine(scene.end, part)) + 1, 0)
  // The page has an opening, and the task a heading and a fence.
  const room = Math.min(heard, tokens - AROUND_TASK) - carried
  const taskTokens = Math.max(0, room - cost(rules))
  if (task === undefined || !isLongFor('task', task, tokens)) return { rules, taskTokens }
  if (heard > 0 && tokenizer.count(requestWords(task)) <= taskTokens) return { rules, taskTokens }
  const all = standingRules(scene, facts.requests)
  return { rules: all, taskTokens: Math.max(0, room - cost(all)) }
}

function standingRules({ log, end, shown, said, facts }: SummaryScene, requests: readonly TextEntry[]): readonly Rule[] {
  const behind = log.entries.slice(end).filter(isOfPerson)
  return rulesIn(
    [...facts.instructions, ...requests, ...behind],
    log,
    ({ seq, text }) => seq < end && !shown.has(seq) && !said.has(text),
  )
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

/** What is left to do, besides the plan: checks that fail, what the agent said comes next, what it asked, comments of reviewers. */
function openEnds(scene: SummaryScene): Queue {
  const { facts, log, runs, shown, said } = scene
  const index = log.remarks()
  const maySay = ({ seq, remark }: Candidate): boolean =>
    !shown.has(seq) && !said.has(remark.text) && !index.repeated.has(remark) && !isMarked(remark)
  const ends = [...runs.failing, ...failedEdits(log, scene), ...leftOpen(facts, log).filter(maySay), ...unanswered(facts)]
  return queueOf<CommandRun | Candidate | ReviewComment | Pick<Line, 'seq' | 'text'>>(scene, 'open', ends, {
    line: (end) => {
      if ('text' in end) return end
      if ('remark' in end) return { seq: end.seq, text: saidLine(end), says: end.remark.text }
      return { seq: end.seq, text: 'words' in end ? reviewLine(end) : commandLine(end) }
    },
    isSaid: (page, end) => 'remark' in end && (page.quotes(end.seq, end.remark) || page.says(end.remark.text)),
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

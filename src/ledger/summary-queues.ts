import { itemAt } from '../schema/at.ts'
import type { Entry, TextEntry } from '../schema/entry.ts'
import type { Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import { hasMarker } from './check/markers.ts'
import { isLookUp } from './command-facts.ts'
import { callsSince, questionBefore } from './context.ts'
import { defused } from './defuse.ts'
import type { Facts } from './extract.ts'
import { attachmentLine, type CommandRun, commandLine, fileLine, lastRuns, saidLine, stepLine } from './fact-lines.ts'
import { type FileFact, stateOf } from './file-facts.ts'
import { ruleLine } from './heard.ts'
import type { LanguageCode } from './languages/language.ts'
import { failingChecks, leftOpen } from './open-ends.ts'
import type { Line } from './page-sections.ts'
import { sinceIn } from './phrases.ts'
import { quoteEntry, type Words } from './quote.ts'
import type { Remark } from './read-entry.ts'
import type { ReadLog } from './read-log.ts'
import { type Candidate, isTakenBack } from './remark-index.ts'
import { requestWords } from './requests.ts'
import { isOnlyRules, type Rule, rulesIn } from './standing-rules.ts'
import type { SummaryPage } from './summary-page.ts'
import type { Wanted } from './wanted.ts'

/** Shares of the summary's tokens that a section may take before what the agent said has had its turn; `each` is for one text. */
const SHARES = {
  task: { all: 0.2, each: 0.2 },
  state: { all: 0.1, each: 0.1 },
  earlier: { all: 0.2, each: 0.2 },
  constraint: { all: 0.6, each: 0.1 },
  request: { all: 0.16, each: 0.08 },
  step: { all: 0.06, each: 0.06 },
  open: { all: 0.03, each: 0.03 },
  file: { all: 0.08, each: 0.08 },
  command: { all: 0.03, each: 0.03 },
} as const

/** Of a page, what the calls may take that the agent has made since it spoke last. */
const SINCE_SHARE = 0.04
/** Of a page, what the names of attached files may take besides those of the files that were worked on. */
const ATTACHED_SHARE = 0.04
/** Of a page, what one quotation takes at the most. */
const LONGEST_QUOTE = 0.6
/** Characters of a token, at the least. */
const SHORTEST_TOKENS = 3

/** Whether a text is longer than what one quotation of its section may take. */
export function isLongFor(section: 'task' | 'request', entry: TextEntry, tokens: number): boolean {
  return requestWords(entry).length > tokens * SHARES[section].each * SHORTEST_TOKENS
}

/** What a summary is made of. */
export interface SummaryScene extends SeqRange {
  readonly log: ReadLog
  readonly tokens: number
  /** Of them, what the task and the rules may take before anything else (L15). */
  readonly heard: number
  /** Entries that the prompt shows anyway. */
  readonly shown: ReadonlySet<Seq>
  /** What stands beside the summary: it is not said twice. */
  readonly said: ReadonlySet<string>
  readonly tokenizer: Tokenizer
  readonly facts: Facts
  /** Of the requests. */
  readonly task: TextEntry | undefined
  readonly later: readonly TextEntry[]
  readonly runs: Runs
  /** What instructions name. */
  readonly wanted: Wanted | undefined
  /** How many times their usual length quotations may have. */
  readonly longer: number
  readonly root: string
  readonly language: LanguageCode
}

/** The lines of one section that could be said, best first. Made when their turn comes: most never are. */
export interface Queue {
  readonly section: keyof typeof SHARES
  readonly length: number
  /** So many of them, at the beginning, speak of what instructions name. */
  readonly wanted: number
  line(index: number): Line
  /** Whether the page says already what a line would say. */
  isSaid(page: SummaryPage, index: number): boolean
  /** Of the page, what the section may have taken with it. */
  readonly share: number
  /** Lines that were looked at. */
  position: number
}

interface Making<Fact> {
  readonly line: (fact: Fact) => Omit<Line, 'section'>
  readonly isSaid?: (page: SummaryPage, fact: Fact) => boolean
  /** Set if it is not the section's own share. */
  readonly share?: number
}

function queueOf<Fact>(
  { wanted }: SummaryScene,
  section: Queue['section'],
  bestFirst: readonly Fact[],
  { line, isSaid = () => false, share = SHARES[section].all }: Making<Fact>,
): Queue {
  const { true: named = [], false: others = [] } =
    wanted === undefined
      ? { false: bestFirst }
      : Object.groupBy(bestFirst, (fact) => `${wanted.worth(line(fact).text) > 0}` as const)
  const inOrder = [...named, ...others]
  return {
    section,
    share,
    length: inOrder.length,
    wanted: named.length,
    line: (index) => ({ section, ...line(itemAt(inOrder, index)) }),
    isSaid: (page, index) => isSaid(page, itemAt(inOrder, index)),
    position: 0,
  }
}

/** What a summary says besides what the agent said: tasks and requests, rules, plan, files, commands. */
export function queuesOf(scene: SummaryScene): readonly Queue[] {
  const { log, from, end, shown, said, facts, task, later } = scene
  const isNew = (entry: TextEntry): boolean => !shown.has(entry.seq) && !said.has(entry.text)
  const heard = heardParts(scene)
  const { rules } = heard
  const ruled = new Set(rules.map(({ text }) => text))
  const asked = later.filter((entry) => isNew(entry) && !isOnlyRules(entry, log) && !ruled.has(requestWords(entry).trim()))
  return [
    quoted(scene, 'task', present(task).filter(isNew), heard.taskTokens),
    quoted(scene, 'state', present(facts.lastState)),
    sinceThen(scene),
    quoted(scene, 'earlier', present(facts.foreignSummary)),
    queueOf(scene, 'constraint', rules, {
      line: (rule) => ({ seq: rule.seq, text: ruleLine(ownRule(rule)), says: rule.text }),
      isSaid: (page, { seq, remark }) => page.quotes(seq, remark),
    }),
    quoted(scene, 'request', asked.toReversed()),
    steps(scene),
    openEnds(scene),
    changedFiles(scene),
    attached(scene),
    commands(scene, scene.runs.did),
  ].filter(({ length }) => length > 0 && end > from)
}

/** A rule of the project, which the program around the agent read somewhere; a person's stays as it is. */
function ownRule(rule: Rule): Rule {
  return rule.remark.authority === 'user' ? rule : { ...rule, text: defused(rule.text) }
}

/** Files and other things that were only looked at: said if there is room to spare. */
export function lookedAt(scene: SummaryScene): readonly Queue[] {
  const { facts, runs, root } = scene
  const files = facts.files.filter(({ operation }) => operation === 'read').toReversed()
  const line = (file: FileFact): Omit<Line, 'section'> => ({ seq: file.seq, text: fileLine(file, root) })
  return [queueOf(scene, 'file', files, { line }), commands(scene, runs.looked)]
}

function quoted(scene: SummaryScene, section: Queue['section'], texts: readonly Words[], least = 0): Queue {
  const { log, tokenizer, tokens, longer } = scene
  const most = Math.max(least, tokens * Math.min(LONGEST_QUOTE, SHARES[section].each * longer))
  return queueOf(scene, section, texts, {
    line: (entry) => ({
      seq: entry.seq,
      ...quoteEntry(entry, {
        tokens: most,
        tokenizer,
        question: questionBefore(log, entry),
        source: log.remarks().repeating.get(entry.seq),
      }),
    }),
    // What is said in pieces is not said again as a whole.
    isSaid: (page, { seq }) => page.speaksOf(seq),
  })
}

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
  const cost = (rules: readonly Rule[]): number =>
    heard === 0 ? 0 : rules.reduce((sum, rule) => sum + tokenizer.count(ruleLine(rule)) + 1, 0)
  const rules = standingRules(scene, later)
  const taskTokens = Math.max(0, heard - cost(rules))
  if (task === undefined || !isLongFor('task', task, tokens)) return { rules, taskTokens }
  if (heard > 0 && tokenizer.count(requestWords(task)) <= taskTokens) return { rules, taskTokens }
  const all = standingRules(scene, facts.requests)
  return { rules: all, taskTokens: Math.max(0, heard - cost(all)) }
}

function standingRules({ log, end, shown, said, facts }: SummaryScene, requests: readonly TextEntry[]): readonly Rule[] {
  const behind = log.entries.slice(end).filter(isOfPerson)
  return rulesIn(
    [...facts.instructions, ...requests, ...behind],
    log,
    ({ seq, text }) => seq < end && !shown.has(seq) && !said.has(text),
  )
}

function isOfPerson(entry: Entry): entry is TextEntry {
  return entry.kind === 'text' && entry.author === 'person'
}

function sinceThen(scene: SummaryScene): Queue {
  const { log, shown, root, language, facts } = scene
  return queueOf(scene, 'state', present(callsSince(facts, log, { shown, root })), {
    line: ({ seq, calls }) => ({ seq, text: `- ${sinceIn(language, calls)}` }),
    share: SHARES.state.all + SINCE_SHARE,
  })
}

function steps(scene: SummaryScene): Queue {
  const { facts } = scene
  const rank = { doing: 0, open: 1, done: 2 } as const
  return queueOf(
    scene,
    'step',
    facts.steps.toSorted((a, b) => rank[a.status] - rank[b.status]),
    { line: (step) => ({ seq: step.seq, text: stepLine(step), place: facts.steps.indexOf(step) }) },
  )
}

/** What is left to do, besides the plan: checks that fail, what the agent said comes next, what it asked. */
function openEnds(scene: SummaryScene): Queue {
  const { facts, log, runs, shown, said } = scene
  const index = log.remarks()
  const maySay = ({ seq, remark }: Candidate): boolean =>
    !shown.has(seq) && !said.has(remark.text) && remark.isMarked !== true && !index.repeated.has(remark)
  const ends = [...runs.failing, ...leftOpen(facts, log).filter(maySay)]
  return queueOf<CommandRun | Candidate>(scene, 'open', ends, {
    line: (end) =>
      'remark' in end ? { seq: end.seq, text: saidLine(end), says: end.remark.text } : { seq: end.seq, text: commandLine(end) },
    isSaid: (page, end) => 'remark' in end && (page.quotes(end.seq, end.remark) || page.says(end.remark.text)),
  })
}

function changedFiles(scene: SummaryScene): Queue {
  const { facts, said, root } = scene
  const changed = facts.files.filter((file) => file.operation !== 'read' && !said.has(`${file.path}: ${stateOf(file)}`))
  return queueOf(scene, 'file', changed.toReversed(), {
    line: (file) => {
      const purpose = purposeOf(file, scene)
      return { seq: file.seq, text: fileLine(file, root, purpose), ...(purpose === undefined ? {} : { says: purpose.text }) }
    },
  })
}

/** What the agent said a change was for, if it may be said here. */
function purposeOf({ purpose }: FileFact, { log, shown, said }: SummaryScene): Remark | undefined {
  if (purpose === undefined || shown.has(purpose.seq) || said.has(purpose.remark.text)) return undefined
  const index = log.remarks()
  const isDoubtful = hasMarker(purpose.remark.text) || index.repeated.has(purpose.remark) || isTakenBack(index, purpose)
  return isDoubtful ? undefined : purpose.remark
}

/** Images and documents that came with messages: what they show is lost, but not that there was something to see (B15). */
function attached(scene: SummaryScene): Queue {
  const files = scene.facts.attached.filter(({ seq }) => !scene.shown.has(seq))
  return queueOf(scene, 'file', files.toReversed(), {
    line: (file) => ({ seq: file.seq, text: attachmentLine(file) }),
    share: SHARES.file.all + ATTACHED_SHARE,
  })
}

function commands(scene: SummaryScene, runs: readonly CommandRun[]): Queue {
  return queueOf(scene, 'command', runs, { line: (run) => ({ seq: run.seq, text: commandLine(run) }) })
}

/** Commands as they ended last, latest first: those that did something, and those that only looked. */
interface Runs {
  /** Of those that did something, what tests, builds or checks and still fails. */
  readonly failing: readonly CommandRun[]
  readonly did: readonly CommandRun[]
  readonly looked: readonly CommandRun[]
}

export function runsIn({ commands, acts }: Facts, log: ReadLog, end: Seq): Runs {
  const latestFirst = lastRuns([...commands, ...acts].toSorted((a, b) => a.seq - b.seq)).toReversed()
  const { true: looked = [], false: did = [] } = Object.groupBy(latestFirst, (run) => `${isLookUp(run)}`)
  const failing = failingChecks(latestFirst, log, end)
  const isFailing = new Set(failing)
  return { failing, did: did.filter((run) => !isFailing.has(run)), looked }
}

function present<Fact>(fact: Fact | undefined): readonly Fact[] {
  return fact === undefined ? [] : [fact]
}

import { itemAt } from '../schema/at.ts'
import type { Entry, TextEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import { hasMarker } from './check/markers.ts'
import { isLookUp } from './command-facts.ts'
import { callsSince, questionBefore } from './context.ts'
import type { Facts } from './extract.ts'
import { type CommandRun, commandLine, fileLine, lastRuns, stepLine } from './fact-lines.ts'
import type { FileFact } from './file-facts.ts'
import type { LanguageCode } from './languages/language.ts'
import type { Line } from './page-sections.ts'
import { sinceIn } from './phrases.ts'
import { quoteEntry, type Words } from './quote.ts'
import type { ReadLog } from './read-log.ts'
import { isTakenBack } from './remark-index.ts'
import { isOnlyRules, type Rule, rulesIn } from './standing-rules.ts'
import type { SummaryPage } from './summary-page.ts'

/** Shares of the summary's tokens that a section may take before what the agent said has had its turn; `each` is for one text. */
const SHARES = {
  task: { all: 0.2, each: 0.2 },
  state: { all: 0.1, each: 0.1 },
  earlier: { all: 0.2, each: 0.2 },
  constraint: { all: 0.6, each: 0.1 },
  request: { all: 0.16, each: 0.08 },
  step: { all: 0.06, each: 0.06 },
  file: { all: 0.08, each: 0.08 },
  command: { all: 0.03, each: 0.03 },
} as const

/** Of a page, what the calls may take that the agent has made since it spoke last. */
const SINCE_SHARE = 0.04
/** Of a page, what one quotation takes at the most. */
const LONGEST_QUOTE = 0.6
/** Characters of a token, at the least. */
const SHORTEST_TOKENS = 3

/** Whether a text is longer than what one quotation of its section may take. */
export function isLongFor(section: 'task' | 'request', { text }: TextEntry, tokens: number): boolean {
  return text.length > tokens * SHARES[section].each * SHORTEST_TOKENS
}

/** What a summary is made of. */
export interface SummaryScene extends SeqRange {
  readonly log: ReadLog
  readonly tokens: number
  /** Entries that the prompt shows anyway. */
  readonly shown: ReadonlySet<Seq>
  /** What stands beside the summary: it is not said twice. */
  readonly said: ReadonlySet<string>
  readonly tokenizer: Tokenizer
  readonly facts: Facts
  readonly runs: Runs
  /** How many times their usual length quotations may have. */
  readonly longer: number
  readonly root: string
  readonly language: LanguageCode
}

/** The lines of one section that could be said, best first. Made when their turn comes: most never are. */
export interface Queue {
  readonly section: keyof typeof SHARES
  readonly length: number
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
  section: Queue['section'],
  bestFirst: readonly Fact[],
  { line, isSaid = () => false, share = SHARES[section].all }: Making<Fact>,
): Queue {
  return {
    section,
    share,
    length: bestFirst.length,
    line: (index) => ({ section, ...line(itemAt(bestFirst, index)) }),
    isSaid: (page, index) => isSaid(page, itemAt(bestFirst, index)),
    position: 0,
  }
}

/** What a summary says besides what the agent said: tasks and requests, rules, plan, files, commands. */
export function queuesOf(scene: SummaryScene): readonly Queue[] {
  const { log, from, end, shown, said, facts } = scene
  const isNew = (entry: TextEntry): boolean => !shown.has(entry.seq) && !said.has(entry.text)
  const [task, ...later] = facts.requests
  const rules = standingRules(scene, later)
  const ruled = new Set(rules.map(({ text }) => text))
  const asked = later.filter((entry) => isNew(entry) && !isOnlyRules(entry, log) && !ruled.has(entry.text.trim()))
  return [
    quoted(scene, 'task', present(task).filter(isNew)),
    quoted(scene, 'state', present(facts.lastState)),
    sinceThen(scene),
    quoted(scene, 'earlier', present(facts.foreignSummary)),
    queueOf('constraint', rules, {
      line: ({ seq, text }) => ({ seq, text: `- ${handleOf(seq)}: ${text}`, says: text }),
      isSaid: (page, { seq, remark }) => page.quotes(seq, remark),
    }),
    quoted(scene, 'request', asked.toReversed()),
    steps(facts),
    changedFiles(scene),
    commands(scene.runs.did),
  ].filter(({ length }) => length > 0 && end > from)
}

/** Files and other things that were only looked at: said if there is room to spare. */
export function lookedAt({ facts, runs, root }: SummaryScene): readonly Queue[] {
  const files = facts.files.filter(({ operation }) => operation === 'read').toReversed()
  return [queueOf('file', files, { line: (file) => ({ seq: file.seq, text: fileLine(file, root) }) }), commands(runs.looked)]
}

function quoted(scene: SummaryScene, section: Queue['section'], texts: readonly Words[]): Queue {
  const { log, tokenizer, tokens, longer } = scene
  const most = tokens * Math.min(LONGEST_QUOTE, SHARES[section].each * longer)
  return queueOf(section, texts, {
    line: (entry) => ({
      seq: entry.seq,
      ...quoteEntry(entry, { tokens: most, tokenizer, question: questionBefore(log, entry) }),
    }),
    // What is said in pieces is not said again as a whole.
    isSaid: (page, { seq }) => page.speaksOf(seq),
  })
}

/** The rules of a task that is quoted only in part are said like any others. */
function standingRules({ log, end, tokens, shown, said, facts }: SummaryScene, later: readonly TextEntry[]): readonly Rule[] {
  const [task] = facts.requests
  const isCut = task !== undefined && isLongFor('task', task, tokens)
  const behind = log.entries.slice(end).filter(isOfPerson)
  return rulesIn(
    [...facts.instructions, ...(isCut ? facts.requests : later), ...behind],
    log,
    ({ seq, text }) => seq < end && !shown.has(seq) && !said.has(text),
  )
}

function isOfPerson(entry: Entry): entry is TextEntry {
  return entry.kind === 'text' && entry.author === 'person'
}

function sinceThen({ log, shown, root, language, facts }: SummaryScene): Queue {
  return queueOf('state', present(callsSince(facts, log, { shown, root })), {
    line: ({ seq, calls }) => ({ seq, text: `- ${sinceIn(language, calls)}` }),
    share: SHARES.state.all + SINCE_SHARE,
  })
}

function steps(facts: Facts): Queue {
  const rank = { doing: 0, open: 1, done: 2 } as const
  return queueOf(
    'step',
    facts.steps.toSorted((a, b) => rank[a.status] - rank[b.status]),
    { line: (step) => ({ seq: step.seq, text: stepLine(step), place: facts.steps.indexOf(step) }) },
  )
}

function changedFiles(scene: SummaryScene): Queue {
  const { facts, said, root } = scene
  const changed = facts.files.filter(({ operation, path }) => operation !== 'read' && !said.has(`${path}: ${operation}`))
  return queueOf('file', changed.toReversed(), {
    line: (file) => {
      const says = purposeOf(file, scene)
      return { seq: file.seq, text: fileLine(file, root, says), ...(says === undefined ? {} : { says }) }
    },
  })
}

/** What the agent said a change was for, if it may be said here. */
function purposeOf({ purpose }: FileFact, { log, shown, said }: SummaryScene): string | undefined {
  if (purpose === undefined || shown.has(purpose.seq) || said.has(purpose.remark.text)) return undefined
  return hasMarker(purpose.remark.text) || isTakenBack(log.remarks(), purpose) ? undefined : purpose.remark.text
}

function commands(runs: readonly CommandRun[]): Queue {
  return queueOf('command', runs, { line: (run) => ({ seq: run.seq, text: commandLine(run) }) })
}

/** Commands as they ended last, latest first: those that did something, and those that only looked. */
interface Runs {
  readonly did: readonly CommandRun[]
  readonly looked: readonly CommandRun[]
}

export function runsIn({ commands, acts }: Facts): Runs {
  const latestFirst = lastRuns([...commands, ...acts].toSorted((a, b) => a.seq - b.seq)).toReversed()
  const { true: looked = [], false: did = [] } = Object.groupBy(latestFirst, (run) => `${isLookUp(run)}`)
  return { did, looked }
}

function present<Fact>(fact: Fact | undefined): readonly Fact[] {
  return fact === undefined ? [] : [fact]
}

import type { Entry, TextEntry } from '../schema/entry.ts'
import { handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import { hasMarker } from './check/markers.ts'
import { isLookUp } from './command-facts.ts'
import { callsSince, carriedIn, questionBefore } from './context.ts'
import { coverageOrder } from './coverage-order.ts'
import { extractFacts, type Facts } from './extract.ts'
import { type CommandRun, commandLine, fileLine, lastRuns, rootOf, stepLine } from './fact-lines.ts'
import type { FileFact } from './file-facts.ts'
import { languageOf } from './languages/detect.ts'
import type { LanguageCode } from './languages/language.ts'
import { openingIn, sinceIn } from './phrases.ts'
import { quoteEntry, type Words } from './quote.ts'
import type { Remark } from './read-entry.ts'
import { isTakenBack, remarkIndex } from './remark-index.ts'
import { isOnlyRules, type Rule, rulesIn, setsRule } from './standing-rules.ts'
import { type Line, type SummaryPage, summaryPage } from './summary-page.ts'

/** Changes when the printed form changes, so that a stored summary tells how it was printed. */
export const SUMMARY_VERSION = 'v2.0'

/** Of a page, what the calls may take that the agent has made since it spoke last. */
const SINCE_SHARE = 0.04

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

export interface FloorSummaryOptions {
  readonly entries: readonly Entry[]
  readonly from: Seq
  readonly to: Seq
  readonly tokens: number
  /** Entries that the prompt shows anyway. */
  readonly shown: ReadonlySet<Seq>
  /** What stands beside the summary: it is not said twice. */
  readonly said?: ReadonlySet<string>
  readonly tokenizer: Tokenizer
}

const NOTHING: ReadonlySet<string> = new Set()

/**
 * The deterministic summary of entries `from` to `to` in at most `tokens` tokens; empty where not one line fits. People are quoted
 * word for word; of what the agent said, the sentences are chosen that together cover most of what was worked on. It needs no model,
 * and names the entry behind every line.
 */
export function floorSummary(options: FloorSummaryOptions): string {
  const facts = extractFacts(options.entries, options.from, options.to)
  const page = filledPage(options, facts, 1)
  // Where everything was said and people were quoted in part only, there is room for more of their words.
  const isCut = facts.requests.some(({ text }) => text.length > options.tokens * SHARES.request.each * SHORTEST_TOKENS)
  if (!isCut || page.left() < options.tokens * UNUSED) return page.print()
  return filledPage(options, facts, LONGER_QUOTES).print()
}

/** Characters of a token, at the least. */
const SHORTEST_TOKENS = 3
/** Of a page, the part that may stay empty. */
const UNUSED = 0.2
const LONGER_QUOTES = 4

function filledPage(options: FloorSummaryOptions, facts: Facts, longer: number): SummaryPage {
  const { from, to, tokens, tokenizer } = options
  const root = rootOf(facts.files, remarkIndex(options.entries).isName)
  const language = languageOf(facts.requests.map(({ text }) => text))
  const page = summaryPage({
    opening: `[Summary ${SUMMARY_VERSION}] ${openingIn(language, `${handleOf(from)}–${handleOf(to)}`, carriedIn(options))}`,
    tokens,
    tokenizer,
    language,
    root,
  })
  const runs = runsIn(facts)
  const queues = queuesOf(options, facts, { longer, root, language, runs: runs.did })
  for (const queue of queues) fill(page, queue, tokens * Math.min(1, (queue.share ?? SHARES[queue.section].all) * longer))
  const isAllSaid = say(page, options, tokens * MOST_OF_ONE)
  if (!isAllSaid) say(page, options, tokens)
  for (const queue of [...queues, ...lookedAt(facts, runs.looked, root)]) fill(page, queue, tokens)
  for (const { section, length } of queues) page.announce(section, length)
  return page
}

/** The lines of one section that could be said, best first. Made when their turn comes: most never are. */
interface Queue {
  readonly section: keyof typeof SHARES
  readonly length: number
  line(index: number): Line
  /** Whether the page says already what a line would say. */
  isSaid?(page: SummaryPage, index: number): boolean
  /** Of the page, what the section may have taken with it, where that is not the section's own share. */
  readonly share?: number
  /** Lines that were looked at. */
  position: number
}

function queuesOf(
  { entries, from, to, tokens, shown, tokenizer, said = NOTHING }: FloorSummaryOptions,
  facts: Facts,
  {
    longer,
    root,
    language,
    runs,
  }: {
    readonly longer: number
    readonly root: string
    readonly language: LanguageCode
    readonly runs: readonly CommandRun[]
  },
): readonly Queue[] {
  const queue = <Fact>(
    section: Queue['section'],
    bestFirst: readonly Fact[],
    line: (fact: Fact) => Omit<Line, 'section'>,
  ): Queue => ({
    section,
    length: bestFirst.length,
    line: (index) => ({ section, ...line(bestFirst[index] as Fact) }),
    position: 0,
  })
  const quoted = (section: Queue['section'], texts: readonly Words[]): Queue => ({
    // What is said in pieces is not said again as a whole.
    isSaid: (page, index) => page.speaksOf((texts[index] as Words).seq),
    ...queue(section, texts, (entry) => ({
      seq: entry.seq,
      ...quoteEntry(entry, {
        tokens: tokens * Math.min(LONGEST_QUOTE, SHARES[section].each * longer),
        tokenizer,
        question: questionBefore(entries, entry),
      }),
    })),
  })
  const isNew = (entry: TextEntry): boolean => !shown.has(entry.seq) && !said.has(entry.text)
  const [task, ...later] = facts.requests
  const changed = facts.files.filter(({ operation, path }) => operation !== 'read' && !said.has(`${path}: ${operation}`))
  // The rules of a task that is quoted only in part are said like any others.
  const isCut = task !== undefined && task.text.length > tokens * SHARES.task.each * SHORTEST_TOKENS
  const behind = entries.slice(to + 1).filter((entry) => entry.kind === 'text' && entry.author === 'person')
  const rules = rulesIn(
    [...facts.instructions, ...(isCut ? facts.requests : later), ...behind] as readonly TextEntry[],
    ({ seq, text }) => seq <= to && !shown.has(seq) && !said.has(text),
  )
  const ruled = new Set(rules.map(({ text }) => text))
  const asked = later.filter((entry) => isNew(entry) && !isOnlyRules(entry) && !ruled.has(entry.text.trim()))
  return [
    quoted('task', present(task).filter(isNew)),
    quoted('state', facts.lastState === undefined ? [] : [facts.lastState]),
    {
      ...queue('state', present(callsSince(facts, entries, { shown, root })), ({ seq, calls }) => ({
        seq,
        text: `- ${sinceIn(language, calls)}`,
      })),
      share: SHARES.state.all + SINCE_SHARE,
    },
    quoted('earlier', present(facts.foreignSummary)),
    {
      isSaid: (page: SummaryPage, index: number) => page.quotes((rules[index] as Rule).seq, (rules[index] as Rule).remark),
      ...queue('constraint', rules, ({ seq, text }) => ({ seq, text: `- ${handleOf(seq)}: ${text}`, says: text })),
    },
    quoted('request', asked.toReversed()),
    queue(
      'step',
      facts.steps.toSorted((a, b) => stepRank(a.status) - stepRank(b.status)),
      (step) => ({ seq: step.seq, text: stepLine(step), place: facts.steps.indexOf(step) }),
    ),
    queue('file', changed.toReversed(), (file) => {
      const says = purposeOf(file, { entries, shown, said })
      return { seq: file.seq, text: fileLine(file, root, says), ...(says === undefined ? {} : { says }) }
    }),
    queue('command', runs, (command) => ({ seq: command.seq, text: commandLine(command) })),
  ].filter(({ length }) => length > 0 && to >= from)
}

/** Of a page, what one quotation takes at the most. */
const LONGEST_QUOTE = 0.6

/** What the agent said a change was for, where that may be said here. */
function purposeOf(
  { purpose }: FileFact,
  { entries, shown, said = NOTHING }: Pick<FloorSummaryOptions, 'entries' | 'shown' | 'said'>,
): string | undefined {
  if (purpose === undefined || shown.has(purpose.seq) || said.has(purpose.remark.text)) return undefined
  return isMarked(purpose.remark) || isTakenBack(remarkIndex(entries), purpose) ? undefined : purpose.remark.text
}

/** Files and other things that were only looked at: said where there is room to spare. */
function lookedAt(facts: Facts, runs: readonly CommandRun[], root: string): readonly Queue[] {
  const files = facts.files.filter(({ operation }) => operation === 'read').toReversed()
  const lineOf = (seq: Seq, section: Queue['section'], text: string): Line => ({ section, seq, text })
  return [
    {
      section: 'file',
      length: files.length,
      line: (index) => lineOf((files[index] as FileFact).seq, 'file', fileLine(files[index] as FileFact, root)),
      position: 0,
    },
    {
      section: 'command',
      length: runs.length,
      line: (index) => lineOf((runs[index] as CommandRun).seq, 'command', commandLine(runs[index] as CommandRun)),
      position: 0,
    },
  ]
}

/** Commands as they ended last, latest first: those that did something, and those that only looked. */
function runsIn({ commands, acts }: Facts): { readonly did: readonly CommandRun[]; readonly looked: readonly CommandRun[] } {
  const latestFirst = lastRuns([...commands, ...acts].toSorted((a, b) => a.seq - b.seq)).toReversed()
  const { true: looked = [], false: did = [] } = Object.groupBy(latestFirst, (run) => `${isLookUp(run)}`)
  return { did, looked }
}

function present<Fact>(fact: Fact | undefined): readonly Fact[] {
  return fact === undefined ? [] : [fact]
}

function stepRank(status: 'open' | 'doing' | 'done'): number {
  return { doing: 0, open: 1, done: 2 }[status]
}

/** A section is done when so many of its lines in a row were too long for what is left. */
const MOST_MISSES = 8

/** Puts lines of a queue on the page, best first, until the section has used `most` tokens. */
function fill(page: SummaryPage, queue: Queue, most: number): void {
  let misses = 0
  let next = queue.position
  for (; next < queue.length && misses < MOST_MISSES && page.used(queue.section) < most && page.hasRoom(); next += 1) {
    if (queue.isSaid?.(page, next) === true) continue
    if (page.add(queue.line(next), most)) [queue.position, misses] = [next + 1, 0]
    else misses += 1
  }
}

/** So many remarks in a row that are too long for what is left end the search. */
const MOST_LONG = 24

/** Of a page, what the sentences of one entry may take before others have had their turn: who thinks aloud at length also changes their mind. */
const MOST_OF_ONE = 0.33

/** Puts what the agent said on the page, what adds most first, up to `most` tokens of one entry. True where none had more to say. */
function say(page: SummaryPage, { entries, from, to, shown, said = NOTHING }: FloorSummaryOptions, most: number): boolean {
  const spent = new Map<Seq, number>()
  let isAllSaid = true
  const index = remarkIndex(entries)
  const order = coverageOrder(entries)
  let misses = 0
  for (let next = 0; misses < MOST_LONG && page.hasRoom(); next += 1) {
    const candidate = order.at(next)
    if (candidate === undefined) return isAllSaid
    const { seq, remark } = candidate
    if (seq < from || seq > to || shown.has(seq) || page.quotes(seq, remark) || page.says(remark.text)) continue
    const entry = entries[seq] as Entry
    if (said.has(remark.text) || (entry.kind === 'text' && said.has(entry.text))) continue
    // Rules have a section of their own; one that is missing there was taken back.
    if (remark.authority === 'system' || (entry.kind === 'text' && entry.author === 'person' && setsRule(entry, remark))) continue
    if (isTakenBack(index, candidate) || (remark.authority === 'assistant' && isMarked(remark))) continue
    const [before, left] = [spent.get(seq) ?? 0, page.left()]
    if (before > most) {
      isAllSaid = false
      continue
    }
    misses = page.remark(entry, remark) ? 0 : misses + 1
    spent.set(seq, before + left - page.left())
  }
  return isAllSaid
}

const marked = new WeakMap<Remark, boolean>()

/** Whether words of the agent could be taken for somebody else's turn (L12): they are not quoted as a tool's are. Looked at once. */
function isMarked(remark: Remark): boolean {
  const known = marked.get(remark) ?? hasMarker(remark.text)
  marked.set(remark, known)
  return known
}

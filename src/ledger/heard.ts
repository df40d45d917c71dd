import { itemAt } from '../schema/at.ts'
import type { TextEntry } from '../schema/entry.ts'
import { after, handleOf, type Seq } from '../schema/ids.ts'
import type { Tokenizer } from '../schema/ports.ts'
import type { SeqRange } from '../schema/range.ts'
import type { Heard } from '../schema/strategy.ts'
import { defused } from './defuse.ts'
import { type EarlierReading, earlierAt } from './earlier-summary.ts'
import { languageOf } from './languages/detect.ts'
import { headingIn } from './phrases.ts'
import { labelled, quotedData } from './quote.ts'
import type { Remark } from './read-entry.ts'
import type { ReadLog } from './read-log.ts'
import { askedIn, isRequest, requestWords } from './requests.ts'
import { type Rule, rulesIn } from './standing-rules.ts'

/** A rule as a page says it. */
export function ruleLine({ seq, text }: Pick<Rule, 'seq' | 'text'>): string {
  return `- ${handleOf(seq)}: ${text}`
}

/** What the line of a rule costs. A long life lays down thousands, and every compaction asks for all of them, more than once. */
export function ruleTokens(rule: Rule, tokenizer: Tokenizer, label: string): number {
  return heardRule(rule, tokenizer, label).tokens
}

function heardRule(rule: Rule, tokenizer: Tokenizer, label: string): Heard {
  const { seq, remark } = rule
  const known = costs.get(remark)
  if (known?.tokenizer === tokenizer && known.label === label && known.heard.seq === seq) return known.heard
  const heard: Heard = { what: 'rule', seq, tokens: tokenizer.count(label + ruleLine(rule)) + 1 }
  costs.set(remark, { heard, tokenizer, label })
  return heard
}

interface RuleCost {
  readonly heard: Heard
  readonly tokenizer: Tokenizer
  readonly label: string
}

/** A remark is said in the same words always. */
const costs = new WeakMap<Remark, RuleCost>()

/** A line of what a summary from before says: its own words, which nobody is quoted by. */
export function earlierLine(seq: Seq, { what, text }: EarlierPart): string {
  return quotedData(`${handleOf(seq)}, ${what}`, defused(text))
}

/** The task, or a rule, as a summary from before has it; or how it begins, if it does not say which of it is the task. */
interface EarlierPart {
  readonly what: 'task' | 'beginning' | 'rule'
  readonly text: string
}

/** What must be carried over of a summary from before. */
export function earlierParts({ task, opening, rules }: EarlierReading): readonly EarlierPart[] {
  const first: EarlierPart = task === undefined ? { what: 'beginning', text: opening } : { what: 'task', text: task }
  return [first, ...rules.map((text) => ({ what: 'rule' as const, text }))].filter(({ text }) => text !== '')
}

/** What of that a page has to say of a range. */
export function carriedOver({
  log,
  from,
  end,
  shown,
  said,
}: SeqRange & {
  readonly log: ReadLog
  readonly shown: ReadonlySet<Seq>
  readonly said: ReadonlySet<string>
}): readonly EarlierPart[] {
  const entry = earlierAt(log.entries, from)
  if (entry === undefined || entry.seq >= end || shown.has(entry.seq)) return []
  return earlierParts(log.earlier(entry)).filter(({ text }) => !said.has(text))
}

/** What every request must say of people: the task, or what a summary says that stands for their words, and the rules that stand. */
interface Spoken {
  readonly task: TextEntry | undefined
  /** The summary, or where it would stand. */
  readonly earlier: Seq
  readonly parts: readonly EarlierPart[]
  readonly rules: readonly Rule[]
}

/** What every request must say of people from an entry on (L15): the task and the rules that stand, each with what its line costs. */
export function heardFrom(log: ReadLog, from: Seq, tokenizer: Tokenizer, label = ''): readonly Heard[] {
  const { task, earlier, parts, rules } = spokenFrom(log, from)
  const cost = (line: string): number => tokenizer.count(label + line) + 1
  const tokens = parts.reduce((sum, part) => sum + cost(earlierLine(earlier, part)), 0)
  const heard: Heard[] = []
  // A summary's task and rules come from one entry: they are there together, or not.
  if (parts.length > 0) heard.push({ seq: earlier, what: 'task', tokens, ...beginningOf(log, from) })
  if (task !== undefined) heard.push({ what: 'task', seq: task.seq, tokens: cost(taskLine(task)) })
  for (const rule of rules) heard.push(heardRule(rule, tokenizer, label))
  return heard
}

/** Where the beginning of a summary from before ends, if that is all of it that must be said. */
function beginningOf(log: ReadLog, from: Seq): Pick<Heard, 'until'> {
  const entry = earlierAt(log.entries, from)
  const parts = entry === undefined ? [] : earlierParts(log.earlier(entry))
  const [only] = parts
  if (entry === undefined || parts.length !== 1 || only?.what !== 'beginning') return {}
  const at = entry.text.indexOf(only.text)
  return at === -1 ? {} : { until: at + only.text.length }
}

/** The same of a range as sections of a page, as far as one text says it and another does not. */
export function heardSections(log: ReadLog, { from, end }: SeqRange, says: (words: string) => boolean): readonly string[] {
  const { task, earlier, parts, rules } = spokenFrom(log, from)
  const lines = [
    ...(task === undefined ? [] : [{ seq: task.seq, what: 'task', words: requestWords(task), line: taskLine(task) }]),
    ...parts.map((part) => ({ seq: earlier, what: 'earlier', words: part.text, line: earlierLine(earlier, part) })),
    ...rules.map((rule) => ({ seq: rule.seq, what: 'rule', words: rule.text, line: ruleLine(rule) })),
  ].filter(({ seq, words }) => seq < end && says(words))
  const language = languageOf(lines.map(({ words }) => words))
  return (['task', 'earlier', 'rule'] as const).flatMap((what) => {
    const own = lines.filter((line) => line.what === what).map(({ line }) => line)
    return own.length === 0 ? [] : [`## ${headingIn(language, what === 'rule' ? 'constraint' : what)}`, ...own]
  })
}

function spokenFrom(log: ReadLog, from: Seq): Spoken {
  const requests: TextEntry[] = []
  // One by one: a piece of a long log is a list as long as it is.
  for (let seq = from; seq < log.entries.length; seq = after(seq)) {
    const entry = itemAt(log.entries, seq)
    if (isRequest(entry)) requests.push(entry)
  }
  const { task } = askedIn(requests, log.entries, from)
  const earlier = earlierAt(log.entries, from)
  const parts = earlier === undefined ? [] : earlierParts(log.earlier(earlier))
  return { task, earlier: earlier?.seq ?? from, parts, rules: rulesIn(requests, log, () => true) }
}

function taskLine(task: TextEntry): string {
  return labelled(handleOf(task.seq), requestWords(task))
}
